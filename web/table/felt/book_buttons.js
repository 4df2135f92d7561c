/** Books that may be laid: one button each, those with the fewest jokers first. */

import { cardName, cardText, rankName } from "../../cards/names.js";
import { html, useState } from "../../html.js";
import { listText, t } from "../../text/text.js";

const SHOWN_AT_FIRST = 3;

/** @param {{books: import("../types.js").Action[], send: (action: import("../types.js").Action) => void}} props */
export function BookButtons({ books, send }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? books : books.slice(0, SHOWN_AT_FIRST);
  return html`<div class="book-buttons">
    <p class="prompt">${t("table.may_lay")}</p>
    <ul class="ask-buttons">
      ${shown.map(({ cards = [] }) => {
        const rank = cards.find((card) => card[1] !== "J")?.[0] ?? "";
        return html`<li key=${cards.join("")}>
          <button type="button" onClick=${() => send({ type: "declare", cards })}
            aria-label=${t("table.lay_named", { ranks: rankName(rank), cards: listText(cards.map(cardName)) })}>
            ${t("table.lay", { cards: cards.map(cardText).join(" ") })}
          </button>
        </li>`;
      })}
      ${shown.length < books.length &&
      html`<li><button type="button" class="quiet" onClick=${() => setWhole(true)}>
        ${t("table.more_books", { count: books.length - shown.length })}
      </button></li>`}
    </ul>
  </div>`;
}
