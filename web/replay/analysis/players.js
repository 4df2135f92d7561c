/** Accuracy and luck of each seat, with their uncertainty in words. */
import { html } from "../../html.js";
import { numberText, t } from "../../text/text.js";
import { rangeOf, signedPoints, wholePoints } from "./figures.js";
import { Sample } from "./lines.js";

/** @param {{analysis: import("./types.js").Analysis, names: readonly string[]}} props */
export function Players({ analysis, names }) {
  return html`<section aria-labelledby="accuracy-title">
    <h3 id="accuracy-title">${t("analysis.players")}</h3>
    <ul class="seats plain">
      ${analysis.players.map(({ seat, asks, accuracy, luck }) => html`<li key=${seat}>
        <h4><${Sample} seat=${seat} /> ${names[seat]}</h4>
        <dl>
          <div>
            <dt>${t("analysis.accuracy")}</dt>
            <dd><b>${accuracy ? numberText(accuracy.value, { maximumFractionDigits: 0 }) : "–"}</b>
              <span class="small soft">${accuracy ? accuracyText(accuracy, asks) : t("analysis.accuracy_none")}</span></dd>
          </div>
          <div>
            <dt>${t("analysis.luck")}</dt>
            <dd><b>${t("analysis.points", { points: signedPoints(luck.value), count: wholePoints(luck.value) })}</b>
              <span class="small soft">${luckText(luck)}</span></dd>
          </div>
        </dl>
      </li>`)}
    </ul>
    <p class="small soft">${t("analysis.players_help")}</p>
  </section>`;
}

/** @param {import("./types.js").Estimate} accuracy @param {number} asks */
function accuracyText(accuracy, asks) {
  const { from, to } = rangeOf(accuracy);
  const whole = (/** @type {number} */ value) => numberText(Math.round(Math.min(Math.max(value, 0), 100)));
  return t("analysis.accuracy_range", { from: whole(from), to: whole(to), count: asks });
}

/** @param {import("./types.js").SeatAnalysis["luck"]} luck */
function luckText(luck) {
  const { from, to } = rangeOf(luck);
  const verdict = from > 0 ? "lucky" : to < 0 ? "unlucky" : "luck_open";
  const range = t("analysis.luck_range", { from: signedPoints(from), to: signedPoints(to) });
  const parts = t("analysis.luck_parts", { deal: signedPoints(luck.deal), draws: signedPoints(luck.draws) });
  return `${t(`analysis.${verdict}`)} ${range} ${parts}`;
}
