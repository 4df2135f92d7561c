/**
 * Follow the public part of a position through a move whose state did not arrive with it.
 *
 * Of moves that arrive together only the last one has a state. Between them the page shows this
 * position: whose turn it is, and how many cards and books each seat has. It never offers an action.
 */

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").SeatState} SeatState
 * @typedef {import("../types.js").Event} Event
 * @typedef {import("../types.js").Move} Move
 */

/**
 * Return the position after a move.
 * @param {State} state
 * @param {Move} move
 * @returns {State}
 */
export function positionAfter(state, move) {
  const moved = move.events.reduce(after, state);
  return { ...moved, version: move.number, last_move: move, legal_actions: [] };
}

/** @param {State} state @param {Event} event @returns {State} */
function after(state, event) {
  const follow = FOLLOWERS[event.type];
  return follow ? follow(state, event) : state;
}

/** @type {Record<string, (state: State, event: Event) => State>} */
const FOLLOWERS = {
  dealt: (state, { counts, stock, hands, dealer }) => ({
    ...state,
    dealer,
    stock,
    phase: "ask",
    deal: state.deal + 1,
    seats: state.seats.map((seat, at) => ({ ...seat, hand_size: counts[at], hand: hands[at], books: [] })),
  }),
  asked: (state, event) => ({ ...state, asked: event }),
  cards_given: (state, { seat, to, cards }) => gained(lost(state, seat, cards), to, cards.length, cards),
  card_drawn: (state, { seat, card }) => ({
    ...gained(state, seat, 1, card ? [card] : []),
    stock: Math.max(state.stock - 1, 0),
  }),
  book_made: (state, { seat, rank, cards }) => withSeat(lost(state, seat, cards), seat, (one) => ({
    ...one,
    books: [...one.books, { rank, cards }],
  })),
  book_voided: (state, { seat, rank, cards }) => ({
    ...lost(state, seat, cards),
    void: [...state.void, { rank, cards }],
  }),
  book_discarded: (state, { seat, rank, cards }) => ({
    ...withSeat(state, seat, (one) => ({ ...one, books: one.books.slice(1) })),
    discards: [...state.discards, { rank, cards }],
  }),
  turn_continues: (state, { seat }) => waiting(state, seat),
  turn_passed: (state, { to }) => waiting(state, to),
  resigned: (state, { seat }) => withSeat(state, seat, (one) => ({ ...one, left: true })),
  abandoned: (state, { seat }) => withSeat(state, seat, (one) => ({ ...one, left: true })),
  game_over: (state, event) => ({ ...state, result: event, turn: null, to_act: null }),
};

/** @param {State} state @param {number} seat @returns {State} */
function waiting(state, seat) {
  return { ...state, turn: seat, to_act: seat, asked: null, phase: "ask" };
}

/** @param {State} state @param {number} seat @param {string[]} cards */
function lost(state, seat, cards) {
  return withSeat(state, seat, (one) => ({
    ...one,
    hand_size: Math.max(one.hand_size - cards.length, 0),
    hand: one.hand && one.hand.filter((card) => !cards.includes(card)),
  }));
}

/** @param {State} state @param {number} seat @param {number} count @param {string[]} cards those that are seen */
function gained(state, seat, count, cards) {
  return withSeat(state, seat, (one) => ({
    ...one,
    hand_size: one.hand_size + count,
    hand: one.hand && [...one.hand, ...cards],
  }));
}

/** @param {State} state @param {number} at @param {(seat: SeatState) => SeatState} change @returns {State} */
function withSeat(state, at, change) {
  return { ...state, seats: state.seats.map((seat) => (seat.seat === at ? change(seat) : seat)) };
}
