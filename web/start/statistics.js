/** The results of a player, by preset: of their profile, or all of one's own, also against bots. */
import { html } from "../html.js";
import { presetName } from "../rules/rule_sets.js";
import { Fault } from "../shell/faults.js";
import { botName } from "../shell/players.js";
import { PATIENCE, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { hasText, numberText, t } from "../text/text.js";

const LEVELS = ["random", "forgetful", "memory", "expert", "master", "mixed"];
const PARTS = /** @type {const} */ (["won", "shared", "lost"]);
const PERCENT = { style: /** @type {const} */ ("percent") };

/** @typedef {{preset: string, bots?: string | null, played: number, won: number, shared: number, lost: number}} Result */

/** What a profile shows to all. @param {{results: readonly Result[]}} props */
export function Statistics({ results }) {
  return html`<section>
    <h2>${t("start.statistics")}</h2>
    ${results.length ? html`<${Results} results=${results} /><p class="soft small">${t("start.without_bots")}</p>` : html`<p>${t("start.no_results")}</p>`}
  </section>`;
}

/** One's own results, also against bots. */
export function OwnStatistics() {
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/me/statistics", { signal, patience: PATIENCE }),
    [],
  );
  const results = /** @type {Result[]} */ (data?.results ?? []);
  const sorted = [...results].sort((one, other) => one.preset.localeCompare(other.preset) || levelOf(one) - levelOf(other));
  return html`<section>
    <h2>${t("start.statistics")}</h2>
    ${error && html`<${Fault} error=${error} retry=${reload} />`}
    ${!data && !error && html`<p class="loading">${t("common.loading")}</p>`}
    ${data && !results.length && html`<p>${t("start.no_own_results")}</p>`}
    ${results.length > 0 &&
    html`<${Chart} results=${sorted} /><${Results} results=${sorted} isOwn />
      <p class="soft small">${t("start.only_you_see", { count: data?.newest ?? 0 })}</p>`}
  </section>`;
}

/** @param {Result} result */
const levelOf = ({ bots }) => (bots ? LEVELS.indexOf(bots) : -1);

/** Return whom the games were against. @param {Result} result */
function against({ bots }) {
  if (!bots) return t("start.against_people");
  return hasText(`common.bot_${bots}`) ? botName(bots) : t("start.against_mixed");
}

/** Bars, as wide as the most games; the table has the same numbers. @param {{results: readonly Result[]}} props */
function Chart({ results }) {
  const most = Math.max(...results.map(({ played }) => played));
  return html`<div class="results-chart" aria-hidden="true">
    <p class="legend">${PARTS.map((part) => html`<span key=${part}><i class=${part}></i>${t(`start.${part}_games`)}</span>`)}</p>
    ${results.map((result) => {
      let x = 0;
      return html`<div class="bar" key=${`${result.preset} ${result.bots}`}>
        <span>${presetName(result.preset)} <small>${against(result)}</small></span>
        <svg viewBox=${`0 0 ${most} 1`} preserveAspectRatio="none">
          ${PARTS.map((part) => {
            const drawn = html`<rect key=${part} class=${part} x=${x} y="0" width=${result[part]} height="1" />`;
            x += result[part];
            return drawn;
          })}
        </svg>
      </div>`;
    })}
  </div>`;
}

/** @param {{results: readonly Result[], isOwn?: boolean}} props */
function Results({ results, isOwn = false }) {
  const columns = ["preset", ...(isOwn ? ["against"] : []), "played", "won_games", "shared_games", "lost_games", "share"];
  /** @param {string} column @param {string} text */
  const cell = (column, text) => html`<td data-column=${t(`start.${column}`)}>${text}</td>`;
  return html`<div class="wide results" role="group" aria-label=${t("start.statistics")} tabindex="0">
    <table>
      <thead>
        <tr>${columns.map((column) => html`<th scope="col" key=${column}>${t(`start.${column}`)}</th>`)}</tr>
      </thead>
      <tbody>
        ${results.map(
          (result) => html`<tr key=${`${result.preset} ${result.bots}`}>
            <th scope="row">${presetName(result.preset)}</th>
            ${isOwn && cell("against", against(result))}
            ${cell("played", numberText(result.played))}
            ${PARTS.map((part) => cell(`${part}_games`, numberText(result[part])))}
            ${cell("share", result.played ? numberText(result.won / result.played, PERCENT) : "")}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
