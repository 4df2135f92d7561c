/** A history of ratings: as a line with the uncertainty around it, and as a table. */
import { html } from "../html.js";
import { dateText, t } from "../text/text.js";
import { ratingText, rounded } from "./rating.js";

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 40; // of the labels
const EDGE = 10;

/**
 * @typedef {{game: string, number: number, at: string, seats: number, place: number,
 *   after: {rating: number, uncertainty: number}}} Entry
 */

/** @param {{entries: Entry[]}} props entries, newest first */
export function History({ entries }) {
  if (!entries.length) return null;
  return html`
    ${entries.length > 1 && html`<${Chart} entries=${[...entries].reverse()} />`}
    <details>
      <summary>${t("ratings.table")}</summary>
      <div class="wide" role="group" aria-label=${t("ratings.history")} tabindex="0">
        <table>
          <thead>
            <tr>
              ${["date", "place", "rating"].map((name) => html`<th scope="col" key=${name}>${t(`ratings.${name}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${entries.map(
              ({ game, number, at, place, seats, after }) => html`
                <tr key=${number}>
                  <th scope="row">
                    <a href="/games/${game}" aria-label=${t("ratings.to_game", { time: dateText(at) })}>${dateText(at)}</a>
                  </th>
                  <td>${t("ratings.place_of", { place, seats })}</td>
                  <td>${ratingText(after)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}

/** @param {{entries: Entry[]}} props entries, oldest first */
function Chart({ entries }) {
  const numbers = entries.map(({ after }) => after);
  const least = Math.min(...numbers.map(({ rating, uncertainty }) => rating - uncertainty));
  const most = Math.max(...numbers.map(({ rating, uncertainty }) => rating + uncertainty));
  const x = (/** @type {number} */ at) => LEFT + (at / (numbers.length - 1)) * (WIDTH - LEFT - EDGE);
  const y = (/** @type {number} */ value) =>
    HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE);
  const line = numbers.map(({ rating }, at) => point(x(at), y(rating)));
  const above = numbers.map(({ rating, uncertainty }, at) => point(x(at), y(rating + uncertainty)));
  const below = numbers.map(({ rating, uncertainty }, at) => point(x(at), y(rating - uncertainty)));
  const [first, last] = [numbers[0]?.rating ?? 0, numbers[numbers.length - 1]?.rating ?? 0];
  const label = t("ratings.chart", { count: numbers.length, first: rounded(first), last: rounded(last) });
  return html`
    <svg class="rating-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
      <polygon class="band" points=${[...above, ...below.reverse()].join(" ")} />
      ${marks(least, most).map(
        (mark) => html`
          <g key=${mark}>
            <line class="rule" x1=${LEFT} x2=${WIDTH - EDGE} y1=${y(mark)} y2=${y(mark)} />
            <text x="6" y=${y(mark) + 4}>${rounded(mark)}</text>
          </g>
        `,
      )}
      <polyline class="line" points=${line.join(" ")} />
    </svg>
  `;
}

/** @param {number} x @param {number} y */
function point(x, y) {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** Return round numbers between two. @param {number} least @param {number} most */
function marks(least, most) {
  const step = most - least > 30 ? 10 : 5;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, index) => first + index * step);
}
