/** Sign in, or make an account. Playing needs none. */
import { html } from "../html.js";
import { cameFrom, navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { useForm } from "./fields.js";
import { PasswordRecovery } from "./recovery.js";
import { RegisterForm } from "./register_form.js";

/** @param {import("../shell/router.js").ViewProps} props */
export default function SignIn({ fragment }) {
  useSharedStyle();
  useTitle(t("common.sign_in"));
  const { account } = useStore(session.standing);
  return html`
    <div class="narrow">
      <h1>${t("common.sign_in")}</h1>
      ${account?.is_guest && html`<p class="notice">${t("account.guest_signs_in")}</p>`}
      <${SignInForm} onDone=${() => navigate(cameFrom(fragment, "/me/games"))} />
      <${PasswordRecovery} />
      <h2>${t("account.register_title")}</h2>
      <p class="soft">${t("account.register_lead")}</p>
      <${RegisterForm} onDone=${() => navigate(cameFrom(fragment, "/me"))} />
      <h2>${t("account.stay_guest_title")}</h2>
      <p>${t("account.stay_guest")}</p>
      <p><a class="button" href="/">${t("start.play_now")}</a></p>
    </div>
  `;
}

/** @param {{onDone?: () => void}} props */
export function SignInForm({ onDone }) {
  const form = useForm({ username: "", password: "" }, async ({ username, password }) => {
    await session.signIn(username, password);
    onDone?.();
  });
  return html`
    <form class="panel" onSubmit=${form.onSubmit}>
      ${form.field("username", t("account.username"), { autocomplete: "username" })}
      ${form.field("password", t("account.password"), { type: "password", autocomplete: "current-password" })}
      ${form.fault}
      <p>
        <button type="submit" class="primary" aria-disabled=${form.running}>${t("common.sign_in")}</button>
      </p>
    </form>
  `;
}
