/** The middle of the table: the stock, what lies aside, and what is going on. */

import { Back } from "../../cards/card.js";
import { html } from "../../html.js";
import { t } from "../../text/text.js";

const DEEPEST = 4;

/**
 * @param {{state: import("../types.js").State, situation: string, detail: string, hasStock: boolean,
 *   skip: (() => void) | null}} props
 *   `skip` shows the newest position at once, while moves are being shown
 */
export function Middle({ state, situation, detail, hasStock, skip }) {
  const depth = Math.min(Math.ceil(state.stock / 8), DEEPEST);
  const aside = state.void.length + state.discards.length;
  return html`<div class="middle">
    ${hasStock &&
    html`<div class="stock" data-stock>
      <span class="deck" aria-hidden="true">
        ${depth
          ? Array.from({ length: depth }, (_, at) => html`<${Back} key=${at} />`)
          : html`<span class="card ghost"></span>`}
      </span>
      <span class="count">${t("table.stock", { count: state.stock })}</span>
    </div>`}
    <div class="telling">
      <p class="situation">${situation}</p>
      ${detail && html`<p class="detail">${detail}</p>`}
      ${aside > 0 && html`<p class="detail">${t("table.aside", { count: aside })}</p>`}
      ${skip && html`<button type="button" class="quiet" onClick=${skip}>${t("table.skip")}</button>`}
    </div>
  </div>`;
}
