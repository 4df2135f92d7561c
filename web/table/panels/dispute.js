/** A dispute as its parties read it: the ruling, its reasons, and the appeal. */

import { html, useState } from "../../html.js";
import { faultText } from "../../shell/faults.js";
import { submitted } from "../../shell/forms.js";
import { session } from "../../shell/session.js";
import { dateText, hasText, t } from "../../text/text.js";

export const LONGEST = 2000; // characters

/** What was complained about and decided, with a way to appeal. @param {{dispute: any, changed: () => void}} props */
export function Dispute({ dispute, changed }) {
  const [problem, setProblem] = useState("");
  const ruling = dispute.rulings.at(-1);
  // Only the two parties see whom it is against, and who did not file it is that player.
  const isOnReader = ruling && !dispute.yours && dispute.against !== null && ruling.seat === dispute.against;
  const kind = ruling && `table.ruling.${ruling.kind}`;
  const mayAppeal = dispute.status === "ruled" && !dispute.appeal;
  const appeal = submitted((form) => {
    const words = String(new FormData(form).get("words"));
    session.client.post("/disputes/{dispute_id}/appeal", { params: { dispute_id: dispute.id }, body: { words } }).then(changed, (/** @type {unknown} */ error) => setProblem(faultText(error)));
  });
  return html`<div class="dispute">
    <p>${dateText(dispute.filed_at)}: ${t(`table.reason.${dispute.reason}`)}. ${t(`table.dispute_status.${dispute.status}`)}</p>
    ${ruling && html`<p><b>${t(isOnReader && hasText(`${kind}_you`) ? `${kind}_you` : kind)}</b> ${ruling.reasons ?? ""}</p>`}
    ${dispute.words.map((/** @type {any} */ { at, text }) => html`<p class="soft" key=${at}><q>${text}</q></p>`)}
    ${problem && html`<p class="wrong" role="alert">${problem}</p>`}
    ${mayAppeal &&
    html`<form onSubmit=${appeal} class="field">
      <label for=${`appeal-${dispute.id}`}>${t("table.appeal_words")}</label>
      <textarea id=${`appeal-${dispute.id}`} name="words" rows="3" maxlength=${LONGEST} required></textarea>
      <button type="submit">${t("table.appeal")}</button>
    </form>`}
  </div>`;
}
