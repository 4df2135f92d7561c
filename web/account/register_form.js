/** Make an account, or make one of the guest, who keeps their games. */
import { html } from "../html.js";
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { useForm } from "./fields.js";

/** @param {{onDone: () => void}} props */
export function RegisterForm({ onDone }) {
  const form = useForm({ username: "", password: "", email: "" }, async ({ username, password, email }) => {
    const body = { username, password, ...(email && { email }) };
    if (session.account?.is_guest) {
      await session.client.post("/me/register", { body, patience: PATIENCE });
      await session.refresh();
    } else session.take(await session.client.post("/accounts", { body, patience: PATIENCE }));
    onDone();
  });
  return html`
    <form class="panel" onSubmit=${form.onSubmit}>
      ${form.field("username", t("account.new_username"), {
        autocomplete: "username",
        hint: t("account.username_hint"),
        maxlength: 30,
      })}
      ${form.field("password", t("account.new_password"), {
        type: "password",
        autocomplete: "new-password",
        hint: t("account.password_hint"),
      })}
      ${form.field("email", t("account.email"), {
        type: "email",
        autocomplete: "email",
        hint: t("account.email_hint"),
        isOptional: true,
      })}
      ${form.fault}
      <p><button type="submit" aria-disabled=${form.running}>${t("account.register")}</button></p>
    </form>
  `;
}
