/** Why there is no analysis. */
import { Problem } from "../../../clients/javascript/src/index.js";
import { html } from "../../html.js";
import { Fault } from "../../shell/faults.js";
import { t } from "../../text/text.js";

/** Codes that stay: it is no use to try again. */
const FINAL = new Set(["analysis_unavailable", "analysis_failed"]);

/** @param {{error: unknown, retry: () => void}} props */
export function Refusal({ error, retry }) {
  if (!(error instanceof Problem && FINAL.has(error.code))) return html`<${Fault} error=${error} retry=${retry} />`;
  // The reason is a sentence of the server, in English.
  return html`<p>${t("analysis.unavailable")}</p>
    <p class="small soft" lang="en" dir="ltr">${error.detail}</p>`;
}
