/** What needs a letter: choosing a new password, and confirming an e-mail address. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { Field, isShownAt } from "./fields.js";

const FIELDS = ["email", "code", "new_password"];

/** A folded form for players who forgot their password. */
export function PasswordRecovery() {
  const [values, setValues] = useState({ email: "", code: "", new_password: "" });
  const [step, setStep] = useState(/** @type {"email" | "code" | "done"} */ ("email"));
  const { run, running, error } = useAction();
  /** @param {string} name */
  const set = (name) => (/** @type {string} */ value) => setValues({ ...values, [name]: value });
  const send = () =>
    run(async () => {
      const { email, code, new_password } = values;
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
      <form class="panel" onSubmit=${submitted(send)}>
        ${step === "email"
          ? html`<${Field}
              label=${t("account.your_email")}
              name="email"
              type="email"
              value=${values.email}
              onInput=${set("email")}
              autocomplete="email"
              hint=${t("account.recovery_hint")}
              error=${error}
            />`
          : html`
              <p role="status">${t("account.code_sent")}</p>
              <${Field}
                label=${t("start.code")}
                name="code"
                value=${values.code}
                onInput=${set("code")}
                autocomplete="one-time-code"
                error=${error}
              />
              <${Field}
                label=${t("account.new_password")}
                name="new_password"
                type="password"
                value=${values.new_password}
                onInput=${set("new_password")}
                autocomplete="new-password"
                hint=${t("account.password_hint")}
                error=${error}
              />
            `}
        ${error && !isShownAt(error, FIELDS) && html`<${Fault} error=${error} />`}
        <p><button type="submit" aria-disabled=${running}>${t("account.continue")}</button></p>
      </form>
    </details>
  `;
}

/** The code of the letter that confirms an e-mail address. */
export function EmailConfirmation() {
  const [code, setCode] = useState("");
  const [isSent, setSent] = useState(false);
  const { run, running, error } = useAction();
  const confirm = () =>
    run(async () => {
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
      <form class="panel" onSubmit=${submitted(confirm)}>
        <${Field}
          label=${t("start.code")}
          name="code"
          value=${code}
          onInput=${setCode}
          autocomplete="one-time-code"
          hint=${t("account.confirm_email_hint")}
          error=${error}
        />
        ${error && !isShownAt(error, ["code"]) && html`<${Fault} error=${error} />`}
        ${isSent && html`<p role="status">${t("account.code_sent")}</p>`}
        <p class="actions">
          <button type="submit" aria-disabled=${running}>${t("account.continue")}</button>
          <button type="button" class="quiet" onClick=${sendAgain} aria-disabled=${running}>
            ${t("account.send_again")}
          </button>
        </p>
      </form>
    </section>
  `;
}

/** @param {() => void} action @returns {(event: Event) => void} */
function submitted(action) {
  return (event) => {
    event.preventDefault();
    action();
  };
}
