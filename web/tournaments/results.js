/** The results of a tournament, to print or to keep as a file. */
import { SheetActions } from "../hosting/sheet.js";
import { useHostingStyle } from "../hosting/style.js";
import { html } from "../html.js";
import { Pending } from "../shell/faults.js";
import { labelOf } from "../shell/players.js";
import { useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, numberText, t } from "../text/text.js";
import { of, readPage } from "./calls.js";
import { isRanked, pointsText, withoutGaps } from "./standings.js";
import { termsText } from "./terms.js";
import { whereText } from "./view.js";

const LINES = 100; // a page

/** @typedef {import("./calls.js").Standing} Standing */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Results({ params }) {
  const id = params["id"] ?? "";
  useSharedStyle();
  useHostingStyle();
  useTitle(t("classes.results"));
  const { data, error, reload } = useLoaded((signal) => read(id, signal), [id]);
  if (!data) return html`<h1>${t("classes.results")}</h1><${Pending} error=${error} retry=${reload} />`;
  const { tournament, lines } = data;
  const { directs } = tournament.me ?? { directs: false };
  return html`<article class="class-sheet">
    <h1>${t("classes.sheet_title", { name: tournament.name })}</h1>
    <p>${dateText(tournament.started_at ?? tournament.starts_at, { dateStyle: "full" })} · ${termsText(tournament)}</p>
    ${tournament.status !== "over" && html`<p>${whereText(tournament)} ${t("tournaments.not_final")}</p>`}
    <${SheetActions} name=${tournament.name} rows=${sheetRows(lines)}>
      <a class="button" href=${`/tournaments/${id}${directs ? "/direct" : ""}`}>${t("tournaments.back")}</a>
    <//>
    ${lines.length === 0
      ? html`<p>${t("tournaments.no_players")}</p>`
      : html`<div class="wide" role="group" aria-label=${t("classes.results")} tabindex="0">
          <table>
            <thead><tr>${sheetRows([])[0]?.map((title, at) => html`<th scope="col" class=${at === 1 ? "" : "number"} key=${title}>${title}</th>`)}</tr></thead>
            <tbody>
              ${lines.map(
                (line) => html`<tr key=${line.player.username}>
                  <td class="number">${line.place !== null && isRanked(lines) ? numberText(line.place) : ""}</td><th scope="row">${labelOf(line.player)}</th>
                  <td class="number">${pointsText(line.points)}</td><td class="number">${numberText(line.games)}</td>
                  <td class="number">${numberText(line.firsts)}</td><td class="number">${numberText(line.rests)}</td>
                  <td class="number">${line.margin === null ? "" : pointsText(line.margin)}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <p class="hint">${t("tournaments.results_hint")}</p>`}
  </article>`;
}

/** @param {string} id @param {AbortSignal} signal */
async function read(id, signal) {
  const tournament = await session.client.get("/tournaments/{tournament_id}", { ...of(id), signal });
  /** @type {Standing[]} */
  const lines = [];
  let cursor = /** @type {string | null} */ ("");
  while (cursor !== null) {
    const page = await readPage(id, "standings", { limit: LINES, cursor: cursor || undefined }, signal);
    lines.push(...page.results);
    cursor = page.next && new URL(page.next).searchParams.get("cursor");
  }
  return { tournament, lines: withoutGaps(lines) };
}

/** Return the rows of the file, titles first. @param {Standing[]} lines @returns {(string | number)[][]} */
export function sheetRows(lines) {
  const own = (/** @type {string} */ name) => t(`tournaments.${name}`);
  return [
    [...["place", "player", "points"].map(own), t("classes.games"), t("classes.firsts"), ...["rests_title", "margin"].map(own)],
    ...lines.map(({ place, player, points, games, firsts, rests, margin }) => [(isRanked(lines) && place) || "", labelOf(player), points, games, firsts, rests, margin ?? ""]),
  ];
}
