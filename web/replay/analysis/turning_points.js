/** The moves that changed the win chances most, as links. */
import { html } from "../../html.js";
import { language, t } from "../../text/text.js";
import { askText } from "./asks.js";
import { signedPoints, wholePoints } from "./figures.js";

/** @param {{analysis: import("./types.js").Analysis, shown: import("./types.js").Shown}} props */
export function TurningPoints({ analysis, shown }) {
  const { names, at, address } = shown;
  const points = analysis.turning_points;
  return html`<section aria-labelledby="turning-title">
    <h3 id="turning-title">${t("analysis.turning_points")}</h3>
    ${!points.length && html`<p class="soft">${t("analysis.turning_none")}</p>`}
    <ul class="turning-points plain">
      ${points.map((point) => html`<li key=${point.number}>
        <a href=${address(point.number)} aria-current=${point.number === at ? "step" : null}>${t("analysis.move_number", { move: point.number })}</a>
        <span>${pointText(point, analysis, names)}</span>
      </li>`)}
    </ul>
  </section>`;
}

/**
 * Return a turning point in words. The API's own sentence says more, but in English.
 * @param {import("./types.js").TurningPoint} point
 * @param {import("./types.js").Analysis} analysis
 * @param {readonly string[]} names
 */
function pointText({ number, seat, change, text }, analysis, names) {
  const judged = analysis.asks.find((each) => each.number === number);
  const outcome = judged ? `${askText(judged, names)} ${t(judged.hit ? "analysis.was_hit" : "analysis.was_miss")}` : "";
  const own = text.replace(/^At move \d+ /, "").replace(/\bseat (\d)\b/gi, (_, at) => names[Number(at)] ?? "");
  const values = { name: names[seat] ?? "", points: signedPoints(change), count: wholePoints(change) };
  return `${language() === "en" ? own : outcome} ${t("analysis.change", values)}`;
}
