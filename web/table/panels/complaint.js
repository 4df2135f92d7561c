/** "Something went wrong": a complaint about a move, and the earlier ones about this game. */

import { html, useEffect, useState } from "../../html.js";
import { submitted } from "../../shell/forms.js";
import { Dialog } from "../../shell/dialog.js";
import { faultText } from "../../shell/faults.js";
import { t } from "../../text/text.js";
import { sentences } from "../words/events.js";
import { Dispute, LONGEST } from "./dispute.js";

const REASONS = ["cheating_or_collusion", "abandonment", "honour_irregularity", "referee_error", "abusive_name", "other"];

/**
 * @param {{following: import("../state/follow.js").Following, names: readonly string[],
 *   you: number | null, move: number, close: () => void}} props
 */
export function Complaint({ following, names, you, move, close }) {
  const { api, table } = following;
  const [problem, setProblem] = useState("");
  const [isFiled, setFiled] = useState(false);
  const events = table.moves.find(({ number }) => number === move)?.events ?? [];
  const isOnRuling = events.some(({ type }) => type === "ruled"); // whose appeal is what one comes for
  const others = names.map((_, seat) => seat).filter((seat) => seat !== you);
  const file = submitted(async (sent) => {
    const form = new FormData(sent);
    const against = form.get("against");
    const body = { move, reason: form.get("reason"), words: form.get("words"), against: against ? Number(against) : null };
    await api.dispute(body).then(() => setFiled(true), (error) => setProblem(faultText(error)));
  });
  return html`<${Dialog} title=${t("table.complaint_title")} close=${close}>
    <${Earlier} api=${api} key=${String(isFiled)} />
    ${isFiled
      ? html`<p role="status">${t("table.complaint_filed")}</p>`
      : html`<${isOnRuling ? "details" : "div"}>
        ${isOnRuling && html`<summary>${t("table.complaint_send")}</summary>`}
        <form onSubmit=${file}>
          <p>${t("table.complaint_about", { move })} <q>${sentences(events, { names, you }).join(" ")}</q></p>
          ${problem && html`<p class="wrong" role="alert">${problem}</p>`}
          <div class="field"><label for="complaint-reason">${t("table.complaint_reason")}</label>
            <select id="complaint-reason" name="reason" required>
              ${REASONS.map((reason) => html`<option key=${reason} value=${reason}>${t(`table.reason.${reason}`)}</option>`)}
            </select></div>
          <div class="field"><label for="complaint-against">${t("table.complaint_against")}</label>
            <select id="complaint-against" name="against">
              <option value="">${t("table.against_none")}</option>
              ${others.map((seat) => html`<option key=${seat} value=${seat}>${names[seat]}</option>`)}
            </select></div>
          <div class="field"><label for="complaint-words">${t("table.complaint_words")}</label>
            <textarea id="complaint-words" name="words" rows="4" maxlength=${LONGEST} required></textarea>
            <p class="hint">${t("table.complaint_hint")}</p></div>
          <p class="actions"><button type="submit" class="primary">${t("table.complaint_send")}</button></p>
        </form><//>`}
  <//>`;
}

/** The disputes about this game that the reader may see, with a way to appeal. @param {{api: any}} props */
function Earlier({ api }) {
  const [disputes, setDisputes] = useState(/** @type {any[]} */ ([]));
  const read = () => api.disputes().then((/** @type {any} */ { disputes }) => setDisputes(disputes), () => {});
  useEffect(() => void read(), []);
  if (!disputes.length) return null;
  return html`<section class="earlier">
    <h3>${t("table.disputes")}</h3>
    <ul class="plain">${disputes.map((each) => html`<li key=${each.id}><${Dispute} dispute=${each} changed=${read} /></li>`)}</ul>
  </section>`;
}
