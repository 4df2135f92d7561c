/** A device without a browser waits: the player types its code and says yes or no. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { Decision, SignedIn, What, Who, isFramed } from "./consent.js";
import { useForm } from "./fields.js";

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["WaitingDevice"]} Waiting */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Device({ fragment }) {
  useSharedStyle();
  useTitle(t("apps.device_title"));
  const [found, setFound] = useState(/** @type {{code: string, device: Waiting} | null} */ (null));
  const [outcome, setOutcome] = useState("");
  if (isFramed()) return html`<div class="narrow panel"><p class="fault" role="alert">${t("apps.cannot")}</p></div>`;
  const done = (/** @type {boolean} */ isApproved) => {
    const text = t(isApproved ? "apps.device_approved" : "apps.device_refused");
    setOutcome(text);
    announce(text);
  };
  // A link only fills in the code.
  const code = [...fragment.keys()][0] ?? "";
  return html`
    <div class="narrow panel">
      <h1>${t("apps.device_title")}</h1>
      <${SignedIn}>
        ${outcome
          ? html`<p class="notice" role="status">${outcome}</p>`
          : found
            ? html`<${Review} ...${found} done=${done} />`
            : html`<${CodeForm} code=${code} onFound=${setFound} />`}
      <//>
    </div>
  `;
}

/** @param {{code: string, onFound: (found: {code: string, device: Waiting}) => void}} props */
function CodeForm({ code, onFound }) {
  const form = useForm({ user_code: code }, async ({ user_code }) => {
    const device = await session.client.post("/oauth/device/review", { body: { user_code }, patience: PATIENCE });
    onFound({ code: user_code, device });
  });
  return html`
    <form onSubmit=${form.onSubmit}>
      <p class="lead">${t("apps.device_lead")}</p>
      ${form.field("user_code", t("apps.device_code"), { autocomplete: "off", maxlength: 20 })} ${form.fault}
      <p><button type="submit" class="primary big" aria-disabled=${form.running}>${t("account.continue")}</button></p>
    </form>
  `;
}

/** @param {{code: string, device: Waiting, done: (isApproved: boolean) => void}} props */
function Review({ code, device, done }) {
  const { run, running, error } = useAction();
  const decide = (/** @type {boolean} */ approve) =>
    run(async () => {
      const body = { user_code: code, approve };
      await session.client.post("/oauth/device/decision", { body, patience: PATIENCE });
      done(approve);
    });
  const time = dateText(device.requested_at, { timeStyle: "short" });
  return html`
    <p class="notice"><strong>${t("apps.device_warning")}</strong></p>
    <${Who} app=${device.app} />
    <p>${t("apps.device_since", { time })}</p>
    <${What} scopes=${device.scopes} days=${device.expires_in_days} />
    <${Decision} allow=${() => decide(true)} refuse=${() => decide(false)} running=${running} error=${error} />
  `;
}
