/** What went wrong, as a sentence and a way out. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html } from "../html.js";
import { session } from "./session.js";
import { hasText, t } from "../text/text.js";

/** A view that the address names is not there, as after an upgrade of the server. */
export class ViewMissing extends Error {}

/**
 * Return a sentence for an error.
 * @param {unknown} error
 */
export function faultText(error) {
  if (error instanceof ViewMissing) return t("common.fault_new_version");
  if (!(error instanceof Problem)) return t("common.fault_unknown");
  // Codes of a few views are in the texts of these.
  const key = ["common", "tournaments", "classes"].map((area) => `${area}.fault_${error.code}`).find(hasText);
  if (key) return t(key, { seconds: error.retryAfter ?? 1 });
  if (error.status === 0) return t("common.fault_no_answer");
  if (error.status === 429) return t("common.fault_rate_limited", { seconds: error.retryAfter ?? 60 });
  if (error.status >= 500) return t("common.fault_unavailable");
  if (error.status === 404) return t("common.fault_not_found");
  // The server's sentence is English, but better than none.
  return error.detail || t("common.fault_unknown");
}

/**
 * What is shown in place of content that is not there yet.
 * @param {{error: unknown, retry: () => void}} props `error` is why it could not be read, if it failed
 */
export function Pending({ error, retry }) {
  if (error) return html`<${Fault} error=${error} retry=${retry} />`;
  return html`<p class="loading" role="status">${t("common.loading")}</p>`;
}

/**
 * A box that says what went wrong, with a button to try again and links elsewhere.
 * @param {{error: unknown, retry?: () => void, children?: any}} props
 */
export function Fault({ error, retry, children }) {
  const isSuspended = error instanceof Problem && error.code === "account_suspended";
  const again = error instanceof ViewMissing ? () => location.reload() : retry;
  return html`
    <div class="fault" role="alert">
      <p>${faultText(error)}</p>
      <p class="actions">
        ${again && html`<button type="button" onClick=${again}>${t("common.retry")}</button>`}
        ${children}
        ${!session.pupil && html`<a class="button quiet" href=${isSuspended ? "/me/notices" : "/"}>${t(isSuspended ? "common.notices" : "common.to_start")}</a>`}
      </p>
    </div>
  `;
}
