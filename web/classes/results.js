/** The results of a class and the sheet of the lesson, to print or to keep as a file. */
import { html } from "../html.js";
import { Fault } from "../shell/faults.js";
import { useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, numberText, t } from "../text/text.js";
import { of } from "./calls.js";
import { SheetActions } from "../hosting/sheet.js";
import { useHostingStyle } from "../hosting/style.js";

/** @typedef {import("./types.js").Result} Result */

const MOST_ON_A_PAGE = 5; // rounds whose columns fit on upright A4

/** @param {import("../shell/router.js").ViewProps} props */
export default function Results({ params }) {
  const id = params["id"] ?? "";
  useSharedStyle();
  useHostingStyle();
  useTitle(t("classes.results"));
  const { data, error, reload } = useLoaded((signal) => session.client.get("/classes/{class_id}/results", { ...of(id), signal }), [id]);
  if (!data) {
    return html`<h1>${t("classes.results")}</h1>
      ${error ? html`<${Fault} error=${error} retry=${reload} />` : html`<p class="loading" role="status">${t("common.loading")}</p>`}`;
  }
  const { name, results } = data;
  return html`<article class=${data.rounds > MOST_ON_A_PAGE ? "class-sheet many-rounds" : "class-sheet"}>
    <h1>${t("classes.sheet_title", { name })}</h1>
    <p>${dateText(new Date(), { dateStyle: "full" })} · ${t("classes.rounds", { count: data.rounds })} · ${t("classes.children_count", { count: results.length })}</p>
    <${SheetActions} name=${name} rows=${totals(results)}><a class="button" href=${`/classes/${id}`}>${t("classes.back")}</a><//>
    ${results.length === 0 ? html`<p>${t("classes.no_results")}</p>` : html`<${ResultTable} results=${results} rounds=${data.rounds} />`}
    <section class="sheet-notes">
      <h2>${t("classes.observations")}</h2>
      <ul>
        <li>${t("classes.question_memory")}</li>
        <li>${t("classes.question_guess")}</li>
        <li>${t("classes.question_fair")}</li>
      </ul>
    </section>
  </article>`;
}

/** @param {{results: Result[], rounds: number}} props */
function ResultTable({ results, rounds }) {
  const all = Array.from({ length: rounds }, (_, at) => at + 1);
  return html`
    <div class="wide" role="group" aria-label=${t("classes.results")} tabindex="0">
      <table>
        <thead><tr>
          <th scope="col" class="number">${t("classes.rank")}</th><th scope="col">${t("classes.child")}</th>
          <th scope="col" class="number">${t("classes.games")}</th><th scope="col" class="number">${t("classes.firsts")}</th>
          <th scope="col" class="number">${t("classes.books_title")}</th><th scope="col" class="number">${t("classes.asks")}</th>
          <th scope="col" class="number">${t("classes.hits")}</th>
          ${all.map((round) => html`<th scope="col" class="number" key=${round}>${t("classes.round", { round })}</th>`)}
        </tr></thead>
        <tbody>
          ${results.map(
            (line) => html`<tr key=${line.place}>
              <td class="number">${numberText(line.rank)}</td><th scope="row">${line.name}</th>
              <td class="number">${numberText(line.games)}</td><td class="number">${numberText(line.firsts)}</td>
              <td class="number">${numberText(line.books)}</td><td class="number">${numberText(line.asks)}</td>
              <td class="number">${numberText(line.hits)}</td>
              ${all.map((round) => html`<td class="number" key=${round}>${roundText(line, round)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">${t("classes.results_hint")}</p>
  `;
}

/** @param {Result} line @param {number} round */
function roundText({ tables }, round) {
  const played = tables.filter((table) => table.round === round);
  return played.map(({ table, books, first }) => t(first ? "classes.round_first" : "classes.round_books", { table, books })).join(", ");
}

/** @param {Result[]} results */
function totals(results) {
  const header = ["rank", "child", "games", "firsts", "books_title", "asks", "hits"].map((name) => t(`classes.${name}`));
  const rows = results.map(({ rank, name, games, firsts, books, asks, hits }) => [rank, name, games, firsts, books, asks, hits]);
  return [header, ...rows];
}
