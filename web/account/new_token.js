/** A form for a token, which authors of bots fill in by a link: `/tokens/new?scopes=read,play&name=my-bot`. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { Tick, submitted } from "../shell/forms.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { SignedIn, isFramed } from "./consent.js";

const SCOPES = ["read", "play", "account"];
const LONGEST_NAME = 60;

/** @param {import("../shell/router.js").ViewProps} props */
export default function NewToken({ query }) {
  useSharedStyle();
  useTitle(t("apps.token_title"));
  if (isFramed()) return html`<div class="narrow panel"><p class="fault" role="alert">${t("apps.cannot")}</p></div>`;
  return html`
    <div class="narrow panel">
      <h1>${t("apps.token_title")}</h1>
      <p class="lead">${t("apps.token_lead")}</p>
      <${SignedIn}><${TokenForm} query=${query} /><//>
    </div>
  `;
}

/** @param {{query: URLSearchParams}} props */
function TokenForm({ query }) {
  // A link never chooses `account`: anyone who has it can take the account over.
  /** @type {string[]} */
  const wished = (query.get("scopes") ?? "read,play").split(",").filter((scope) => scope === "read" || scope === "play");
  const [scopes, setScopes] = useState(wished);
  const [name, setName] = useState((query.get("name") ?? "").slice(0, LONGEST_NAME));
  const [secret, setSecret] = useState("");
  const { run, running, error } = useAction();
  const create = () =>
    run(async () => {
      const body = { name, scopes: /** @type {any} */ (SCOPES.filter((scope) => scopes.includes(scope))) };
      const token = await session.client.post("/tokens", { body, patience: PATIENCE });
      setSecret(token.secret);
    });
  if (secret) {
    return html`
      <p class="notice" role="status">${t("apps.token_ready")}</p>
      <div class="field">
        <label for="secret">${t("apps.token")}</label>
        <input id="secret" class="claimed" readonly value=${secret} onFocus=${(/** @type {any} */ { target }) => target.select()} />
      </div>
      <p><a href="/me">${t("apps.to_account")}</a></p>
    `;
  }
  const change = (/** @type {string} */ scope) => (/** @type {boolean} */ isOn) =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope));
  return html`
    <form onSubmit=${submitted(() => scopes.length && create())}>
      <div class="field">
        <label for="name">${t("apps.token_name")}</label>
        <input
          id="name"
          required
          maxlength=${LONGEST_NAME}
          value=${name}
          autocomplete="off"
          onInput=${(/** @type {any} */ { target }) => setName(target.value)}
        />
      </div>
      <fieldset>
        <legend>${t("apps.may")}</legend>
        ${SCOPES.map(
          (scope) => html`<${Tick} key=${scope} label=${t(`apps.scope_${scope}`)} isOn=${scopes.includes(scope)} set=${change(scope)} />`,
        )}
        <p class="hint">${t("apps.token_hosts")}</p>
      </fieldset>
      ${error && html`<${Fault} error=${error} />`}
      <p>
        <button type="submit" class="primary big" aria-disabled=${running || !scopes.length}>${t("apps.token_create")}</button>
      </p>
    </form>
  `;
}
