/** The analysis below a replay: there, computed on request, or the reason why not. */
import { html, useEffect, useRef } from "../../html.js";
import { session } from "../../shell/session.js";
import { useStore } from "../../shell/store.js";
import { t } from "../../text/text.js";
import { AskTable, CurrentAsk } from "./asks.js";
import { Graph } from "./graph.js";
import { Players } from "./players.js";
import { ready } from "./ready.js";
import { Refusal } from "./refusal.js";
import { useAnalysis } from "./request.js";
import { TurningPoints } from "./turning_points.js";

await ready;

/**
 * @param {{game: import("../../table/types.js").Game, shown: import("./types.js").Shown, isWanted?: boolean}} props
 *   `isWanted` starts it without another tap, for a player
 */
export default function AnalysisPanel({ game, shown, isWanted = false }) {
  const { found, request, reload } = useAnalysis(shown.id, shown.watchCode, game["analysis"]);
  const { account } = useStore(session.standing);
  const isPlayer = account !== null && game.players.some(({ player }) => player === account.username);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isWanted || !isPlayer || found.status !== "none" || hasBegun.current) return;
    hasBegun.current = true;
    request();
  }, [found.status, isWanted, isPlayer]);
  if (found.status === "done") return html`<div class="analysis"><${Results} stored=${found.stored} shown=${shown} /></div>`;
  return html`<div class="analysis">
    ${found.status === "reading" && html`<p class="loading">${t("common.loading")}</p>`}
    ${found.status === "waiting" && html`<p class="loading">${t("analysis.waiting")}</p>`}
    ${found.status === "none" && (isPlayer ? html`<${Offer} request=${request} />` : html`<p>${t("analysis.only_players")}</p>`)}
    ${found.status === "unavailable" && html`<p>${t("analysis.unavailable")}</p>`}
    ${found.status === "fault" && html`<${Refusal} error=${found.error} retry=${isPlayer ? request : reload} />`}
  </div>`;
}

/** @param {{request: () => void}} props */
function Offer({ request }) {
  return html`<p>${t("analysis.offer")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${request}>${t("analysis.request")}</button></p>`;
}

/** @param {{stored: import("./types.js").StoredAnalysis, shown: import("./types.js").Shown}} props */
function Results({ stored, shown }) {
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
