/** Places at the end of a game. */

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
