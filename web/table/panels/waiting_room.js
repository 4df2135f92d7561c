/** The room before the start: who sits where, and how to fill the empty seats. */

import { html, useEffect, useState } from "../../html.js";
import { useRuleSets } from "../../rules/rule_sets.js";
import { RulesSummary } from "../../rules/rules_summary.js";
import { announce } from "../../shell/announce.js";
import { submitted } from "../../shell/forms.js";
import { Fault } from "../../shell/faults.js";
import { PlayerName } from "../../players/picture.js";
import { botName, namesOf } from "../../shell/players.js";
import { navigate } from "../../shell/router.js";
import { useTitle } from "../../shell/title.js";
import { dateText, t } from "../../text/text.js";
import { SeatLost, StreamEnd } from "../stream_end.js";
import { Invite } from "./invite.js";
import { WatchCodeButton } from "./watch_code.js";

/** The level that is chosen at first, and offered alone until the server names the others. */
const USUAL_LEVEL = "memory";

/**
 * @param {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game, fragment: URLSearchParams}} props
 */
export function WaitingRoom({ following, state, game, fragment }) {
  const { api, run, refusal, isSending } = following;
  const isSeated = state.you !== null;
  const isHost = isSeated && game["host"] === state.you;
  const taken = state.seats.filter((seat) => seat.taken).length;
  const free = state.seats.length - taken;
  const names = namesOf(following.table.players, state.seats.length);
  const mayStart = isHost && taken >= Math.max(2, game.rules["players_min"] ?? 2) && free > 0;
  const { data: offered } = useRuleSets();
  const [isLeaving, setLeaving] = useState(false);
  useTitle(t("table.waiting_title"));
  useArrivals(state, names);
  useEffect(() => () => scrollTo(0, 0), []); // the table begins at its top
  useInvitingAddress(isSeated ? game["join_code"] : null);

  const join = (/** @type {number | undefined} */ seat) => {
    const code = fragment.get("code") ?? fragment.get("join_code");
    return run(() => api.join({ ...(seat !== undefined && { seat }), ...(code && { join_code: code }) }));
  };
  const leave = async () => {
    setLeaving(true);
    if (await run(api.leave)) navigate("/");
    else setLeaving(false);
  };

  if (following.table.hasLostSeat && !isLeaving) return html`<${SeatLost} />`;
  return html`<div class="waiting-room">
    <h1>${t("table.waiting_title")}</h1>
    ${!isLeaving && html`<${StreamEnd} end=${following.table.end} />`}
    ${refusal && html`<${Fault} error=${refusal} />`}
    <p class="lead">${free ? t("table.waiting", { count: free }) : t("table.starting")}</p>
    ${isSeated && free > 0 && html`<${Invite} following=${following} game=${game} isHost=${isHost} />`}
    <ul class="chairs" aria-label=${t("table.seats")}>
      ${state.seats.map(
        (seat) => html`<${Chair} key=${seat.seat} seat=${seat} name=${names[seat.seat] ?? ""} player=${following.table.players.find((each) => each.seat === seat.seat)} isYou=${seat.seat === state.you}
          isHost=${seat.seat === game["host"]} mayManage=${isHost && !isSending} mayJoin=${!isSeated && !isSending}
          levels=${game["allow_bots"] ? (offered?.levels ?? [USUAL_LEVEL]) : []} following=${following} join=${() => join(seat.seat)} />`,
      )}
    </ul>
    <p class="actions">
      ${!isSeated && free > 0 && html`<button type="button" class="primary big" onClick=${() => join(undefined)}>${t("table.join")}</button>`}
      ${mayStart && html`<button type="button" class="primary" onClick=${() => run(api.start)}>${t("table.start_now", { count: taken })}</button>`}
      <${WatchCodeButton} following=${following} state=${state} game=${game} />
      ${isSeated && html`<button type="button" onClick=${leave}>${t("table.leave")}</button>`}
    </p>
    <${RulesSummary} game=${game} isOpen=${true} />
    ${state.deadline && html`<p class="hint">${t("table.lobby_ends", { time: dateText(state.deadline) })}</p>`}
  </div>`;
}

/**
 * @param {{seat: import("../types.js").SeatState, name: string,
 *   player: import("../types.js").SeatedPlayer | undefined, isYou: boolean, isHost: boolean,
 *   mayManage: boolean, mayJoin: boolean, levels: readonly string[], join: () => void,
 *   following: import("../state/follow.js").Following}} props
 *   `levels` of bots that may be seated
 */
function Chair({ seat, name, player, isYou, isHost, mayManage, mayJoin, levels, join, following }) {
  const { api, run } = following;
  const [level, setLevel] = useState(USUAL_LEVEL);
  const number = seat.seat + 1;
  if (seat.taken) {
    return html`<li class="chair taken">
      <span class="chair-name"><${PlayerName} name=${name} player=${player} />${isYou && html` <span class="badge">${t("table.you")}</span>`}
        ${isHost && html` <span class="hint">${t("table.host")}</span>`}</span>
      ${mayManage && !isYou && html`<button type="button" class="quiet" onClick=${() => run(() => api.empty(seat.seat))}>
        ${t("table.remove", { name })}</button>`}
    </li>`;
  }
  return html`<li class="chair">
    <span class="chair-name">${t("table.empty_seat", { seat: number })}</span>
    ${mayJoin && html`<button type="button" onClick=${join}>${t("table.sit_here")}</button>`}
    ${mayManage && levels.length > 0 &&
    html`<form class="seat-bot" onSubmit=${submitted(() => run(() => api.seatBot(level, seat.seat)))}>
      <label class="visually-hidden" for=${`level-${number}`}>${t("table.bot_level", { seat: number })}</label>
      <select id=${`level-${number}`} value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.currentTarget.value)}>
        ${levels.map((each) => html`<option key=${each} value=${each}>${botName(each)}</option>`)}
      </select>
      <button type="submit">${t("table.seat_bot")}</button>
    </form>`}
  </li>`;
}

/**
 * Make the address of the page an invitation: it is what people copy.
 * @param {string | null} code of a private table, if the reader may invite
 */
function useInvitingAddress(code) {
  useEffect(() => {
    if (code) navigate(`#${new URLSearchParams({ code })}`, { replace: true });
  }, [code]);
}

/** Say who comes and goes. @param {import("../types.js").State} state @param {string[]} names */
function useArrivals(state, names) {
  const taken = state.seats.flatMap((seat) => (seat.taken ? [names[seat.seat] ?? ""] : []));
  const [known, setKnown] = useState(taken);
  useEffect(() => {
    for (const name of taken) if (!known.includes(name)) announce(t("table.sat_down", { name }));
    for (const name of known) if (!taken.includes(name)) announce(t("table.got_up", { name }));
    setKnown(taken);
  }, [taken.join("\n")]);
}
