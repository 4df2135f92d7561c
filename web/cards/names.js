/** Names of cards and ranks in the language of the page. */

import { t } from "../text/text.js";
import { isJoker, suitSymbol } from "./deck.js";

/**
 * Return what stands in the corner of a card: "7", "10", "Q".
 * @param {string} rank
 */
export const rankIndex = (rank) => t(`cards.index.${rank}`);

/**
 * Return the name of a card for screen readers: "seven of hearts".
 * @param {string} card
 */
export function cardName(card) {
  if (isJoker(card)) return t(`cards.joker.${card[0]}`);
  return t("cards.name", { rank: t(`cards.rank.${card[0]}`), suit: t(`cards.suit.${card[1]}`) });
}

/**
 * Return a card in short: "7♥".
 * @param {string} card
 */
export function cardText(card) {
  return isJoker(card) ? t(`cards.joker.${card[0]}`) : rankIndex(card.charAt(0)) + suitSymbol(card.charAt(1));
}

/**
 * Return the plural of a rank as it stands alone: "sevens".
 * @param {string} rank
 */
export const rankName = (rank) => t(`cards.ranks.${rank}`);

/**
 * Return the plural of a rank as it stands after "asks for".
 * @param {string} rank
 */
export const rankAsked = (rank) => t(`cards.asked.${rank}`);
