/** Change a password that one knows. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { Field, isShownAt } from "./fields.js";

const FIELDS = ["current_password", "new_password"];
const EMPTY = { current_password: "", new_password: "" };

/** @param {{username: string, onChanged: () => void}} props */
export function PasswordChange({ username, onChanged }) {
  const [values, setValues] = useState(EMPTY);
  const [isDone, setDone] = useState(false);
  const { run, running, error } = useAction();
  /** @param {string} name */
  const set = (name) => (/** @type {string} */ value) => {
    setValues({ ...values, [name]: value });
    setDone(false);
  };
  const change = () =>
    run(async () => {
      await session.client.post("/me/password", { body: values, patience: PATIENCE });
      setValues(EMPTY);
      setDone(true);
      announce(t("account.password_is_changed"));
      onChanged();
    });
  return html`
    <section>
      <h2>${t("account.password")}</h2>
      <form
        class="panel"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          change();
        }}
      >
        <input name="username" autocomplete="username" value=${username} readonly hidden />
        <${Field}
          label=${t("account.current_password")}
          name="current_password"
          type="password"
          value=${values.current_password}
          onInput=${set("current_password")}
          autocomplete="current-password"
          error=${error}
        />
        <${Field}
          label=${t("account.next_password")}
          name="new_password"
          type="password"
          value=${values.new_password}
          onInput=${set("new_password")}
          autocomplete="new-password"
          hint=${t("account.password_hint")}
          error=${error}
        />
        ${error && !isShownAt(error, FIELDS) && html`<${Fault} error=${error} />`}
        <p class="hint">${t("account.password_change_hint")}</p>
        <p><button type="submit" aria-disabled=${running}>${t("account.change_password")}</button></p>
        ${isDone && html`<p class="notice">${t("account.password_is_changed")}</p>`}
      </form>
    </section>
  `;
}
