/** Asks in words: the one of the current move, and all of them in a table. */
import { cardName, rankAsked } from "../../cards/names.js";
import { html } from "../../html.js";
import { numberText, t } from "../../text/text.js";
import { costPoints, percent } from "./figures.js";

/** Costs below this are noise of the model. */
const LEAST_COST = 0.005;

/**
 * @typedef {import("./types.js").JudgedAsk} JudgedAsk
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Shown} Shown
 */

/** Return what an ask asks for, and whom. @param {import("./types.js").Ask} ask @param {readonly string[]} names */
const askValues = ({ target, rank, card }, names) => ({
  other: names[target] ?? "",
  what: card ? t("cards.asked_card", { card: cardName(card) }) : rankAsked(rank),
});

/** Return an ask as a sentence. @param {JudgedAsk} judged @param {readonly string[]} names */
export const askText = ({ seat, ask }, names) => t("analysis.ask", { name: names[seat] ?? "", ...askValues(ask, names) });

/** The ask of the current move. @param {{analysis: Analysis, shown: Shown}} props */
export function CurrentAsk({ analysis, shown }) {
  const { names, at } = shown;
  const judged = analysis.asks.find(({ number }) => number === at);
  return html`<section class="current-ask" aria-labelledby="current-ask">
    <h3 id="current-ask">${t("analysis.this_move", { move: at })}</h3>
    ${judged ? html`<${Judgement} judged=${judged} names=${names} />` : html`<p class="soft">${t("analysis.no_ask")}</p>`}
  </section>`;
}

/** @param {{judged: JudgedAsk, names: readonly string[]}} props */
function Judgement({ judged, names }) {
  const { hit, provable, hit_chance, win, best, cost, seat, win_after } = judged;
  const certain = provable ? t(`analysis.provable_${provable}`) : t("analysis.hit_chance", { chance: percent(hit_chance) });
  const isBest = cost < LEAST_COST;
  const better = { ...askValues(best.ask, names), chance: percent(best.win), cost: costPoints(cost) };
  return html`<p><b>${askText(judged, names)}</b> ${t(hit ? "analysis.was_hit" : "analysis.was_miss")}</p>
    <ul>
      <li>${certain}</li>
      <li>${t("analysis.win_by_ask", { name: names[seat] ?? "", chance: percent(win), after: percent(win_after) })}</li>
      <li>${isBest ? t("analysis.was_best") : t("analysis.better", better)}</li>
    </ul>`;
}

/** All asks: what the graph shows, for those who do not see it. @param {{analysis: Analysis, shown: Shown}} props */
export function AskTable({ analysis, shown }) {
  const { names, address, at } = shown;
  const head = ["move", "asked", "hit_column", "hit_chance_column", "win_column", "after_column", "cost_column"];
  return html`<details>
    <summary>${t("analysis.table")}</summary>
    <div class="scrolled" role="group" tabindex="0" aria-label=${t("analysis.table")}>
      <table class="ask-table">
        <thead><tr>${head.map((name) => html`<th key=${name} scope="col">${t(`analysis.${name}`)}</th>`)}</tr></thead>
        <tbody>
          ${analysis.asks.map((judged) => html`<tr key=${judged.number}>
            <th scope="row"><a href=${address(judged.number)} aria-current=${judged.number === at ? "step" : null}>${numberText(judged.number)}</a></th>
            <td class="words">${askText(judged, names)}</td>
            <td>${t(judged.hit ? "analysis.yes" : "analysis.no")}</td>
            <td>${percent(judged.hit_chance)}</td>
            <td>${percent(judged.win)}</td>
            <td>${percent(judged.win_after)}</td>
            <td>${costPoints(judged.cost)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`;
}
