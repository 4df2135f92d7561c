/** Join a table, a class or a tournament with a link or a code. */
import { html, useRef, useState } from "../html.js";
import { PlayAs, useIdentity } from "../players/identity.js";
import { PlayerName } from "../players/picture.js";
import { rulesText } from "../rules/rule_sets.js";
import { RulesSummary } from "../rules/rules_summary.js";
import { CodeForm } from "../shell/code_form.js";
import { whereTo } from "../shell/codes.js";
import { Fault, Pending } from "../shell/faults.js";
import { submitted } from "../shell/forms.js";
import { concerns } from "../shell/live.js";
import { namesOf } from "../shell/players.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { navigate, routeOf } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { clockText, seatOf } from "./games.js";

/** Why a table that is not open any more cannot be joined. */
const TOO_LATE = /** @type {Record<string, string>} */ ({
  running: "common.fault_already_started",
  over: "common.fault_game_over",
  closed: "common.fault_game_closed",
});

/** @param {import("../shell/router.js").ViewProps} props */
export default function Join({ params, fragment }) {
  useSharedStyle();
  useTitle(t("start.way_join"));
  const game = fragment.get("game") ?? params["code"] ?? "";
  const code = fragment.get("code") ?? "";
  return game
    ? html`<${Invited} game=${game} code=${code} key=${game + code} />`
    : html`<${LinkForm} />`;
}

/** A link was opened: one button takes the seat. @param {{game: string, code: string}} props */
function Invited({ game, code }) {
  const { run, running, error } = useAction();
  const { account } = useStore(session.standing);
  const identity = useIdentity();
  const isJoining = useRef(false);
  // The code of a private table opens a seat, but shows nothing before, except to whom it concerns already.
  const isShown = useStore(concerns).games.has(game) || !code;
  const { data: table, error: unread } = useLoaded(
    // An account that was made to join may not read a private table before it has joined.
    async (signal) => (isJoining.current ? new Promise(() => {}) : isShown ? readTable(game, signal) : null),
    [game, account?.username, isShown],
  );
  const join = () =>
    run(async () => {
      isJoining.current = true;
      await session.needAccount();
      await identity.save();
      const body = code ? { join_code: code } : {};
      const params = { game_id: game };
      try {
        await session.client.post("/games/{game_id}/join", { params, body, patience: PATIENCE });
      } catch (problem) {
        // A player of the table opened the link once more.
        if (/** @type {any} */ (problem).code !== "already_seated") throw problem;
      }
      navigate(`/games/${game}`, { replace: true });
    });
  if (table && seatOf(table, account?.username) === null && TOO_LATE[table.status]) {
    return html`<${TooLate} table=${table} />`;
  }
  if (table === null && !code) return html`<${CodeForm} game=${game} />`;
  if (table === undefined && !unread) return html`<h1>${t("start.invited_title")}</h1><${Pending} />`;
  return html`
    <div class="narrow panel">
      <h1>${t("start.invited_title")}</h1>
      <p class="lead">${t(account ? "start.invited_lead_known" : "start.invited_lead")}</p>
      ${table && html`<${TableTerms} game=${table} />`}
      ${table === null && code && html`<p class="notice">${t("start.invited_private")}</p>`}
      <${PlayAs} identity=${identity} isOpen=${!account?.display_name} />
      ${error && html`<${Fault} error=${error} />`}
      <p class="actions sit-down">
        <button type="button" class="primary big" onClick=${join} aria-disabled=${running}>
          ${t("start.take_seat")}
        </button>
      </p>
      ${!code && html`<p class="actions"><a class="button quiet" href="/games/${game}">${t("start.only_watch")}</a></p>`}
      ${table && html`<${RulesSummary} game=${table} isOpen=${true} hasTerms=${false} />`}
    </div>
  `;
}

/** What a player should know of a table before they sit down. @param {{game: import("./games.js").Game}} props */
function TableTerms({ game }) {
  const names = namesOf(game.players, game.seats);
  const shown = game.players.map((player) => html`<${PlayerName} key=${player.seat} name=${names[player.seat] ?? ""} player=${player} />`);
  const host = shown.filter((_, at) => game.players[at]?.seat === game.host);
  const others = shown.filter((_, at) => game.players[at]?.seat !== game.host);
  const terms = [
    ["host", host.length ? host : null],
    ["other_players", others.length ? others : null],
    ["seats", t("start.seats_taken", { taken: game.players.length, count: game.seats })],
    ["preset", rulesText(game)],
    ["clock", clockText(game)],
    ["who_may_join", t(`start.visibility_${game.visibility}`)],
  ];
  return html`
    <dl class="terms">
      ${terms.map(
        ([key, value]) =>
          value &&
          html`<div key=${key}>
            <dt>${t(`start.${key}`)}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  `;
}

/** @param {{table: import("./games.js").Game}} props */
function TooLate({ table }) {
  return html`
    <div class="narrow panel">
      <h1>${t("start.way_join")}</h1>
      <p class="lead">${t(TOO_LATE[table.status] ?? "")}</p>
      <p class="actions">
        ${table.status !== "closed" && html`<a class="button primary" href="/games/${table.id}">${t("start.to_game")}</a>`}
        <a class="button" href="/lobby">${t("start.way_lobby")}</a>
      </p>
    </div>
  `;
}

/**
 * Return a table, or null if there is none that the reader may see.
 * @param {string} id @param {AbortSignal} signal
 * @returns {Promise<import("./games.js").Game | null>}
 */
async function readTable(id, signal) {
  const query = { id, expand: /** @type {const} */ ("rules") };
  const { results } = await session.client.get("/games", { query, signal, patience: PATIENCE });
  return /** @type {import("./games.js").Game | undefined} */ (results[0]) ?? null;
}

function LinkForm() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const open = submitted(() => {
    const found = whereTo(text, { origin: location.origin, routeOf });
    if ("address" in found) navigate(found.address);
    else if ("otherServer" in found) setFault(t("start.join_other_server", { server: found.otherServer }));
    else setFault(t(`start.join_${found.wrong}`));
  });
  return html`
    <form class="narrow panel" onSubmit=${open}>
      <h1>${t("start.way_join")}</h1>
      <p class="lead">${t("start.join_lead")}</p>
      <div class="field">
        <label for="link">${t("start.join_label")}</label>
        <input
          id="link"
          value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck=${false}
          aria-invalid=${Boolean(fault)}
          aria-describedby="link-hint"
        />
        <p class="hint" id="link-hint">${t("start.join_hint")}</p>
        ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
      </div>
      <p><button type="submit" class="primary big">${t("start.join_go")}</button></p>
    </form>
  `;
}
