/**
 * Go Fish by the preset `classic`, as a game of boardgame.io. A card is text, rank then suit, such
 * as "7H". A match is set up with the `pack`, top card first, and the `dealer`.
 */

import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";

const RANKS = [..."23456789TJQKA"];
/** Cards of each hand, by the number of seats. @type {Record<number, number>} */
const CARDS_DEALT = { 2: 7, 3: 5, 4: 5, 5: 4, 6: 4 };
/** Asks without a draw or a book after which the game ends. */
const MOST_IDLE_ASKS = 300;

/**
 * @typedef {object} Cards
 * @property {string[][]} hands by seat
 * @property {string[]} stock top card first
 * @property {string[][]} books the ranks of each seat's books, oldest first
 * @property {number} first the seat of the first turn
 * @property {number} idleAsks
 */

/** @type {import("boardgame.io").Game<Cards>} */
export const GoFish = {
  name: "go-fish",
  minPlayers: 2,
  maxPlayers: 6,
  disableUndo: true,
  setup: ({ ctx }, { pack, dealer }) => deal(ctx.numPlayers, pack, dealer),
  moves: { ask: { move: ask, client: false } },
  turn: { order: { first: ({ G }) => G.first, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
  endIf: ({ G }) => (isOver(G) ? { scores: G.books.map((ranks) => ranks.length) } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    stock: G.stock.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

/**
 * Return the cards after the deal, with the books dealt laid.
 * @param {number} seats
 * @param {string[]} pack
 * @param {number} dealer
 * @returns {Cards}
 */
export function deal(seats, pack, dealer) {
  const first = (dealer + 1) % seats;
  const dealt = seats * CARDS_DEALT[seats];
  /** @type {string[][]} */
  const hands = Array.from({ length: seats }, () => []);
  pack.slice(0, dealt).forEach((card, place) => hands[(first + place) % seats].push(card));
  const cards = { hands, stock: pack.slice(dealt), books: hands.map(() => []), first, idleAsks: 0 };
  for (const seat of hands.keys()) for (const rank of RANKS) layBook(cards, seat, rank);
  return cards;
}

/**
 * Ask a seat for a rank: take all its cards of it, or draw. Then the turn goes on or passes.
 * @param {{G: Cards, events: any, playerID: string}} game
 * @param {number} target
 * @param {string} rank
 */
export function ask({ G, events, playerID }, target, rank) {
  const seat = Number(playerID);
  const hand = G.hands[seat];
  if (target === seat || !G.hands[target]?.length || !hand.some(isOf(rank))) return INVALID_MOVE;
  const given = G.hands[target].filter(isOf(rank));
  const drawn = given.length ? [] : G.stock.splice(0, 1);
  G.hands[target] = G.hands[target].filter((card) => !isOf(rank)(card));
  hand.push(...given, ...drawn);
  const isLaid = layBook(G, seat, (drawn[0] ?? rank)[0]);
  G.idleAsks = isLaid || drawn.length ? 0 : G.idleAsks + 1;
  if (isOver(G)) return;
  const goesOn = given.length > 0 || drawn.some(isOf(rank));
  const seats = G.hands.length;
  let next = goesOn ? seat : (seat + 1) % seats;
  while (!takesTurn(G, next)) next = (next + 1) % seats;
  if (next !== seat) events.endTurn({ next: String(next) });
}

/**
 * Draw a card for an empty hand, and return whether the seat can ask.
 * @param {Cards} cards
 * @param {number} seat
 */
function takesTurn(cards, seat) {
  const { hands, stock } = cards;
  if (!hands[seat].length && stock.length) {
    hands[seat].push(...stock.splice(0, 1));
    cards.idleAsks = 0;
  }
  return hands[seat].length > 0 && hands.some((hand, other) => other !== seat && hand.length > 0);
}

/**
 * Lay the book of a rank if the seat has all four cards, and return whether it has.
 * @param {Cards} cards
 * @param {number} seat
 * @param {string} rank
 */
function layBook({ hands, books }, seat, rank) {
  if (hands[seat].filter(isOf(rank)).length < 4) return false;
  hands[seat] = hands[seat].filter((card) => !isOf(rank)(card));
  books[seat].push(rank);
  return true;
}

/** @param {Cards} cards */
const isOver = ({ books, idleAsks }) => books.flat().length === RANKS.length || idleAsks >= MOST_IDLE_ASKS;

/** @param {string} rank */
const isOf = (rank) => (/** @type {string} */ card) => card[0] === rank;
