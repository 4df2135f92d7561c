/**
 * How pupils see the end of a round by their teacher. The log has one seat after the other abandoned,
 * and bots that play on; the page knows from the class that the teacher has ended it.
 */

/** @param {import("../types.js").State | null} state of a pupil's game */
export const endedByTeacher = (state) => state?.result?.["reason"] === "abandoned";

/**
 * Return what a pupil's page shows: one event in place of all that the end consists of.
 * @param {import("./reducer.js").Table} table
 * @param {{isParty: boolean}} about a party has no teacher
 * @returns {import("./reducer.js").Table}
 */
export function withRoundEnd(table, { isParty }) {
  const { moves, shown, shownMove } = table;
  if (!shown || !endedByTeacher(shown)) return table;
  const before = moves.slice(0, moves.findLastIndex(({ events }) => !events.some(({ type }) => type === "abandoned")) + 1);
  const ends = moves.slice(before.length);
  const end = (/** @type {import("../types.js").Move} */ move) => ({ ...move, events: [{ type: "round_ended", isParty }] });
  const left = new Set(ends.flatMap(({ events }) => events).map((event) => event["seat"]));
  return {
    ...table,
    moves: [...before, ...ends.slice(-1).map(end)],
    shown: { ...shown, seats: shown.seats.map((seat) => (left.has(seat.seat) ? { ...seat, left: false, bot: null } : seat)) },
    shownMove: shownMove && end(shownMove),
  };
}
