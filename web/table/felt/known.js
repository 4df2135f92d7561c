/** What could be known of another player's hand, under it: an aid that the table has to allow. */

import { cardText, rankIndex } from "../../cards/names.js";
import { html } from "../../html.js";
import { t } from "../../text/text.js";

/** @param {{known: import("../state/memory.js").Known}} props */
export function KnownHand({ known }) {
  const { cards, holds, lacks } = known;
  if (!cards.length && !holds.length && !lacks.length) return null;
  return html`<span class="known">
    ${cards.length > 0 && html`<span>${t("table.known.cards", { cards: cards.map(cardText).join(" ") })}</span>`}
    ${holds.length > 0 && html`<span>${t("table.known.holds", { ranks: holds.map(rankIndex).join(" ") })}</span>`}
    ${lacks.length > 0 && html`<span>${t("table.known.lacks", { ranks: lacks.map(rankIndex).join(" ") })}</span>`}
  </span>`;
}
