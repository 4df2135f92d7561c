/** Cards as the API writes them: "7H", "TS", jokers "RJ" and "BJ". */

export const RANKS = [..."23456789TJQKA"];
export const SUITS = [..."CDHS"];
const SUIT_CLASSES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** @param {string} card */
export const isJoker = (card) => card[1] === "J" && (card[0] === "R" || card[0] === "B");

/**
 * Return the rank of a card; null for a joker.
 * @param {string} card
 */
export const rankOf = (card) => (isJoker(card) ? null : card.charAt(0));

/**
 * Return the classes by which cards.css draws a card face up.
 * @param {string} card
 */
export function cardClasses(card) {
  if (isJoker(card)) return card[0] === "R" ? "card joker red" : "card joker";
  const suit = SUIT_CLASSES[/** @type {"C"|"D"|"H"|"S"} */ (card[1])];
  return "JQK".includes(card.charAt(0)) ? `card court ${suit}` : `card ${suit}`;
}

/**
 * Return the sign of a suit as text: "♥".
 * @param {string} suit
 */
export const suitSymbol = (suit) => SYMBOLS[/** @type {"C"|"D"|"H"|"S"} */ (suit)];

/**
 * Order cards by rank and suit, jokers last.
 * @param {readonly string[]} cards
 */
export function sorted(cards) {
  return [...cards].sort((one, other) => place(one) - place(other));
}

/**
 * Return cards grouped by rank, low rank first; jokers are a group of rank null at the end.
 * @param {readonly string[]} cards
 * @returns {{rank: string | null, cards: string[]}[]}
 */
export function byRank(cards) {
  /** @type {{rank: string | null, cards: string[]}[]} */
  const groups = [];
  for (const card of sorted(cards)) {
    const last = groups.at(-1);
    if (last && last.rank === rankOf(card)) last.cards.push(card);
    else groups.push({ rank: rankOf(card), cards: [card] });
  }
  return groups;
}

/** @param {string} card */
function place(card) {
  if (isJoker(card)) return 1000 + (card[0] === "R" ? 1 : 0);
  return RANKS.indexOf(card.charAt(0)) * 4 + SUITS.indexOf(card.charAt(1));
}
