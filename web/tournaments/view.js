/** One tournament: what a player does in it, the standings, and the tables of the round. */
import { Problem } from "../../clients/javascript/src/index.js";
import { useHostingStyle } from "../hosting/style.js";
import { TimeLeft } from "../hosting/time_left.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { PlayAs, useIdentity } from "../players/identity.js";
import { announce } from "../shell/announce.js";
import { Question } from "../shell/dialog.js";
import { Fault, Pending } from "../shell/faults.js";
import { submitted, Tick } from "../shell/forms.js";
import { PATIENCE, useAction, useLoaded, useRepeated } from "../shell/requests.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle, useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { hasEnded, isOpen, of, readPage, restPoints, situationOf, takesPart } from "./calls.js";
import { Ended } from "./ended.js";
import { pointsWords, Standings } from "./standings.js";
import { Finished, Tables } from "./tables.js";
import { hostText, termsText } from "./terms.js";

const POLL = 3000; // milliseconds
const HOUR = 3600_000; // milliseconds
const WAITING = ["rests", "played", "missed"]; // for the others of the round
const MOST_TABLES = 100; // that are looked through for a player's own

/** @typedef {import("./calls.js").Tournament} Tournament */

/** @param {import("../shell/router.js").ViewProps} props */
export default function View({ params, fragment }) {
  const id = params["id"] ?? "";
  const code = fragment.get("code") ?? "";
  useSharedStyle();
  useHostingStyle();
  useStyle(new URL("../ratings/ratings.css", import.meta.url));
  const { account } = useStore(session.standing);
  const { data: tournament, error, isLoading, reload } = useLoaded((signal) => read(id, code, signal), [id, account?.username]);
  const isHidden = error instanceof Problem && error.status === 404;
  useRepeated(() => isLoading || isHidden || tournament === null || reload(), POLL);
  const game = tournament?.me?.table?.game ?? null;
  const isAsked = tournament && situationOf(tournament, null) === "confirm";
  useTitle(game ? `● ${t("tournaments.table_ready")}` : isAsked ? `● ${whereText(tournament)}` : (tournament?.name ?? t("tournaments.title")));
  useEffect(() => {
    if (game) announce(t("tournaments.table_ready"));
  }, [game]);
  if (!tournament) {
    if (tournament === null) return html`<${ByCode} id=${id} code=${code} reload=${reload} />`;
    return html`<div class="narrow">
      <h1>${t("tournaments.title")}</h1>
      <${Pending} error=${error} retry=${reload} />
    </div>`;
  }
  return html`
    <div class="narrow class-page">
      <h1>${tournament.name}</h1>
      <p class="lead">${hostText(tournament)}</p>
      <p>${termsText(tournament)}</p>
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      <section class="panel" aria-label=${t("classes.next_step")}>
        <p role="status">${whereText(tournament)}</p>
        ${!tournament.me?.removal && html`<${Countdown} tournament=${tournament} />`}
        ${game &&
        html`<p><strong>${t("tournaments.table_ready")}</strong></p>
          <p class="actions"><a class="button primary big" href="/games/${game}#tournament=${id}">${t("tournaments.to_table")}</a></p>`}
        ${hasEnded(tournament) && html`<${Ended} tournament=${tournament} own=${account?.username} />`}
        <${Actions} tournament=${tournament} code=${code} reload=${reload} />
        <p class="actions">
          ${tournament.me?.directs && html`<a class="button" href=${`/tournaments/${id}/direct`}>${t("tournaments.direct")}</a>`}
        </p>
      </section>
      <${Standings} tournament=${tournament} own=${account?.username} />
      ${tournament.round > 0 && html`<${Tables} tournament=${tournament} />`}
    </div>
  `;
}

/**
 * Read a tournament. Its code shows nothing of it before one joins: null for those who are not in it.
 * @param {string} id @param {string} code @param {AbortSignal} signal
 * @returns {Promise<Tournament | null>}
 */
async function read(id, code, signal) {
  return session.client.get("/tournaments/{tournament_id}", { ...of(id), signal }).catch((problem) => {
    if (code && problem.status === 404) return null;
    throw problem;
  });
}

/** The time until something happens by itself, from an hour before. @param {{tournament: Tournament}} props */
export function Countdown({ tournament: { status, starts_at, confirm_until, ends_at } }) {
  const until = status === "open" ? starts_at : (confirm_until ?? ends_at);
  if (hasEnded({ status }) || status === "paused" || !until || Date.parse(until) - session.client.now() > HOUR) return null;
  return html`<p class="class-clock"><${TimeLeft} endsAt=${until} isPaused=${false} up=${t("tournaments.at_once")}
    left=${status === "open" ? "tournaments.starts_in" : "classes.time_left"} /></p>`;
}

