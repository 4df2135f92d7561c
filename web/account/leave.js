/** Leave this device, or all devices. */
import { html, useState } from "../html.js";
import { Question } from "../shell/dialog.js";
import { PATIENCE, useAction } from "../shell/requests.js";
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
      <h2>${t(isGuest ? "account.leave" : "account.sign_out")}</h2>
      <p>${t(isGuest ? "account.forget_guest" : "account.forget_hint")}</p>
      <p class="actions">
        <button type="button" class="danger" onClick=${() => ask("here")}>${t("account.forget")}</button>
        ${!isGuest &&
        html`<button type="button" class="danger" onClick=${() => ask("everywhere")}>
          ${t("account.sign_out_everywhere")}
        </button>`}
      </p>
      ${asked === "here" &&
      html`<${Question} title=${t("account.forget_title")} confirm=${t("account.forget_confirm")} onConfirm=${forget} close=${close}>
        <p>${t(isGuest ? "account.forget_guest" : "account.forget_hint")}</p>
      <//>`}
      ${asked === "everywhere" &&
      html`<${Question} title=${t("account.sign_out_everywhere_title")} confirm=${t("account.sign_out_everywhere_confirm")}
        onConfirm=${signOutEverywhere} close=${close} running=${running} error=${error}>
        <p>${t("account.sign_out_everywhere_text")}</p>
      <//>`}
    </section>
  `;
}
