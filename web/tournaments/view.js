/** One tournament: what a player does in it, the standings, and the tables of the round. */
import { Problem } from "../../clients/javascript/src/index.js";
import { announce } from "../shell/announce.js";
import { html, useEffect, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { submitted, Tick } from "../shell/forms.js";
import { PlayerName } from "../players/picture.js";
import { nameOf, playerOf } from "../shell/players.js";
import { PATIENCE, useAction, useLoaded, useRepeated } from "../shell/requests.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle, useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, numberText, t } from "../text/text.js";
import { Pages } from "./pages.js";
import { termsText } from "./terms.js";

const POLL = 3000; // milliseconds
const LINES = 50; // a page
const TABLES = 20; // a page

/**
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]} Schemas
 * @typedef {Schemas["Tournament"]} Tournament
 * @typedef {Schemas["StandingsPage"]} StandingsPage
 * @typedef {Schemas["Standing"]} Standing
 * @typedef {Schemas["TournamentTablePage"]} TablePage
 * @typedef {Schemas["TournamentTable"]} Table
 */

/** @param {import("../shell/router.js").ViewProps} props */
export default function View({ params, fragment }) {
  const id = params["id"] ?? "";
  const code = fragment.get("code") ?? "";
  useSharedStyle();
  useStyle(new URL("../ratings/ratings.css", import.meta.url));
  const { account } = useStore(session.standing);
  const { data: tournament, error, isLoading, reload } = useLoaded((signal) => read(id, code, signal), [id, account?.username]);
  const isHidden = error instanceof Problem && error.status === 404;
  useRepeated(() => isLoading || isHidden || tournament === null || reload(), POLL);
  const game = tournament?.me?.table?.game ?? null;
  useTitle(game ? `● ${t("tournaments.table_ready")}` : (tournament?.name ?? t("tournaments.title")));
  useEffect(() => {
    if (game) announce(t("tournaments.table_ready"));
  }, [game]);
  if (!tournament) {
    if (tournament === null) return html`<${ByCode} id=${id} code=${code} reload=${reload} />`;
    return html`
      <div class="narrow">
        <h1>${t("tournaments.title")}</h1>
        ${error ? html`<${Fault} error=${error} retry=${reload} />` : html`<p class="loading">${t("common.loading")}</p>`}
      </div>
    `;
  }
  const { me, round, status, version } = tournament;
  return html`
    <div class="narrow">
      <h1>${tournament.name}</h1>
      <p class="lead">${t("tournaments.by", { host: tournament.host, at: dateText(tournament.starts_at) })}</p>
      <p>${termsText(tournament)}</p>
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      <p role="status">${whereText(tournament)}</p>
      ${status === "running" && tournament.phase === "confirming" &&
      html`<p>${t("tournaments.confirmed_count", { confirmed: tournament.confirmed, players: tournament.players })}</p>`}
      ${tournament.join_code && html`<p>${t("tournaments.link")} <code>${linkOf(tournament)}</code></p>`}
      ${game &&
      html`<div class="notice">
        <p><strong>${t("tournaments.table_ready")}</strong></p>
        <p class="actions"><a class="button primary big" href="/games/${game}#tournament=${id}">${t("tournaments.to_table")}</a></p>
      </div>`}
      <${Actions} tournament=${tournament} code=${code} reload=${reload} />
      <${Standings} id=${id} version=${version} own=${account?.username} place=${me?.place} />
      ${round > 0 && html`<${Tables} id=${id} version=${version} round=${round} isArena=${tournament.format === "arena"} />`}
    </div>
  `;
}

/**
 * Read a tournament. Its code shows nothing of it before one joins: null for those who are not in it.
 * @param {string} id @param {string} code @param {AbortSignal} signal
 * @returns {Promise<Tournament | null>}
 */
async function read(id, code, signal) {
  const options = { params: { tournament_id: id }, signal, patience: PATIENCE };
  return session.client.get("/tournaments/{tournament_id}", options).catch((problem) => {
    if (code && problem.status === 404) return null;
    throw problem;
  });
}

/** What players do. @param {{tournament: Tournament, code: string, reload: () => void}} props */
function Actions({ tournament, code, reload }) {
  const { run, running, error } = useAction();
  const { account, state } = useStore(session.standing);
  const { id, format, kinds, me, phase, status } = tournament;
  if (["over", "cancelled"].includes(status) || state === "loading") return null;
  if (me?.removal) {
    const reason = t(`tournaments.removal_${me.removal}`);
    return html`<p class="notice">${t("tournaments.removed", { reason })}</p>`;
  }
  if (me?.status !== "active" && me?.status !== "paused") {
    if (kinds === "bots" || !isOpen(tournament)) return null;
    if (tournament.rated && (account?.is_guest ?? true)) {
      return html`<p class="actions"><a class="button" href=${signInAddress()}>${t("tournaments.sign_in")}</a></p>`;
    }
    return html`<${JoinForm} id=${id} code=${code} asks=${kinds === "both"} reload=${reload} />`;
  }
  /** @param {"confirm" | "pause" | "withdraw"} what */
  const send = (what) =>
    run(async () => {
      const options = { params: { tournament_id: id }, patience: PATIENCE };
      await session.client.post(`/tournaments/{tournament_id}/${what}`, options);
      reload();
    });
  const mayConfirm = !me.ready && status === "running" && (phase === "confirming" || format === "arena");
  /** @param {"confirm" | "pause" | "withdraw"} what @param {boolean} [isMain] */
  const button = (what, isMain = false) =>
    html`<button type="button" class=${isMain ? "primary" : ""} aria-disabled=${running} onClick=${() => send(what)}>
      ${t(`tournaments.${what}`)}
    </button>`;
  return html`
    ${error && html`<${Fault} error=${error} />`}
    ${me.ready && !me.table && html`<p>${t("tournaments.confirmed")}</p>`}
    ${me.status === "paused" && html`<p>${t("tournaments.paused")}</p>`}
    ${mayConfirm && me.status === "active" && format === "arena" && html`<p>${t("tournaments.arena_confirm")}</p>`}
    <p class="actions">
      ${mayConfirm && button("confirm", true)} ${me.status === "active" && status !== "open" && button("pause")}
      ${button("withdraw")}
    </p>
  `;
}

/** A link with a code was opened. @param {{id: string, code: string, reload: () => void}} props */
function ByCode(props) {
  return html`<div class="narrow panel">
    <h1>${t("tournaments.invited")}</h1>
    <${JoinForm} ...${props} asks=${true} />
  </div>`;
}

/** @param {{id: string, code: string, asks: boolean, reload: () => void}} props `asks`: for consent to bots */
function JoinForm({ id, code, asks, reload }) {
  const { run, running, error } = useAction();
  const [withBots, agree] = useState(false);
  const join = () =>
    run(async () => {
      await session.needAccount();
      const body = { with_bots: withBots, ...(code && { code }) };
      await session.client.post("/tournaments/{tournament_id}/join", { params: { tournament_id: id }, body, patience: PATIENCE });
      reload();
    });
  return html`<form onSubmit=${submitted(join)}>
    ${error && html`<${Fault} error=${error} />`}
    ${asks && html`<${Tick} label=${t("tournaments.agree_to_bots")} isOn=${withBots} set=${agree} />`}
    <p class="actions">
      <button type="submit" class="primary" aria-disabled=${running}>${t("tournaments.join")}</button>
    </p>
  </form>`;
}

/** @param {{id: string, version: number, own: string | undefined, place: number | null | undefined}} props */
function Standings({ id, version, own, place }) {
  const [cursor, show] = useState("");
  const { data, error, reload } = useLoaded(
    (signal) => readPage(id, "standings", { limit: LINES, cursor: cursor || undefined }, signal),
    [id, version, cursor],
  );
  const page = /** @type {StandingsPage | undefined} */ (data);
  return html`
    <h2>${t("tournaments.standings")}</h2>
    ${error && html`<${Fault} error=${error} retry=${reload} />`}
    ${!page && !error && html`<p class="loading">${t("common.loading")}</p>`}
    ${page && !page.results.length && html`<p>${t("tournaments.no_players")}</p>`}
    ${Boolean(page?.results.length) &&
    html`<p class="soft">${t("tournaments.luck")}</p>
      ${typeof place === "number" && html`<p>${t("tournaments.own_place", { place })}</p>`}
      <${Lines} lines=${page?.results} own=${own} />`}
    <${Pages} page=${page} show=${show} />
  `;
}

/** @param {{lines: Standing[], own: string | undefined}} props */
function Lines({ lines, own }) {
  return html`
    <div class="wide" role="group" aria-label=${t("tournaments.standings")} tabindex="0">
      <table class="leaderboard">
        <thead>
          <tr>
            <th scope="col" class="number">${t("tournaments.place")}</th>
            <th scope="col">${t("tournaments.player")}</th>
            <th scope="col" class="number">${t("tournaments.points")}</th>
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            (line) => html`
              <tr key=${line.player.username} class=${line.player.username === own ? "own" : ""}>
                <td class="number">${line.place === null ? "" : numberText(line.place)}</td>
                <th scope="row">
                  <a href="/players/${line.player.username}"
                    ><${PlayerName} name=${nameOf(playerOf(line.player))} player=${playerOf(line.player)}
                  /></a>
                  <span class="note soft small">${noteText(line)}</span>
                </th>
                <td class="number">${numberText(line.points, { maximumFractionDigits: 2 })}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** The tables of a round. @param {{id: string, version: number, round: number, isArena: boolean}} props */
function Tables({ id, version, round, isArena }) {
  const [earlier, setEarlier] = useState(0); // an older round, or 0 for the newest
  const [cursor, show] = useState("");
  const shown = earlier || round;
  const { data, error, reload } = useLoaded(
    (signal) => readPage(id, "tables", { round: shown, limit: TABLES, cursor: cursor || undefined }, signal),
    [id, version, shown, cursor],
  );
  useEffect(() => show(""), [shown]);
  const page = /** @type {TablePage | undefined} */ (data);
  if (error) return html`<${Fault} error=${error} retry=${reload} />`;
  if (!page || (!page.results.length && round === 1)) return null;
  /** @param {number} other @param {string} label */
  const button = (other, label) =>
    html`<button type="button" onClick=${() => setEarlier(other < round ? other : 0)}>${t(label)}</button>`;
  return html`
    <h2>${isArena && !earlier ? t("tournaments.tables_newest") : t("tournaments.tables", { round: shown })}</h2>
    <ul class="plain games">
      ${page.results.map((table) => html`<${TableEntry} key=${`${table.round}/${table.number}`} table=${table} />`)}
    </ul>
    <${Pages} page=${page} show=${show} />
    ${round > 1 &&
    html`<p class="actions">
      ${shown > 1 && button(shown - 1, "tournaments.round_before")}
      ${shown < round && button(shown + 1, "tournaments.round_after")}
    </p>`}
  `;
}

/** @param {{table: Table}} props */
function TableEntry({ table }) {
  const title = t("tournaments.table", { number: table.number });
  return html`
    <li class="panel">
      <h3>${title}</h3>
      <ul class="plain">
        ${table.players.map(
          ({ player, points }) => html`
            <li key=${player.username}>
              ${nameOf(playerOf(player))}${points === null
                ? ""
                : ` – ${t("tournaments.won_points", { count: points, points: numberText(points, { maximumFractionDigits: 2 }) })}`}
            </li>
          `,
        )}
      </ul>
      ${table.game &&
      html`<p class="actions">
        <a class="button" href="/games/${table.game}" aria-label=${`${title}: ${t(`tournaments.see_${table.status}`)}`}
          >${t(`tournaments.see_${table.status}`)}</a
        >
      </p>`}
    </li>
  `;
}

/** Return how many games a player has played, and what they tell. @param {Standing} line */
function noteText({ games, place, behind_first }) {
  const played = t("tournaments.games", { count: games });
  if (!games || place === 1) return played;
  return `${played} · ${t(behind_first ? "tournaments.behind" : "tournaments.not_distinguishable")}`;
}

/** @param {Tournament} tournament */
function whereText({ status, phase, round, rounds, confirm_until, ends_at }) {
  if (status !== "running") return t(`tournaments.is_${status}`);
  if (ends_at) return t("tournaments.arena_until", { at: dateText(ends_at, { timeStyle: "short" }) });
  if (phase === "confirming" && confirm_until) {
    return t("tournaments.confirming", { round, at: dateText(confirm_until, { timeStyle: "medium" }) });
  }
  return t("tournaments.playing", { round, rounds: rounds ?? round });
}

/** Return whether players may still join. @param {Tournament} tournament */
function isOpen({ status, format, round, late_until }) {
  return status === "open" || format === "arena" || (format === "rounds" && round <= late_until);
}

/** @param {Tournament} tournament */
function linkOf({ id, join_code }) {
  return `${location.origin}/tournaments/${id}#code=${join_code}`;
}

/**
 * @param {string} id @param {"standings" | "tables"} what @param {object} query @param {AbortSignal} signal
 */
function readPage(id, what, query, signal) {
  const options = { params: { tournament_id: id }, query, signal, patience: PATIENCE };
  return /** @type {any} */ (session.client).get(`/tournaments/{tournament_id}/${what}`, options);
}
