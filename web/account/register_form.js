/** Make an account, or make one of the guest, who keeps their games. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { Field, isShownAt } from "./fields.js";

const FIELDS = ["username", "password", "email"];

/** @param {{onDone: () => void}} props */
export function RegisterForm({ onDone }) {
  const [values, setValues] = useState({ username: "", password: "", email: "" });
  const { run, running, error } = useAction();
  /** @param {string} name */
  const set = (name) => (/** @type {string} */ value) => setValues({ ...values, [name]: value });
  const register = () =>
    run(async () => {
      const { username, password, email } = values;
      const body = { username, password, ...(email && { email }) };
      if (session.account?.is_guest) {
        await session.client.post("/me/register", { body, patience: PATIENCE });
        await session.refresh();
      } else session.take(await session.client.post("/accounts", { body, patience: PATIENCE }));
      onDone();
    });
  return html`
    <form
      class="panel"
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        register();
      }}
    >
      <${Field}
        label=${t("account.new_username")}
        name="username"
        value=${values.username}
        onInput=${set("username")}
        autocomplete="username"
        hint=${t("account.username_hint")}
        maxlength=${30}
        error=${error}
      />
      <${Field}
        label=${t("account.new_password")}
        name="password"
        type="password"
        value=${values.password}
        onInput=${set("password")}
        autocomplete="new-password"
        hint=${t("account.password_hint")}
        error=${error}
      />
      <${Field}
        label=${t("account.email")}
        name="email"
        type="email"
        value=${values.email}
        onInput=${set("email")}
        autocomplete="email"
        hint=${t("account.email_hint")}
        isOptional=${true}
        error=${error}
      />
      ${error && !isShownAt(error, FIELDS) && html`<${Fault} error=${error} />`}
      <p><button type="submit" aria-disabled=${running}>${t("account.register")}</button></p>
    </form>
  `;
}
