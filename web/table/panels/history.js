/** What happened, move by move in words, the newest first. */

import { html, useState } from "../../html.js";
import { useRoving } from "../../shell/roving.js";
import { dateText, numberText, t } from "../../text/text.js";
import { sentences } from "../words/events.js";

const SHOWN = 40;

/**
 * @param {{table: import("../state/reducer.js").Table, names: readonly string[], listener: (number: number) => number | null,
 *   readEarlier: () => Promise<boolean>, complain: ((move: number) => void) | null}} props
 */
export function History({ table, names, listener, readEarlier, complain }) {
  const [count, setCount] = useState(SHOWN);
  const roving = useRoving(".report");
  const reached = table.shown?.version ?? 0;
  const lines = table.moves
    .filter(({ number }) => number <= reached)
    .map((move) => ({ move, words: sentences(move.events, { names, you: listener(move.number) }) }))
    .filter(({ words }) => words.length);
  const shown = lines.slice(-count).reverse();
  const hasEarlier = shown.length < lines.length || (table.moves[0]?.number ?? 1) > 1;
  const more = async () => {
    if (count >= lines.length) await readEarlier();
    setCount(count + SHOWN);
  };
  return html`<section class="history" aria-labelledby="history-title">
    <h2 id="history-title">${t("table.history")}</h2>
    <ol class="moves" reversed aria-labelledby="history-title" tabindex=${complain ? undefined : 0} ...${roving}>
      ${shown.map(
        ({ move, words }) => html`<li key=${move.number} value=${move.number}>
          <p>${words.join(" ")} ${complain && move.events.some(({ type }) => type === "ruled") &&
            html`<button type="button" class="quiet" onClick=${() => complain(move.number)}>${t("table.to_ruling")}</button>`}</p>
          ${complain &&
          html`<button type="button" class="report" onClick=${() => complain(move.number)}
            aria-label=${t("table.complain_at", { move: move.number })} title=${t("table.complain_at", { move: move.number })}>
            <time datetime=${move.at}>${dateText(move.at, { timeStyle: "short" })}</time>
            <span aria-hidden="true">⚑ ${numberText(move.number)}</span>
          </button>`}
        </li>`,
      )}
    </ol>
    ${hasEarlier && !table.hasHistory && html`<p class="loading">${t("common.loading")}</p>`}
    ${hasEarlier && table.hasHistory && html`<p><button type="button" class="quiet" onClick=${more}>${t("table.earlier")}</button></p>`}
  </section>`;
}
