/** How players get into a tournament: a link with its QR code, on the screen and on paper, or by name. */
import { Qr } from "../hosting/qr.js";
import { html } from "../html.js";
import { CopyField } from "../shell/copy.js";
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { dateText, t } from "../text/text.js";
import { linkOf } from "./calls.js";
import { NameForm } from "./name_form.js";

/** @typedef {{tournament: import("./calls.js").Tournament}} Props */

/** @param {Props} props */
export function Joining({ tournament }) {
  const { id, entry, kinds } = tournament;
  const invite = async (/** @type {string} */ typed) => {
    const players = typed.split(/[\s,;]+/).filter(Boolean);
    const { invited } = await session.client.post("/tournaments/{tournament_id}/invitations", {
      ...{ params: { tournament_id: id }, body: { players }, patience: PATIENCE },
    });
    return t("tournaments.invited_count", { count: invited });
  };
  const ways = html`<p>${t(`tournaments.joining_${entry}`)}</p>
    ${kinds !== "people" && html`<p>${t("tournaments.joining_bots")} <code>gofish bot --tournament ${id}</code></p>`}
    ${kinds !== "bots" &&
    html`<div class="joining">
      <div>
        <${CopyField} label=${t("tournaments.link")} text=${linkOf(tournament)} />
        <button type="button" onClick=${() => print()}>${t("tournaments.print_poster")}</button>
      </div>
      <${Qr} address=${linkOf(tournament)} label=${t("classes.qr", { code: linkOf(tournament) })} />
    </div>`}
    ${entry === "invited" && html`<${NameForm} label=${t("tournaments.usernames")} button=${t("tournaments.invite")} send=${invite} />`}`;
  if (tournament.status !== "open") return html`<details><summary>${t("tournaments.joining")}</summary>${ways}</details>`;
  return html`<section class="panel" id="joining" aria-labelledby="joining-title">
    <h2 id="joining-title">${t("tournaments.joining")}</h2>
    ${ways}
  </section>`;
}

/** The sheet for the wall. @param {Props} props */
export function Poster({ tournament }) {
  return html`<section class="card-party poster print-only" aria-hidden="true">
    <p>${t("tournaments.invited")}</p>
    <h1>${tournament.name}</h1>
    <p>${dateText(tournament.starts_at, { dateStyle: "full", timeStyle: "short" })}</p>
    <${Qr} address=${linkOf(tournament)} label="" />
    <p class="claimed">${linkOf(tournament)}</p>
  </section>`;
}
