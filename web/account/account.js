/** The player's account and this device: name, language, colours, password, devices, data. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { concerns } from "../shell/live.js";
import { labelOf } from "../shell/players.js";
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { Blocks } from "./blocks.js";
import { DeviceChoices } from "./device_choices.js";
import { useForm } from "./fields.js";
import { Leave } from "./leave.js";
import { OwnData } from "./own_data.js";
import { PasswordChange } from "./password.js";
import { EmailConfirmation } from "./recovery.js";
import { RegisterForm } from "./register_form.js";
import { Tokens } from "./tokens.js";

export default function AccountPage() {
  useSharedStyle();
  useTitle(t("account.account"));
  const { account, state } = useStore(session.standing);
  const { unread } = useStore(concerns);
  const [isRegistered, setRegistered] = useState(false);
  const [changes, setChanges] = useState(0); // a new password revokes tokens
  return html`
    <div class="narrow">
      <h1>${account ? labelOf(account.username, account.display_name) : t("account.account")}</h1>
      ${!account &&
      html`<p class="lead">${t(state === "loading" ? "common.loading" : "account.account_stranger")}</p>
        <p class="actions">
          <a class="button primary" href="/">${t("start.play_now")}</a>
          <a class="button" href="/sign-in">${t("common.sign_in")}</a>
        </p>`}
      ${account &&
      html`
        <p class="actions">
          <a class="button" href="/players/${account.username}">${t("account.my_profile")}</a>
          <a class="button" href="/me/games">${t("start.my_games")}</a>
          <a class="button" href="/me/notices">
            ${t("start.notices")}
            ${unread > 0 && html`<span class="badge">${t("account.unread", { count: unread })}</span>`}
          </a>
        </p>
        ${isRegistered && html`<p class="notice" role="status">${t("account.is_registered")}</p>`}
        ${account.is_guest && html`<${GuestBecomesAccount} onDone=${() => setRegistered(true)} />`}
        ${account.email && !account.is_email_verified && html`<${EmailConfirmation} />`}
        <section>
          <h2>${t("account.display_name")}</h2>
          <${DisplayName} current=${account.display_name ?? ""} />
        </section>
      `}
      <section>
        <h2>${t("account.this_device")}</h2>
        <${DeviceChoices} />
      </section>
      ${account &&
      html`
        <${Blocks} />
        ${!account.is_guest &&
        html`
          <${PasswordChange} username=${account.username} onChanged=${() => setChanges(changes + 1)} />
          <${Tokens} key=${changes} />
        `}
        <${Leave} isGuest=${account.is_guest} />
        <${OwnData} username=${account.username} isGuest=${account.is_guest} />
      `}
    </div>
  `;
}

/** @param {{onDone: () => void}} props */
function GuestBecomesAccount({ onDone }) {
  return html`
    <section>
      <h2>${t("account.guest_title")}</h2>
      <p>${t("account.guest_lead")}</p>
      <${RegisterForm} onDone=${onDone} />
    </section>
  `;
}

/** @param {{current: string}} props */
function DisplayName({ current }) {
  const [isSaved, setSaved] = useState(false);
  const form = useForm({ display_name: current }, async ({ display_name: name }) => {
    setSaved(false);
    await session.client.patch("/me", { body: { display_name: name.trim() || null }, patience: PATIENCE });
    await session.refresh();
    setSaved(true);
    announce(t("account.display_name_saved"));
  });
  return html`
    <form class="panel" onSubmit=${form.onSubmit}>
      ${form.field("display_name", t("account.display_name"), {
        hint: t("account.display_name_hint"),
        maxlength: 60,
        isOptional: true,
      })}
      ${form.fault}
      <p><button type="submit" aria-disabled=${form.running}>${t("account.save")}</button></p>
      ${isSaved && html`<p class="hint">${t("account.display_name_saved")}</p>`}
    </form>
  `;
}
