/** A finished analysis. */
import { html } from "../../html.js";
import { t } from "../../text/text.js";
import { AskTable, CurrentAsk } from "./asks.js";
import { Graph } from "./graph.js";
import { Players } from "./players.js";
import { TurningPoints } from "./turning_points.js";

/** @param {{stored: import("./types.js").StoredAnalysis, shown: import("./types.js").Shown}} props */
export function Results({ stored, shown }) {
  const { analysis, annulled } = stored;
  return html`
    ${annulled && html`<p class="notice">${t("analysis.annulled")}</p>`}
    <${Graph} analysis=${analysis} shown=${shown} />
    <${CurrentAsk} analysis=${analysis} shown=${shown} />
    <${TurningPoints} analysis=${analysis} shown=${shown} />
    <${Players} analysis=${analysis} names=${shown.names} />
    <${AskTable} analysis=${analysis} shown=${shown} />
    <p class="small soft">${t("analysis.model", { version: analysis.model })}</p>
  `;
}
