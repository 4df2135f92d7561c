/** Let others watch a private game: its link, for all players; the host makes, renews and revokes it. */

import { html, useEffect, useState } from "../../html.js";
import { Dialog } from "../../shell/dialog.js";
import { faultText } from "../../shell/faults.js";
import { session } from "../../shell/session.js";
import { t } from "../../text/text.js";
import { CopyField } from "../../shell/copy.js";

/**
 * @typedef {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game}} WatchCodeProps
 */

/** A button that opens the dialog, where the game has or can have a watch code. @param {WatchCodeProps} props */
export function WatchCodeButton(props) {
  const { state, game } = props;
  const [isOpen, setOpen] = useState(false);
  if (session.pupil || state.you === null || game["visibility"] !== "private" || !game["spectators"]) return null;
  return html`<button type="button" onClick=${() => setOpen(true)}>${t("table.watchers")}</button>
    ${isOpen && html`<${WatchCode} ...${props} close=${() => setOpen(false)} />`}`;
}

/** @param {WatchCodeProps & {close: () => void}} props */
function WatchCode({ following, state, game, close }) {
  const { api, refresh } = following;
  const [report, setReport] = useState("");
  const [problem, setProblem] = useState("");
  const [isSending, setSending] = useState(false);
  // No frame of the stream reports a code that the host has made or revoked since.
  useEffect(() => void refresh(), []);
  // The game names its host only before the start.
  const isHost = state.seats.find(({ taken, bot, left }) => taken && bot === null && !left)?.seat === state.you;
  const code = game["watch_code"];
  const link = code && `${location.origin}/games/${game.id}#${new URLSearchParams({ watch: code })}`;

  const change = async (/** @type {() => Promise<unknown>} */ command, /** @type {string} */ done) => {
    setSending(true);
    setProblem("");
    setReport("");
    await command().then(() => setReport(done), (error) => setProblem(faultText(error)));
    await refresh();
    setSending(false);
  };
  const make = () => change(api.renewWatchCode, t(code ? "table.watch_link_renewed" : "table.watch_link_made"));
  const revoke = () => change(api.revokeWatchCode, t("table.watch_link_revoked"));

  return html`<${Dialog} title=${t("table.watchers_title")} close=${close}>
    <p>${t(code || isHost ? "table.watchers_text" : "table.watchers_none")}</p>
    ${code && html`<${CopyField} label=${t("table.watch_link")} text=${link} />`}
    ${isHost && code && html`<p class="hint">${t("table.watch_link_hint")}</p>`}
    ${isHost &&
    html`<p class="actions">
      <button type="button" class=${code ? "" : "primary"} disabled=${isSending} onClick=${make}>
        ${t(code ? "table.watch_link_renew" : "table.watch_link_make")}
      </button>
      ${code && html`<button type="button" class="danger" disabled=${isSending} onClick=${revoke}>${t("table.watch_link_revoke")}</button>`}
    </p>`}
    ${problem && html`<p class="wrong" role="alert">${problem}</p>`}
    <p role="status">${report}</p>
  <//>`;
}
