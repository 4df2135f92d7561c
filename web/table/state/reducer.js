/**
 * What this browser knows of one game: a pure function from frames and answers.
 *
 * `state` is the newest state of the server. `shown` is the position on the page, which follows move
 * by move so that players see what happened; `queue` has the moves that it has not shown yet.
 */

import { positionAfter } from "./positions.js";

/** More moves than that wait only after a gap: then the newest state is shown at once. */
const LONGEST_QUEUE = 12;
/** Moves that are kept for the history. */
const MOST_MOVES = 5000;

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Move} Move
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").SeatedPlayer} SeatedPlayer
 *
 * @typedef {object} Table
 * @property {Game | null} game
 * @property {SeatedPlayer[]} players
 * @property {State | null} state
 * @property {State | null} shown
 * @property {Move | null} shownMove the move that led to `shown`, if the page saw it happen
 * @property {{move: Move, state: State | null}[]} queue oldest first
 * @property {Move[]} moves oldest first, without gaps
 * @property {boolean} hasHistory whether the moves before the first state have been read, or cannot be
 * @property {Record<number, {emote: string, id: number}>} emotes by seat, those that are shown now
 * @property {string} connection `connecting`, `open` or `lost`
 * @property {string | null} end why the stream has ended
 * @property {boolean} hasLostSeat whether the seat was freed before the start, other than by an answer to this page
 */

/** @type {Table} */
export const EMPTY = {
  game: null,
  players: [],
  state: null,
  shown: null,
  shownMove: null,
  queue: [],
  moves: [],
  hasHistory: false,
  emotes: {},
  connection: "connecting",
  end: null,
  hasLostSeat: false,
};

/**
 * Return what is known after some news.
 *
 * News are frames of the stream, and of the page itself: `game`, `answer` of a command, `history`
 * (moves read again), `connection`, `emote_over`, `step` (show the next move) and `catch_up` (show the newest).
 * @param {Table} table
 * @param {{type: string, data?: any}} news
 * @returns {Table}
 */
export function reduce(table, { type, data }) {
  switch (type) {
    case "game":
      return { ...table, game: data, players: table.players.length ? table.players : data.players };
    case "players":
      return { ...table, players: data.players };
    case "state":
      return withState(table, data);
    case "move":
      return withMoves(table, [data], data.state ?? null);
    case "answer":
      return withMoves(table, data.moves, data.state);
    case "history":
      return { ...table, moves: merged(data, table.moves), hasHistory: true };
    case "time":
      return withDeadline(table, data);
    case "emote":
      return { ...table, emotes: { ...table.emotes, [data.seat]: data } };
    case "emote_over": {
      const { [data.seat]: shown, ...others } = table.emotes;
      return shown?.id === data.id ? { ...table, emotes: others } : table;
    }
    case "connection":
      return { ...table, connection: data };
    case "end":
      return { ...table, end: data.reason, hasLostSeat: table.hasLostSeat || data.reason === "seat_left" };
    case "step":
      return withStep(table);
    case "catch_up":
      return { ...table, shown: table.state, shownMove: table.moves.at(-1) ?? null, queue: [] };
    default:
      return table; // frames that this page does not know
  }
}

/** @param {Table} table */
export const isCaughtUp = (table) => table.queue.length === 0;

/**
 * Take over what was changed without a move: a pause, and the deadline, as after an outage.
 * @param {Table} table
 * @param {{version?: number, deadline?: string | null, paused?: boolean}} time
 */
function withDeadline(table, { version, deadline, paused = false }) {
  /** @param {State | null} state */
  const changed = (state) => (state && state.version === version ? { ...state, deadline: deadline ?? null, paused } : state);
  if (version === undefined) return table;
  const queue = table.queue.map((shown) => ({ ...shown, state: changed(shown.state) }));
  return { ...table, state: changed(table.state), shown: changed(table.shown), queue };
}

/**
 * Take over a whole state: the first one, or that after a cut. What happened meanwhile is not shown
 * move by move.
 * @param {Table} table
 * @param {State} state
 */
function withState(table, state) {
  if (table.state && state.version < table.state.version) return table;
  if (state.version === table.state?.version) return withDeadline(table, state);
  const { last_move: lastMove } = state;
  // As after a cut, during which the host has freed the seat.
  const wasSeated = table.state?.phase === "lobby" && table.state.you !== null;
  const hasLostSeat = state.you === null && (table.hasLostSeat || wasSeated);
  return { ...table, state, shown: state, shownMove: lastMove, queue: [], moves: merged(table.moves, [lastMove]), hasLostSeat };
}

/**
 * @param {Table} table
 * @param {Move[]} moves
 * @param {State | null} state the state after the last of them
 */
function withMoves(table, moves, state) {
  const reached = table.shown?.version ?? 0;
  const queued = new Set(table.queue.map(({ move }) => move.number));
  const added = moves
    .filter(({ number }) => number > reached && !queued.has(number))
    .map((move) => ({ move, state: move === moves.at(-1) ? state : null }));
  const isNewer = state !== null && state.version > (table.state?.version ?? -1);
  const next = {
    ...table,
    state: isNewer ? state : table.state,
    moves: merged(table.moves, moves.map(withoutState)),
    queue: [...table.queue, ...added].sort((one, other) => one.move.number - other.move.number),
  };
  // The room of those who wait has no cards to follow: the table opens at once, as its clock runs.
  // Nor has a game that its players leave, as when a teacher ends the round.
  if (isNewer && (table.shown?.phase === "lobby" || state.result?.["reason"] === "abandoned")) return reduce(next, { type: "catch_up" });
  if (next.queue.length <= LONGEST_QUEUE || !next.state) return next;
  return reduce(next, { type: "catch_up" });
}

/** @param {Table} table */
function withStep(table) {
  const [first, ...queue] = table.queue;
  if (!first || !table.shown) return { ...table, queue: [] };
  const isLast = queue.length === 0 && table.state !== null && table.state.version <= first.move.number;
  const shown = first.state ?? (isLast ? table.state : positionAfter(table.shown, first.move));
  return { ...table, shown, shownMove: first.move, queue };
}

/**
 * Return moves without doubles, oldest first; beyond the limit the oldest are left out.
 * @param {readonly Move[]} one
 * @param {readonly Move[]} other
 */
function merged(one, other) {
  const last = one.at(-1);
  const first = other[0];
  if (last && first && last.number < first.number) return [...one, ...other].slice(-MOST_MOVES);
  const byNumber = new Map([...one, ...other].map((move) => [move.number, move]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number).slice(-MOST_MOVES);
}

/** @param {Move & {state?: State}} move @returns {Move} */
function withoutState({ state: _, ...move }) {
  return move;
}
