/** What the pages share on which a player gives an app access: who asks, for what, and the two buttons. */
import { html, useEffect, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { dateText, t } from "../text/text.js";
import { SignInForm } from "./sign_in.js";

/**
 * Milliseconds until a button works after the page appears or gets the focus: a click that was meant
 * for another window does nothing.
 */
const HESITATION = 1000;
const DAY = 24 * 3600 * 1000;

/** @typedef {{client_id: string, name: string, kind: string, origin: string}} App */

/** Whether another site shows this page in a frame. The server forbids it; this is the second lock. */
export const isFramed = () => window.top !== window;

/** Who asks: what is certain first, then what the app claims. @param {{app: App}} props */
export function Who({ app }) {
  const isKnown = app.kind === "web";
  return html`
    <dl class="terms">
      <div>
        <dt>${t("apps.asks")}</dt>
        <dd><strong>${isKnown ? app.origin : t(`apps.kind_${app.kind}`)}</strong></dd>
      </div>
      <div>
        <dt>${t("apps.claims")}</dt>
        <dd class="claimed">${app.name}</dd>
      </div>
    </dl>
    ${!isKnown && html`<p class="notice">${t("apps.unknown_program")}</p>`}
  `;
}

/** What an app may do, and until when. @param {{scopes: string[], days: number}} props */
export function What({ scopes, days }) {
  const { account } = useStore(session.standing);
  const until = dateText(new Date(Date.now() + days * DAY).toISOString(), { dateStyle: "long" });
  return html`
    <h2>${t("apps.may")}</h2>
    <ul>
      ${scopes.map((scope) => html`<li key=${scope}>${t(`apps.scope_${scope}`)}</li>`)}
    </ul>
    <p>${t("apps.may_not")}</p>
    <p>${t("apps.until", { time: until })}</p>
    ${account?.is_guest && html`<p class="notice">${t("apps.guest")}</p>`}
  `;
}

/**
 * The two answers, of one size.
 * @param {{allow: () => void, refuse: () => void, running: boolean, error: unknown}} props
 */
export function Decision({ allow, refuse, running, error }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const stop = () => {
      clearTimeout(timer);
      setReady(false);
    };
    const restart = () => {
      stop();
      timer = setTimeout(() => setReady(true), HESITATION);
    };
    const listeners = Object.entries({ focus: restart, pageshow: restart, blur: stop });
    for (const [name, listener] of listeners) addEventListener(name, listener);
    restart();
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) removeEventListener(name, listener);
    };
  }, []);
  const whenReady = (/** @type {() => void} */ act) => () => {
    if (isReady && !running) act();
  };
  return html`
    ${error && html`<${Fault} error=${error} />`}
    <p class="actions">
      <button type="button" class="primary big" aria-disabled=${!isReady || running} onClick=${whenReady(allow)}>
        ${t("apps.allow")}
      </button>
      <button type="button" class="big" aria-disabled=${running} onClick=${() => !running && refuse()}>${t("apps.refuse")}</button>
    </p>
  `;
}

/** Who gives the access; a stranger signs in first, or becomes a guest. @param {{children: any}} props */
export function SignedIn({ children }) {
  const { account, state } = useStore(session.standing);
  if (account) {
    return html`<p class="soft">${t("apps.as", { name: account.username })}</p>
      ${children}`;
  }
  if (state === "loading") return html`<p role="status">${t("common.loading")}</p>`;
  return html`
    <h2>${t("apps.sign_in_first")}</h2>
    <${SignInForm} />
    <p>
      <button type="button" onClick=${() => session.needAccount()}>${t("apps.as_guest")}</button>
    </p>
  `;
}
