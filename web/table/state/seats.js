/** The view of the seats: what is drawn for each, in the order of the table. */

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").SeatState} SeatState
 */

/** Milliseconds after which the server counts a player as away. */
const LATELY = 90_000;

/**
 * Return the seats as they sit round the table: clockwise, from the left of `you`, who is left out.
 * Without a seat of one's own all are returned.
 * @param {readonly SeatState[]} seats
 * @param {number | null} you
 */
export function others(seats, you) {
  if (you === null) return [...seats];
  return [...seats.slice(you + 1), ...seats.slice(0, you)];
}

/**
 * Return the seats whose players were there lately by what they did: since the start, or since a
 * move of their own. The server notes who follows a game only now and then.
 * @param {readonly import("../types.js").Move[]} moves oldest first
 * @param {number} now milliseconds of the server's clock
 * @returns {(seat: number) => boolean}
 */
export function seenLately(moves, now) {
  const fresh = moves.filter(({ at }) => now - Date.parse(at) < LATELY);
  const hasJustStarted = fresh.some(({ events }) => events.some(({ type }) => type === "started"));
  const seats = new Set(fresh.map(({ seat }) => seat));
  return (seat) => hasJustStarted || seats.has(seat);
}

/**
 * Return the points of a seat in this deal, and in all deals of a series.
 * @param {State} state
 * @param {SeatState} seat
 */
export function points(state, seat) {
  return { books: seat.books.length, total: state.series ? (state.series["totals"][seat.seat] ?? 0) : seat.total };
}

/**
 * Return the keys of texts that tell what is special about a seat, with their values.
 * @param {State} state
 * @param {SeatState} seat
 */
export function notesOf(state, seat) {
  /** @type {{key: string, values?: Record<string, any>}[]} */
  const notes = [];
  if (seat.seat === state.dealer && state.deal) notes.push({ key: "table.note.deals" });
  if (seat.left) notes.push({ key: seat.bot ? "table.note.stand_in" : "table.note.left" });
  if (seat.misses_turns) notes.push({ key: "table.note.misses", values: { count: seat.misses_turns } });
  return notes;
}

/**
 * Return the seat that hears of a move as "you", by its number: a player who has left is spoken to up to that move.
 * @param {readonly import("../types.js").Move[]} moves
 * @param {number | null} you
 * @param {number | undefined} own the seat of a player who has left
 * @returns {(number: number) => number | null}
 */
export function listenerOf(moves, you, own = -1) {
  const left = moves.findLast(({ events }) => events.some(({ type, kind, seat }) => seat === own && (type === "resigned" || type === "abandoned" || kind === "seat_removed")));
  return (number) => you ?? (left && number <= left.number ? own : null);
}
