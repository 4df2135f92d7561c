/** Places at the end of a game. */

/**
 * Return the scores and winners that count: after rulings, of the series or of the only deal.
 * @param {import("../types.js").State} state
 * @param {import("../types.js").Game} game
 * @param {boolean} isPupil
 * @returns {{scores: number[], winners: number[]}}
 */
export function outcome(state, game, isPupil) {
  const counted = game["version"] < state.version ? null : game; // what was read earlier has the scores of then
  const scores = counted?.["scores"] ?? state.series?.["totals"] ?? state.result?.["scores"] ?? [];
  const winners = counted?.["winners"] ?? state.series?.["winners"] ?? state.result?.["winners"] ?? [];
  // The log knows no winner of a round that the teacher ended; the results of the class do.
  const best = Math.max(...scores);
  const isCut = isPupil && !winners.length && best > 0;
  return { scores, winners: isCut ? scores.flatMap((/** @type {number} */ score, /** @type {number} */ seat) => (score === best ? [seat] : [])) : winners };
}

/** Whether there are places: not where all have no book, as in a round that was cut short. @param {readonly number[]} scores @param {readonly number[]} winners */
export const isDecided = (scores, winners) => (winners.length > 0 && winners.length < scores.length) || scores.some((score) => score > 0);

/**
 * Return seats by place; winners come first, and equal scores share a place.
 * @param {readonly number[]} scores
 * @param {readonly number[]} winners
 */
export function ranked(scores, winners) {
  const value = (/** @type {number} */ seat) => (winners.includes(seat) ? 1000 : 0) + (scores[seat] ?? 0);
  const seats = scores.map((_, seat) => seat).sort((one, other) => value(other) - value(one));
  return seats.map((seat) => ({
    seat,
    score: scores[seat] ?? 0,
    place: 1 + seats.filter((other) => value(other) > value(seat)).length,
  }));
}
