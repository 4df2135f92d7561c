/** Change a password that one knows. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { useForm } from "./fields.js";

/** @param {{username: string, onChanged: () => void}} props */
export function PasswordChange({ username, onChanged }) {
  const [isDone, setDone] = useState(false);
  const form = useForm({ current_password: "", new_password: "" }, async (values) => {
    setDone(false);
    await session.client.post("/me/password", { body: values, patience: PATIENCE });
    form.clear();
    setDone(true);
    announce(t("account.password_is_changed"));
    onChanged();
  });
  return html`
    <section>
      <h2>${t("account.password")}</h2>
      <form class="panel" onSubmit=${form.onSubmit}>
        <input name="username" autocomplete="username" value=${username} readonly hidden />
        ${form.field("current_password", t("account.current_password"), { type: "password", autocomplete: "current-password" })}
        ${form.field("new_password", t("account.next_password"), {
          type: "password",
          autocomplete: "new-password",
          hint: t("account.password_hint"),
        })}
        ${form.fault}
        <p class="hint">${t("account.password_change_hint")}</p>
        <p><button type="submit" aria-disabled=${form.running}>${t("account.change_password")}</button></p>
        ${isDone && html`<p class="notice">${t("account.password_is_changed")}</p>`}
      </form>
    </section>
  `;
}