/** What players do. @param {{tournament: Tournament, code: string, reload: () => void}} props */
function Actions({ tournament, code, reload }) {
  const { run, running, error } = useAction();
  const { account, state } = useStore(session.standing);
  const { id, kinds, me, status } = tournament;
  const isSeated = useSeated(tournament, account?.username);
  const [isLeaving, setLeaving] = useState(false);
  if (hasEnded(tournament) || state === "loading") return null;
  if (me?.removal) {
    const reason = t(`tournaments.removal_${me.removal}`);
    return html`<p class="notice">${t("tournaments.removed", { reason })}</p>`;
  }
  if (!takesPart(tournament)) {
    if (kinds === "bots" || !isOpen(tournament)) return null;
    if (tournament.rated && (account?.is_guest ?? true)) {
      return html`<p class="actions"><a class="button primary" href=${signInAddress()}>${t("tournaments.sign_in")}</a></p>`;
    }
    return html`<${JoinForm} id=${id} code=${code} asks=${kinds === "both"} reload=${reload} />`;
  }
  /** @param {"confirm" | "pause" | "withdraw"} what */
  const send = (what) =>
    run(async () => {
      await session.client.post(`/tournaments/{tournament_id}/${what}`, of(id));
      reload();
    });
  const situation = situationOf(tournament, isSeated);
  // In the last round there is no next one to sit out, and no time for it while the own table is opened.
  const maySitOut = me?.status === "active" && status !== "open" && !(isPlayedLast(tournament) || (me.table && !me.table.game));
  /** @param {"confirm" | "pause" | "withdraw"} what @param {boolean} [isMain] */
  const button = (what, isMain = false) =>
    html`<button type="button" class=${isMain ? "primary big" : ""} aria-disabled=${running}
      onClick=${() => (what === "withdraw" && !isOpen(tournament) ? setLeaving(true) : send(what))}>
      ${t(`tournaments.${what}`)}
    </button>`;
  const mayConfirm = situation.endsWith("confirm") || (situation === "paused" && mayComeBack(tournament));
  return html`
    ${error && html`<${Fault} error=${error} />`}
    <p role="status">${situationText(tournament, situation)}</p>
    ${WAITING.includes(situation) && html`<${Finished} tournament=${tournament} />`}
    <p class="actions">
      ${mayConfirm && button("confirm", true)} ${maySitOut && button("pause")}
      ${button("withdraw")}
    </p>
    ${isLeaving && html`<${Question} title=${t("tournaments.withdraw")} confirm=${t("tournaments.withdraw")} running=${running}
      onConfirm=${() => send("withdraw")} close=${() => setLeaving(false)}><p>${t("tournaments.withdraw_text")}</p><//>`}
  `;
}

/** Whether the last round is played. @param {Tournament} tournament */
export const isPlayedLast = ({ round, rounds, phase }) => rounds !== null && round >= rounds && phase === "playing";

/** Whether one who sits out can be back now. @param {Tournament} tournament */
const mayComeBack = ({ status, phase, format }) => status === "running" && (phase === "confirming" || format === "arena");

/** @param {Tournament} tournament @param {string} situation */
function situationText(tournament, situation) {
  const { status, me } = tournament;
  if (status === "open") return t("tournaments.you_are_in");
  if (situation === "seated") return me?.table?.game ? "" : t("tournaments.table_opens");
  if (!situation || situation === "confirm") return "";
  const text = t(`tournaments.you_${situation}`, { points: pointsWords(restPoints(tournament)) });
  if (!WAITING.includes(situation)) return text;
  return `${text} ${t(isPlayedLast(tournament) ? "tournaments.last_round" : "tournaments.next_round")}`;
}

/**
 * Return whether a player has a table in the round that is played, or null if that is not known.
 * @param {Tournament} tournament @param {string | undefined} own
 */
function useSeated(tournament, own) {
  const { id, round, version } = tournament;
  const isAsked = situationOf(tournament, null) === "played";
  const { data } = useLoaded(
    async (signal) => (isAsked ? readPage(id, "tables", { round, limit: MOST_TABLES }, signal) : null),
    [id, isAsked && version],
  );
  if (!data) return null;
  return data.results.some(({ players }) => players.some(({ player }) => player.username === own)) || (data.next ? null : false);
}

/** A link with a code was opened. @param {{id: string, code: string, reload: () => void}} props */
function ByCode(props) {
  return html`<div class="narrow panel">
    <h1>${t("tournaments.invited")}</h1>
    <p>${t("tournaments.invited_private")}</p>
    <${JoinForm} ...${props} asks=${false} />
  </div>`;
}

/**
 * @param {{id: string, code: string, asks: boolean, reload: () => void}} props `asks` for consent to bots; a link with a code
 *   does not tell, so that the refusal asks
 */
function JoinForm({ id, code, asks, reload }) {
  const { run, running, error } = useAction();
  const [withBots, agree] = useState(false);
  const identity = useIdentity();
  const { account } = identity;
  const hasBots = useRef(asks);
  hasBots.current ||= error instanceof Problem && error.code === "bots_not_confirmed";
  const join = () =>
    run(async () => {
      await session.needAccount();
      await identity.save();
      const body = { with_bots: withBots, ...(code && { code }) };
      await session.client.post("/tournaments/{tournament_id}/join", { params: { tournament_id: id }, body, patience: PATIENCE });
      reload();
    });
  return html`<form onSubmit=${submitted(join)}>
    <${PlayAs} identity=${identity} isOpen=${(account?.is_guest ?? true) && !account?.display_name} />
    ${error && html`<${Fault} error=${error} />`}
    ${hasBots.current && html`<${Tick} label=${t("tournaments.agree_to_bots")} isOn=${withBots} set=${agree} />`}
    <p class="actions">
      <button type="submit" class="primary" aria-disabled=${running}>${t("tournaments.join")}</button>
    </p>
  </form>`;
}

/** @param {Tournament} tournament */
export function whereText({ status, phase, round, rounds, confirmed, players, ends_at, end_reason, players_min }) {
  if (status === "cancelled" && end_reason === "too_few_players") return t("tournaments.too_few", { count: players_min });
  if (status !== "running") return t(`tournaments.is_${status}`);
  if (ends_at) return t("tournaments.arena_until", { at: dateText(ends_at, { timeStyle: "short" }) });
  const values = { round, rounds: rounds ?? round };
  if (phase !== "confirming") return t("tournaments.playing", values);
  return `${t("tournaments.confirming", values)} ${t("tournaments.confirmed_count", { count: confirmed, players })}`;
}
