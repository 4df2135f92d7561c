/** An app asks for access: the player says yes or no. Nothing is redirected without a click. */
import { html } from "../html.js";
import { Pending } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { Decision, SignedIn, What, Who, isFramed } from "./consent.js";

/** The parameters that the server knows; others are ignored, as the standard wants it. */
const NAMES = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
];
/** How often a page asks for the document of an app that the server is still reading. */
const MOST_TRIES = 15;

/** @param {import("../shell/router.js").ViewProps} props */
export default function Authorize({ query }) {
  useSharedStyle();
  useTitle(t("apps.title"));
  const asked = Object.fromEntries(NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""]] : [])));
  const isTwice = NAMES.some((name) => query.getAll(name).length > 1);
  const { data, error, reload } = useLoaded((signal) => read(asked, signal), [query.toString()]);
  const { run, running, error: failed } = useAction();
  if (isFramed() || isTwice) return html`<div class="narrow panel"><p class="fault" role="alert">${t("apps.cannot")}</p></div>`;
  if (!data) {
    return html`<div class="narrow panel">
      <h1>${t("apps.title")}</h1>
      ${error && html`<p>${t("apps.bad_request")}</p>`}
      <${Pending} error=${error} retry=${reload} />
    </div>`;
  }
  const allow = () =>
    run(async () => {
      const { redirect_to } = await waiting(() =>
        session.client.post("/oauth/authorize", { body: /** @type {any} */ (asked), patience: PATIENCE }),
      );
      location.assign(redirect_to);
    });
  return html`
    <div class="narrow panel">
      <h1>${t("apps.title")}</h1>
      <${Who} app=${data.app} />
      <${What} scopes=${data.scopes} days=${data.expires_in_days} />
      <${SignedIn}>
        <${Decision} allow=${allow} refuse=${() => location.assign(data.refuse_url)} running=${running} error=${failed} />
      <//>
    </div>
  `;
}

/** @param {Record<string, string>} query @param {AbortSignal} signal */
function read(query, signal) {
  return waiting(() => session.client.get("/oauth/authorize", { query: /** @type {any} */ (query), signal, patience: PATIENCE }));
}

/**
 * Call again while the server reads the document of the app.
 * @template Content
 * @param {() => Promise<Content>} call
 * @returns {Promise<Content>}
 */
async function waiting(call) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (problem) {
      if (/** @type {any} */ (problem).code !== "client_document_pending" || tried === MOST_TRIES) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
