/** What is needed more rarely: resign, honour mode's extras, complaints, blocking, sounds, the rules. */

import { Card } from "../../cards/card.js";
import { cardName } from "../../cards/names.js";
import { html, useState } from "../../html.js";
import { RulesSummary } from "../../rules/rules_summary.js";
import { announce } from "../../shell/announce.js";
import { PreferenceTick, Tick } from "../../shell/forms.js";
import { Dialog, Question } from "../../shell/dialog.js";
import { faultText } from "../../shell/faults.js";
import { preferences } from "../../shell/preferences.js";
import { session } from "../../shell/session.js";
import { useStore } from "../../shell/store.js";
import { t } from "../../text/text.js";
import { choicesOf } from "../state/choices.js";
import { WatchCodeButton } from "./watch_code.js";

/**
 * @typedef {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[], complain: () => void}} MenuProps
 */

/** @param {MenuProps} props */
export function Menu({ following, state, game, names, complain }) {
  const [open, setOpen] = useState("");
  const { act, isSending } = following;
  const choices = choicesOf(state, { byCard: false, isCurrent: !isSending });
  const close = () => setOpen("");
  const resign = () => {
    act({ type: "resign" });
    close();
  };
  return html`<section class="menu" aria-label=${t("table.more")}>
    <div class="menu-buttons">
      ${choices.misdeals.length > 0 && html`<button type="button" onClick=${() => setOpen("misdeal")}>${t("table.misdeal")}</button>`}
      ${choices.exposable.length > 0 && html`<button type="button" onClick=${() => setOpen("expose")}>${t("table.expose")}</button>`}
      ${!session.pupil && html`<button type="button" onClick=${complain}>${t("table.something_wrong")}</button>`}
      <${WatchCodeButton} following=${following} state=${state} game=${game} />
      <button type="button" onClick=${() => setOpen("settings")}>${t("table.settings")}</button>
      ${choices.mayResign && !session.pupil && html`<button type="button" onClick=${() => setOpen("resign")}>${t("table.resign")}</button>`}
    </div>
    ${open === "resign" &&
    html`<${Question} title=${t("table.resign_title")} confirm=${t("table.resign_now")} onConfirm=${resign} close=${close}>
      <p>${t("table.resign_text")}</p>
    <//>`}
    ${open === "misdeal" &&
    html`<${Dialog} title=${t("table.misdeal")} close=${close}>
      <p>${t("table.misdeal_text")}</p>
      <p class="actions">${choices.misdeals.map(
        (reason) => html`<button type="button" key=${reason} onClick=${() => {
          act({ type: "misdeal", reason });
          close();
        }}>${t(`table.misdeal_reason.${reason}`)}</button>`,
      )}</p>
    <//>`}
    ${open === "expose" &&
    html`<${Dialog} title=${t("table.expose")} close=${close}>
      <p>${t("table.expose_text")}</p>
      <ul class="wanted">${choices.exposable.map(
        (card) => html`<li key=${card}><button type="button" class="one-card" aria-label=${cardName(card)} onClick=${() => {
          act({ type: "expose", card });
          close();
        }}><${Card} card=${card} silent /></button></li>`,
      )}</ul>
    <//>`}
    ${open === "settings" && html`<${Settings} following=${following} state=${state} game=${game} names=${names} close=${close} />`}
  </section>`;
}

/**
 * @param {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[], close: () => void}} props
 */
function Settings({ following, state, game, names, close }) {
  const { notifications } = useStore(preferences);
  const [isRefused, setRefused] = useState(false);
  const notify = async (/** @type {boolean} */ isWanted) => {
    const isAllowed = isWanted && "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
    preferences.change({ notifications: isAllowed });
    setRefused(isWanted && !isAllowed);
  };
  return html`<${Dialog} title=${t("table.settings_title")} close=${close}>
    <${RulesSummary} game=${game} rated=${state.rated} />
    <${PreferenceTick} name="keys" label=${t("table.keys")} />
    <p class="hint">${t("table.keys_hint")}</p>
    <${PreferenceTick} name="sounds" label=${t("table.sounds")} />
    ${!session.pupil && html`<${Tick} label=${t("table.notifications")} isOn=${notifications} set=${notify} />
      <p class="hint" role="status">${isRefused && t("table.notifications_refused")}</p>`}
    ${game["emotes"] && html`<${PreferenceTick} name="emotes" label=${t("table.emotes_shown")} />`}
    ${game["aids"] &&
    html`<${PreferenceTick} name="aids" label=${t("table.aids")} />
      <p class="hint">${t("table.aids_hint")}</p>`}
    <${Blocking} following=${following} state=${state} names=${names} />
  <//>`;
}

/**
 * @param {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   names: readonly string[]}} props
 */
function Blocking({ following, state, names }) {
  const [blocked, setBlocked] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const people = following.table.players.filter(({ seat, player }) => player !== null && seat !== state.you);
  if (!people.length || state.you === null || session.pupil) return null;
  const block = (/** @type {string} */ username, /** @type {string} */ name) =>
    following.api.block(username).then(
      () => {
        setBlocked([...blocked, username]);
        announce(t("table.blocked", { name }));
      },
      (/** @type {unknown} */ error) => setProblem(faultText(error)),
    );
  return html`<h3>${t("table.block_title")}</h3>
    <p class="hint">${t("table.block_hint")}</p>
    ${problem && html`<p class="wrong" role="alert">${problem}</p>`}
    <ul class="plain">${people.map(({ seat, player }) => {
      const name = names[seat] ?? "";
      const isBlocked = blocked.includes(player ?? "");
      return html`<li key=${seat}><button type="button" disabled=${isBlocked} onClick=${() => block(player ?? "", name)}>
        ${t(isBlocked ? "table.blocked" : "table.block", { name })}</button></li>`;
    })}</ul>`;
}
