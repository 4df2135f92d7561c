/** Components that draw cards; cards.css gives them their look. */

import { html } from "../html.js";
import { cardClasses, isJoker } from "./deck.js";
import { cardName, rankIndex } from "./names.js";

/**
 * Draw a card face up. Its name is read aloud unless something around it says what it is.
 * @param {{card: string, silent?: boolean}} props
 */
export function Card({ card, silent = false }) {
  return html`<span class=${cardClasses(card)} data-card=${card} aria-hidden=${silent ? "true" : null}>
    ${!isJoker(card) && html`<b class="rank" aria-hidden="true">${rankIndex(card.charAt(0))}</b>`}
    <i class="suit"></i><i class="pip"></i>
    ${!silent && html`<span class="visually-hidden">${cardName(card)}</span>`}
  </span>`;
}

/** Draw a card face down. */
export const Back = () => html`<span class="card back" aria-hidden="true"></span>`;

/**
 * Draw a number of cards face down; something around them says how many they are.
 * @param {{count: number}} props
 */
export function Backs({ count }) {
  const slots = Array.from({ length: count }, (_, place) => html`<span class="slot" key=${place}><${Back} /></span>`);
  return html`<span class="backs" aria-hidden="true">${slots}</span>`;
}
