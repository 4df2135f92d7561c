/** Components that draw cards; cards.css gives them their look. */

import { html } from "../html.js";
import { cardClasses, isJoker } from "./deck.js";
import { cardName, rankIndex } from "./names.js";

/**
 * Draw a card face up. Its name is read aloud unless something around it says what it is.
 * @param {{card: string, extra?: string, silent?: boolean}} props
 */
export function Card({ card, extra = "", silent = false }) {
  return html`<span class=${`${cardClasses(card)} ${extra}`} data-card=${card} aria-hidden=${silent ? "true" : null}>
    ${!isJoker(card) && html`<b class="rank" aria-hidden="true">${rankIndex(card.charAt(0))}</b>`}
    <i class="suit"></i><i class="pip"></i>
    ${!silent && html`<span class="visually-hidden">${cardName(card)}</span>`}
  </span>`;
}

/**
 * Draw a card face down.
 * @param {{extra?: string}} props
 */
export function Back({ extra = "" }) {
  return html`<span class=${`card back ${extra}`} aria-hidden="true"></span>`;
}

/**
 * Draw a number of cards face down; something around them says how many they are.
 * @param {{count: number}} props
 */
export function Backs({ count }) {
  const slots = Array.from({ length: count }, (_, place) => html`<span class="slot" key=${place}><${Back} /></span>`);
  return html`<span class="backs" aria-hidden="true">${slots}</span>`;
}

/**
 * Draw the cards of a laid book, or one back if it lies face down.
 * @param {{cards: readonly string[] | null}} props
 */
export function Book({ cards }) {
  if (!cards) return html`<span class="book"><${Back} /></span>`;
  return html`<span class="book">${cards.map((card) => html`<${Card} key=${card} card=${card} silent />`)}</span>`;
}
