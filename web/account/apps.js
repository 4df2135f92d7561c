/** The apps that may act for the player, each of which can be stopped. */
import { html, useEffect, useRef, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Question } from "../shell/dialog.js";
import { Pending } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["ConnectedApp"]} App */

export default function Apps() {
  useSharedStyle();
  useTitle(t("apps.apps"));
  const { account, state } = useStore(session.standing);
  return html`
    <div class="narrow">
      <h1>${t("apps.apps")}</h1>
      <p class="lead">${t("apps.apps_lead")}</p>
      ${account
        ? html`<${List} key=${account.username} />`
        : html`<p>
            ${state === "loading" ? t("common.loading") : html`<a class="button" href=${signInAddress()}>${t("common.sign_in")}</a>`}
          </p>`}
      <p><a href="/me">${t("apps.to_account")}</a></p>
    </div>
  `;
}

function List() {
  const { data, error, reload } = useLoaded((signal) => session.client.get("/me/apps", { signal, patience: PATIENCE }), []);
  const [asked, ask] = useState(/** @type {App | null} */ (null));
  const [revoked, setRevoked] = useState(0);
  const list = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const { run, running, error: failed } = useAction();
  // The button that had the focus goes with its row.
  useEffect(() => {
    if (revoked) list.current?.focus();
  }, [revoked]);
  const revoke = () =>
    run(async () => {
      await session.client.delete("/me/apps/{app_id}", { params: { app_id: asked?.id ?? 0 }, patience: PATIENCE });
      ask(null);
      setRevoked(revoked + 1);
      announce(t("apps.revoked"));
      reload();
    });
  if (!data) return html`<${Pending} error=${error} retry=${reload} />`;
  return html`
    <section ref=${list} tabindex="-1" aria-label=${t("apps.apps")}>
      ${!data.apps.length && html`<p class="soft">${t("apps.none")}</p>`}
      <ul class="plain rows">
        ${data.apps.map(
          (app) => html`
            <li class="row" key=${app.id}>
              <span class="claimed">
                <strong>${originOf(app)}</strong> ${app.name}<br />
                <span class="soft small">${factsOf(app)}</span>
              </span>
              <button type="button" onClick=${() => ask(app)} aria-label=${t("apps.revoke_named", { name: app.name })}>
                ${t("apps.revoke")}
              </button>
            </li>
          `,
        )}
      </ul>
      ${asked &&
      html`<${Question} title=${t("apps.revoke_title", { name: asked.name })} confirm=${t("apps.revoke")}
        onConfirm=${revoke} close=${() => ask(null)} running=${running} error=${failed}>
        <p>${t("apps.revoke_text")}</p>
      <//>`}
    </section>
  `;
}

/** @param {App} app */
function originOf({ origin }) {
  return origin === "loopback" || origin === "device" ? t(`apps.kind_${origin}`) : origin;
}

/** @param {App} app */
function factsOf({ scopes, since, last_used_at: used, expires_at: expires }) {
  const day = (/** @type {string} */ time) => dateText(time, { dateStyle: "medium" });
  return [
    ...scopes.map((scope) => t(`apps.short_${scope}`)),
    t("apps.since", { time: day(since) }),
    t(used ? "apps.used" : "apps.never_used", { time: used ? day(used) : "" }),
    t("apps.ends", { time: day(expires) }),
  ].join(" · ");
}
