/** Places at the end of a game. */

/** Whether there are places: not where no player has a book, as in a round that was cut short. @param {readonly number[]} scores @param {readonly number[]} winners */
export const isDecided = (scores, winners) => winners.length === 1 || scores.some((score) => score > 0);

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
