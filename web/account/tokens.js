/** The devices and programs that are signed in, each of which can be signed out. */
import { html, useEffect, useRef, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Question } from "../shell/dialog.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { dateText, t } from "../text/text.js";

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Token"]} Token */

export function Tokens() {
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/tokens", { signal, patience: PATIENCE }),
    [],
  );
  const [asked, ask] = useState(/** @type {Token | null} */ (null));
  const [revoked, setRevoked] = useState(0);
  const heading = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const { run, running, error: failed } = useAction();
  // The button that had the focus goes with its row.
  useEffect(() => {
    if (revoked) heading.current?.focus();
  }, [revoked]);
  const revoke = () =>
    run(async () => {
      const params = { token_id: asked?.id ?? 0 };
      await session.client.delete("/tokens/{token_id}", { params, patience: PATIENCE });
      ask(null);
      setRevoked(revoked + 1);
      announce(t("account.token_revoked"));
      reload();
    });
  const tokens = /** @type {Token[] | undefined} */ (data?.tokens);
  return html`
    <section>
      <h2 ref=${heading} tabindex="-1">${t("account.tokens")}</h2>
      <p class="soft">${t("account.tokens_lead")}</p>
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      <ul class="plain rows">
        ${tokens?.map(
          (token) => html`
            <li class="row" key=${token.id}>
              <span>
                ${nameOf(token)} ${isOwn(token) && html`<span class="badge">${t("account.this_device")}</span>`}
                <br /><span class="soft small">${usedText(token)}</span>
              </span>
              ${!isOwn(token) &&
              html`<button type="button" onClick=${() => ask(token)} aria-label=${t("account.revoke_named", { name: nameOf(token) })}>
                ${t("account.revoke")}
              </button>`}
            </li>
          `,
        )}
      </ul>
      ${asked &&
      html`<${Question} title=${t("account.revoke_title", { name: nameOf(asked) })} confirm=${t("account.revoke")}
        onConfirm=${revoke} close=${() => ask(null)} running=${running} error=${failed}>
        <p>${t("account.revoke_text")}</p>
      <//>`}
    </section>
  `;
}

/** Names that this client and the server give to tokens. */
const GIVEN = /** @type {Record<string, string>} */ ({
  browser: "account.token_browser",
  phone: "account.token_phone",
  "first token": "account.token_first",
});

/** @param {Token} token */
function nameOf({ name, prefix }) {
  const given = GIVEN[name];
  return given ? t(given) : name || prefix;
}

/** @param {Token} token */
function isOwn({ prefix }) {
  return session.client.token?.startsWith(prefix) ?? false;
}

/** @param {Token} token */
function usedText({ created_at: created, last_used_at: used, expires_at: expires }) {
  const day = (/** @type {string} */ time) => dateText(time, { dateStyle: "medium" });
  return [
    t("account.token_created", { time: day(created) }),
    used && t("account.token_used", { time: day(used) }),
    t("account.token_expires", { time: day(expires) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
