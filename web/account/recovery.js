/** What needs a letter: choosing a new password, and confirming an e-mail address. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { useForm } from "./fields.js";

/** A folded form for players who forgot their password. */
export function PasswordRecovery() {
  const [step, setStep] = useState(/** @type {"email" | "code" | "done"} */ ("email"));
  const form = useForm({ email: "", code: "", new_password: "" }, async ({ email, code, new_password }) => {
    if (step === "email") {
      await session.client.post("/password/reset", { body: { email }, patience: PATIENCE });
      setStep("code");
    } else {
      const body = { code: code.trim(), new_password };
      await session.client.post("/password/reset/confirm", { body, patience: PATIENCE });
      setStep("done");
    }
  });
  if (step === "done") return html`<p class="notice" role="status">${t("account.password_changed")}</p>`;
  return html`
    <details>
      <summary>${t("account.forgot_password")}</summary>
      <form class="panel" onSubmit=${form.onSubmit}>
        ${step === "email"
          ? form.field("email", t("account.your_email"), {
              type: "email",
              autocomplete: "email",
              hint: t("account.recovery_hint"),
            })
          : html`
              <p role="status">${t("account.code_sent")}</p>
              ${form.field("code", t("start.code"), { autocomplete: "one-time-code" })}
              ${form.field("new_password", t("account.new_password"), {
                type: "password",
                autocomplete: "new-password",
                hint: t("account.password_hint"),
              })}
            `}
        ${form.fault}
        <p><button type="submit" aria-disabled=${form.running}>${t("account.continue")}</button></p>
      </form>
    </details>
  `;
}

/** The code of the letter that confirms an e-mail address. */
export function EmailConfirmation() {
  const [isSent, setSent] = useState(false);
  const { run, running, error } = useAction();
  const form = useForm({ code: "" }, async ({ code }) => {
    await session.client.post("/email/verify", { body: { code: code.trim() }, patience: PATIENCE });
    await session.refresh();
  });
  const sendAgain = () =>
    run(async () => {
      await session.client.post("/me/email/verification", { patience: PATIENCE });
      setSent(true);
    });
  return html`
    <section>
      <h2>${t("account.confirm_email")}</h2>
      <form class="panel" onSubmit=${form.onSubmit}>
        ${form.field("code", t("start.code"), { autocomplete: "one-time-code", hint: t("account.confirm_email_hint") })}
        ${form.fault} ${error && html`<${Fault} error=${error} />`}
        ${isSent && html`<p role="status">${t("account.code_sent")}</p>`}
        <p class="actions">
          <button type="submit" aria-disabled=${form.running}>${t("account.continue")}</button>
          <button type="button" class="quiet" onClick=${sendAgain} aria-disabled=${running}>
            ${t("account.send_again")}
          </button>
        </p>
      </form>
    </section>
  `;
}
