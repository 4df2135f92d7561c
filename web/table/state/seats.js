/** The view of the seats: names, and what is drawn for each, in the order of the table. */

import { t } from "../../text/text.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").SeatState} SeatState
 * @typedef {import("../types.js").SeatedPlayer} SeatedPlayer
 */

/**
 * Return the names of players by seat; two of the same name get the number of their seat.
 * @param {readonly SeatedPlayer[]} players
 * @param {number} seats
 */
export function namesOf(players, seats) {
  const names = Array.from({ length: seats }, (_, seat) => nameOf(players.find((each) => each.seat === seat), seat));
  return names.map((name, seat) =>
    names.filter((other) => other === name).length > 1 ? t("table.name_with_seat", { name, seat: seat + 1 }) : name,
  );
}

/** @param {SeatedPlayer | undefined} player @param {number} seat */
function nameOf(player, seat) {
  if (!player) return t("table.seat_number", { seat: seat + 1 });
  if (player.kind === "built_in") return t(`table.bot.${player.bot ?? "memory"}`);
  return player.display_name ?? player.player ?? t("table.closed_account");
}

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
