/** The tables of a round. */
import { html, useEffect, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { nameOf, playerOf } from "../shell/players.js";
import { useLoaded } from "../shell/requests.js";
import { t } from "../text/text.js";
import { readPage } from "./calls.js";
import { Pages } from "./pages.js";
import { pointsText } from "./standings.js";

const TABLES = 20; // a page
const MOST_TABLES = 100; // whose ends are counted

/** @param {{tournament: import("./calls.js").Tournament}} props */
export function Tables({ tournament }) {
  const { id, version, round, format } = tournament;
  const [earlier, setEarlier] = useState(0); // an older round, or 0 for the newest
  const [cursor, show] = useState("");
  const shown = earlier || round;
  const { data: page, error, reload } = useLoaded(
    (signal) => readPage(id, "tables", { round: shown, limit: TABLES, cursor: cursor || undefined }, signal),
    [id, version, shown, cursor],
  );
  useEffect(() => show(""), [shown]);
  if (error) return html`<${Fault} error=${error} retry=${reload} />`;
  if (!page || (!page.results.length && round <= 1)) return null;
  /** @param {number} other @param {string} label */
  const button = (other, label) =>
    html`<button type="button" onClick=${() => setEarlier(other < round ? other : 0)}>${t(label)}</button>`;
  return html`<section>
    <h2>${format === "arena" && !earlier ? t("tournaments.tables_newest") : t("tournaments.tables", { round: shown })}</h2>
    <ul class="plain class-tables">
      ${page.results.map((table) => html`<${TableEntry} key=${`${table.round}/${table.number}`} table=${table} />`)}
    </ul>
    <${Pages} page=${page} show=${show} />
    ${round > 1 &&
    html`<p class="actions">
      ${shown > 1 && button(shown - 1, "tournaments.round_before")}
      ${shown < round && button(shown + 1, "tournaments.round_after")}
    </p>`}
  </section>`;
}

/** @param {{table: import("./calls.js").Table}} props */
function TableEntry({ table }) {
  const title = t("tournaments.table", { number: table.number });
  return html`<li class=${`panel class-table ${table.status}`}>
    <div class="class-table-head">
      <h3>${title}</h3>
      ${table.status === "over" && html`<span class="badge">${t("tournaments.table_over")}</span>`}
      ${table.game &&
      html`<a class="button quiet" href="/games/${table.game}" aria-label=${`${title}: ${t(`tournaments.see_${table.status}`)}`}
        >${t(`tournaments.see_${table.status}`)}</a
      >`}
    </div>
    <ol class="plain">
      ${table.players.map(
        ({ player, points, left }) => html`<li key=${player.username}>
          <span>${nameOf(playerOf(player))}</span>
          <span class="notes">${left && t("tournaments.left_table")}</span>
          ${points !== null && html`<span class="score">${pointsText(points)}<span class="visually-hidden"> ${t("tournaments.points")}</span></span>`}
        </li>`,
      )}
    </ol>
  </li>`;
}

/** How many tables of the round have finished. @param {{tournament: import("./calls.js").Tournament}} props */
export function Finished({ tournament: { id, round, version } }) {
  const { data } = useLoaded((signal) => readPage(id, "tables", { round, limit: MOST_TABLES }, signal), [id, round, version]);
  if (!data || data.next) return null;
  const over = data.results.filter(({ finished_at: at }) => at !== null).length;
  return html`<p>${t("classes.step_playing", { count: over, tables: data.results.length })}</p>`;
}
