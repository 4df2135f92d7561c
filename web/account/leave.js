/** Leave this device, or all devices. */
import { html, useState } from "../html.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { Question } from "../shell/question.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

/** @param {{isGuest: boolean}} props */
export function Leave({ isGuest }) {
  const [asked, ask] = useState(/** @type {"" | "here" | "everywhere"} */ (""));
  const { run, running, error } = useAction();
  const forget = () => {
    session.forget();
    navigate("/");
  };
  const signOutEverywhere = () =>
    run(async () => {
      await session.client.delete("/tokens", { patience: PATIENCE });
      forget();
    });
  const close = () => ask("");
  return html`
    <section>
      <h2>${t(isGuest ? "start.leave" : "start.sign_out")}</h2>
      <p>${t(isGuest ? "start.forget_guest" : "start.forget_hint")}</p>
      <p class="actions">
        <button type="button" class="danger" onClick=${() => ask("here")}>${t("start.forget")}</button>
        ${!isGuest &&
        html`<button type="button" class="danger" onClick=${() => ask("everywhere")}>
          ${t("start.sign_out_everywhere")}
        </button>`}
      </p>
      ${asked === "here" &&
      html`<${Question} title=${t("start.forget_title")} confirm=${t("start.forget_confirm")} onConfirm=${forget} close=${close}>
        <p>${t(isGuest ? "start.forget_guest" : "start.forget_hint")}</p>
      <//>`}
      ${asked === "everywhere" &&
      html`<${Question} title=${t("start.sign_out_everywhere_title")} confirm=${t("start.sign_out_everywhere_confirm")}
        onConfirm=${signOutEverywhere} close=${close} running=${running} error=${error}>
        <p>${t("start.sign_out_everywhere_text")}</p>
      <//>`}
    </section>
  `;
}
