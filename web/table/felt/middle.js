/** The middle of the table: the stock, what lies aside, and what is going on. */

import { Back } from "../../cards/card.js";
import { html } from "../../html.js";
import { t } from "../../text/text.js";

const DEEPEST = 4;

/**
 * @param {{state: import("../types.js").State, names: readonly string[], you: number | null, rules: Record<string, any>,
 *   detail: string, skip: (() => void) | null}} props
 *   `skip` shows the newest position at once, while moves are being shown
 */
export function Middle({ state, names, you, rules, detail, skip }) {
  const depth = Math.min(Math.ceil(state.stock / 8), DEEPEST);
  const aside = state.void.length + state.discards.length;
  return html`<div class="middle">
    ${rules["deal_table"] !== "all" &&
    html`<div class="stock" data-stock>
      <span class="deck" aria-hidden="true">
        ${depth
          ? Array.from({ length: depth }, (_, at) => html`<${Back} key=${at} />`)
          : html`<span class="card ghost"></span>`}
      </span>
      <span class="count">${t("table.stock", { count: state.stock })}</span>
    </div>`}
    <div class="telling">
      <p class="situation">${situation(state, names, you)}</p>
      ${detail && html`<p class="detail">${detail}</p>`}
      ${aside > 0 && html`<p class="detail">${t("table.aside", { count: aside })}</p>`}
      ${skip && html`<button type="button" class="quiet" onClick=${skip}>${t("table.skip")}</button>`}
    </div>
  </div>`;
}

/** @param {import("../types.js").State} state @param {readonly string[]} names @param {number | null} you */
function situation({ phase, to_act: seat }, names, you) {
  if (phase === "over") return t("table.over");
  if (seat === null) return t("table.referee_acts");
  const isYou = seat === you;
  const name = names[seat] ?? "";
  if (phase === "cut") return isYou ? t("table.you_cut") : t("table.other_cuts", { name });
  if (phase === "answer") return isYou ? t("table.you_answer") : t("table.other_answers", { name });
  return isYou ? t("table.your_turn") : t("table.other_turn", { name });
}
