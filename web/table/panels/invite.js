/** Ways to fill empty seats with people: a link, a code, a QR code, and invitations by name. */

import { html, useEffect, useState } from "../../html.js";
import { submitted } from "../../shell/forms.js";
import { t } from "../../text/text.js";
import { CopyField } from "../../shell/copy.js";

/**
 * @param {{following: import("../state/follow.js").Following, game: import("../types.js").Game, isHost: boolean}} props
 */
export function Invite({ following, game, isHost }) {
  const { api, run } = following;
  // null until it is read, and it keeps its place; false if there is none.
  const [link, setLink] = useState(/** @type {any} */ (null));
  const [sent, setSent] = useState(/** @type {any[]} */ ([]));
  const [player, setPlayer] = useState("");
  const readSent = () => api.invitations().then(({ invitations }) => setSent(invitations), () => {});
  useEffect(() => {
    // Without a seat to fill there is no link.
    if (game.status !== "lobby") return setLink(false);
    api.link().then(setLink, () => setLink(false));
    if (isHost) readSent();
  }, [isHost, game["join_code"], game.status]);

  const invite = async () => {
    if (await run(() => api.invite(player))) setPlayer("");
    readSent();
  };
  return html`<section class="panel invite" aria-labelledby="invite-title">
    <h2 id="invite-title">${t("table.invite_title")}</h2>
    ${link !== false &&
    html`<div class="share" style=${{ visibility: link ? "" : "hidden" }}>
      ${link ? html`<img class="qr" src=${`data:image/svg+xml,${encodeURIComponent(drawable(link.qr))}`} alt=${t("table.qr")} width="148" height="148" />` : html`<svg class="qr" width="148" height="148" />`}
      <div class="share-words">
        ${game["join_code"] &&
        html`<p>${t("table.code")} <b class="code">${game["join_code"]}</b></p>`}
        <${CopyField} label=${t("table.link")} text=${link?.url ?? ""} />
      </div>
    </div>`}
    ${isHost &&
    html`<form class="field" onSubmit=${submitted(invite)}>
      <label for="invite-player">${t("table.invite_by_name")}</label>
      <div class="copy">
        <input id="invite-player" value=${player} autocomplete="off" maxlength="150" required
          onInput=${(/** @type {any} */ event) => setPlayer(event.currentTarget.value)} />
        <button type="submit">${t("table.invite")}</button>
      </div>
    </form>
    ${sent.length > 0 &&
    html`<ul class="plain">
      ${sent.filter((each) => !following.table.players.some((seated) => seated.player === each.player)).map((each) => html`<li key=${each.player}>${each.declined_at
        ? t(each.reason ? `table.declined.${each.reason}` : "table.declined.none", { name: each.player })
        : t("table.invited", { name: each.player })}</li>`)}
    </ul>`}`}
  </section>`;
}

/**
 * Return an `svg` element as a picture of its own, which has to name its language.
 * @param {string} svg
 */
function drawable(svg) {
  return svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}
