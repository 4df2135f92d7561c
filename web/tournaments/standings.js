/** The players of a tournament, best first, with what their points are. */
import { html, useState } from "../html.js";
import { PlayerName } from "../players/picture.js";
import { Fault, Pending } from "../shell/faults.js";
import { nameOf, playerOf } from "../shell/players.js";
import { useLoaded } from "../shell/requests.js";
import { listText, numberText, t } from "../text/text.js";
import { pointsOf, readPage, restPoints } from "./calls.js";
import { Pages } from "./pages.js";

const LINES = 50; // a page

/** @typedef {import("./calls.js").Standing} Standing */

/** Return points as the language writes them. @param {number} points */
export const pointsText = (points) => numberText(points, { maximumFractionDigits: 2 });

/** Return a number of points in words. @param {number} points */
export const pointsWords = (points) => t("tournaments.won_points", { count: points, points: pointsText(points) });

/**
 * @param {{tournament: import("./calls.js").Tournament, own?: string | undefined, choose?: (line: Standing) => void}} props
 *   `choose` is for directors: a player to remove
 */
export function Standings({ tournament, own, choose }) {
  const { id, version, me } = tournament;
  const [cursor, show] = useState("");
  const { data: page, error, reload } = useLoaded(
    (signal) => readPage(id, "standings", { limit: LINES, cursor: cursor || undefined }, signal),
    [id, version, cursor],
  );
  const lines = page?.previous ? page.results : withoutGaps(page?.results ?? []);
  const place = lines.find(({ player }) => player.username === own)?.place ?? me?.place;
  const ranked = isRanked(lines);
  return html`<section>
    <h2>${t(choose && !ranked ? "tournaments.players_title" : "tournaments.standings")}</h2>
    ${!page && html`<${Pending} error=${error} retry=${reload} />`}
    ${page && error && html`<${Fault} error=${error} retry=${reload} />`}
    ${page && !lines.length && html`<p>${t("tournaments.no_players")}</p>`}
    ${ranked && own && typeof me?.place === "number" && html`<p>${t("tournaments.own_place", { place: place ?? me.place })}</p>`}
    ${lines.length > 0 && html`<${Lines} lines=${lines} own=${own} isRanked=${ranked} choose=${choose} />`}
    <${Pages} page=${page} show=${show} />
    <${PointsExplained} tournament=${tournament} />
  </section>`;
}

/** @param {{tournament: import("./calls.js").Tournament}} props */
function PointsExplained({ tournament }) {
  const points = listText(pointsOf(tournament).map(pointsText));
  return html`<details>
    <summary>${t("tournaments.points_title")}</summary>
    <p>${t("tournaments.points_text", { seats: tournament.seats, points })}</p>
    <p>${t("tournaments.points_rest", { points: pointsWords(restPoints(tournament)) })}</p>
    <p>${t("tournaments.luck")}</p>
  </details>`;
}

/** @param {{lines: Standing[], own: string | undefined, isRanked: boolean, choose?: ((line: Standing) => void) | undefined}} props */
function Lines({ lines, own, isRanked, choose }) {
  return html`
    <div class="wide" role="group" aria-label=${t("tournaments.standings")} tabindex="0">
      <table class="leaderboard">
        <thead>
          <tr>
            ${isRanked && html`<th scope="col" class="number">${t("tournaments.place")}</th>`}
            <th scope="col">${t("tournaments.player")}</th>
            ${isRanked && html`<th scope="col" class="number">${t("tournaments.points")}</th>`}
            ${choose && html`<td></td>`}
          </tr>
        </thead>
        <tbody>
          ${lines.map((line) => {
            const player = playerOf(line.player);
            const mayGo = line.status === "active" || line.status === "paused";
            return html`<tr key=${line.player.username} class=${line.player.username === own ? "own" : ""}>
              ${isRanked && html`<td class="number">${line.place === null ? "" : numberText(line.place)}</td>`}
              <th scope="row">
                <a href="/players/${line.player.username}"><${PlayerName} name=${nameOf(player)} player=${player} /></a>
                <span class="note soft small">${noteText(line, isRanked)}</span>
              </th>
              ${isRanked && html`<td class="number">${pointsText(line.points)}</td>`}
              ${choose &&
              html`<td class="number">${mayGo &&
              html`<button type="button" class="quiet" aria-label=${t("tournaments.remove_name", { name: nameOf(player) })}
                title=${t("tournaments.remove")} onClick=${() => choose(line)}>✕</button>`}</td>`}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  `;
}

/**
 * Return lines, first place first, with places that count only these players: one who left without
 * a game has a place too.
 * @param {readonly Standing[]} lines
 */
export const withoutGaps = (lines) =>
  lines.map((line) => ({ ...line, place: line.place && 1 + lines.filter(({ place }) => place !== null && place < (line.place ?? 0)).length }));

/** Whether the players have places: without points all share the first one. @param {Standing[]} lines */
export const isRanked = (lines) => lines.some(({ points }) => points > 0);

/** Return how many games and rests a player has, and what they tell. @param {Standing} line @param {boolean} hasPlaces */
export function noteText({ games, rests, place, behind_first, status }, hasPlaces) {
  return [
    status !== "active" && t(`tournaments.player_${status}`),
    hasPlaces && (games > 0 || !rests) && t("tournaments.games", { count: games }),
    rests > 0 && t("tournaments.rests", { count: rests }),
    games > 0 && place !== 1 && t(behind_first ? "tournaments.behind" : "tournaments.not_distinguishable"),
  ]
    .filter(Boolean)
    .join(" · ");
}
