/** The player's account and this device: name, language, colours, password, devices, data. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html, useState } from "../html.js";
import { IdentityFields, useIdentity } from "../players/identity.js";
import { PlayerName } from "../players/picture.js";
import { announce } from "../shell/announce.js";
import { concerns } from "../shell/live.js";
import { Fault, faultText } from "../shell/faults.js";
import { submitted } from "../shell/forms.js";
import { nameOf, playerOf } from "../shell/players.js";
import { useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { Blocks } from "./blocks.js";
import { DeviceChoices } from "./device_choices.js";
import { wrongIn } from "./fields.js";
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
      <h1>
        ${account ? html`<${PlayerName} name=${nameOf(playerOf(account))} player=${playerOf(account)} />` : t("account.account")}
      </h1>
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
          <a class="button" href="/me/apps">${t("account.apps")}</a>
          <a class="button" href="/me/notices">
            ${t("common.notices")}
            ${unread > 0 && html`<span class="badge">${t("account.unread", { count: unread })}</span>`}
          </a>
        </p>
        ${isRegistered && html`<p class="notice" role="status">${t("account.is_registered")}</p>`}
        ${account.is_guest && html`<${GuestBecomesAccount} onDone=${() => setRegistered(true)} />`}
        ${account.email && !account.is_email_verified && html`<${EmailConfirmation} />`}
        <section>
          <h2>${t("account.display_name")}</h2>
          <${IdentityForm} key=${account.username} />
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

/** The name and the picture. */
function IdentityForm() {
  const identity = useIdentity();
  const { run, running, error } = useAction();
  const [isSaved, setSaved] = useState(false);
  const isRefused = error instanceof Problem && error.status < 500 && error.status !== 429;
  const save = () =>
    run(async () => {
      setSaved(false);
      await identity.save();
      setSaved(true);
      announce(t("account.display_name_saved"));
    });
  return html`
    <form class="panel" onSubmit=${submitted(save)}>
      <${IdentityFields} identity=${identity} wrong=${isRefused ? wrongIn(error, "display_name") || faultText(error) : ""} />
      ${error && !isRefused && html`<${Fault} error=${error} />`}
      <p><button type="submit" aria-disabled=${running}>${t("account.save")}</button></p>
      ${isSaved && html`<p class="hint">${t("account.display_name_saved")}</p>`}
    </form>
  `;
}
