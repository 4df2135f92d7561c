/** Entries of lists of games: who plays, by which rules, and what can be done. */
import { html } from "../html.js";
import { PlayerName } from "../players/picture.js";
import { seatRating } from "../ratings/rating.js";
import { rulesText } from "../rules/rule_sets.js";
import { namesOf } from "../shell/players.js";
import { hasText, t } from "../text/text.js";

const DAY = 86_400; // seconds

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["GameEntry"]} Game */

/** Return a player's rating, if there is one; the start page has no words for it. @param {Game} game @param {number} seat */
const ratingOf = (game, seat) => hasText("ratings.shown") && seatRating(game, seat);

/** @param {Game} game */
export function freeSeats(game) {
  return game.seats - game.players.length;
}

/** Return the seat of a player, or null. @param {Game} game @param {string | undefined} username */
export function seatOf(game, username) {
  return game.players.find(({ player }) => player !== null && player === username)?.seat ?? null;
}

/**
 * Return whether a game waits for a player.
 * @param {Game} game @param {string | undefined} username
 */
export function waitsFor(game, username) {
  const seat = seatOf(game, username);
  return seat !== null && game.status === "running" && game.to_act === seat;
}

/** Return how long a move may take. @param {Pick<Game, "turn_seconds">} game */
export function clockText({ turn_seconds: seconds }) {
  if (seconds === null) return t("start.no_clock");
  return seconds === DAY ? t("start.clock_day") : t("start.clock_seconds", { count: seconds });
}

/**
 * One game of a list.
 * @param {{game: Game, badge?: string, note?: any, without?: string | undefined, children?: any}} props
 *   `without` is the player whose list it is; `children` are links and buttons
 */
export function GameCard({ game, badge, note, without, children }) {
  const all = namesOf(game.players, game.seats);
  const others = game.players.filter(({ player }) => !without || player !== without);
  const details = [
    game.status === "lobby" ? t("start.seats_taken", { taken: game.players.length, count: game.seats }) : "",
    clockText(game),
    game.visibility === "private" ? t("start.private") : "",
    /** @type {any} */ (game).rated ? t("ratings.rated") : "",
    game.allow_bots ? "" : t("start.people_only"),
  ];
  return html`
    <li class="game-card panel">
      <div>
        ${badge && html`<p><span class="badge">${badge}</span></p>`}
        ${others.length > 0
          ? html`<p class="names">
              ${others.map((player) => {
                const rating = ratingOf(game, player.seat);
                return html`<${PlayerName} key=${player.seat} name=${all[player.seat] ?? ""} player=${player}>
                  ${rating && html` <small class="handle">${rating}</small>`}
                <//>`;
              })}
            </p>`
          : html`<p class="names">${t(game.players.length ? "start.only_you" : "start.empty_table")}</p>`}
        <p class="soft">${rulesText(game)}</p>
        <p class="small soft">${details.filter(Boolean).join(" · ")}</p>
        ${note && html`<p class="small">${note}</p>`}
      </div>
      <p class="actions">${children}</p>
    </li>
  `;
}
