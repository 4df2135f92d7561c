/** All tables of a class as the teacher sees them. */
import { html } from "../html.js";
import { numberText, t } from "../text/text.js";
import { MoveTime } from "../hosting/time_left.js";

/**
 * @typedef {import("./types.js").Group} Group
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Seat} Seat
 */

/** @param {{group: Group, choose: (place: number) => void}} props */
export function Tables({ group, choose }) {
  if (!group.tables.length) return null;
  const isAway = (/** @type {number} */ place) => group.places.find(({ number }) => number === place)?.online === false;
  return html`<section aria-labelledby="class-tables">
    <h2 id="class-tables" class="visually-hidden">${t("classes.tables")}</h2>
    <ul class="plain class-tables">
      ${group.tables.map(
        (table) => html`<li key=${table.number} class=${`panel class-table ${table.status}`}>
          <div class="class-table-head">
            <h3>${t("classes.table", { number: table.number })}</h3>
            ${table.status === "over" && html`<span class="badge">${t("classes.table_over")}</span>`}
            ${table.game &&
            html`<a class="button quiet" href=${`/games/${table.game}`} target="_blank"
              aria-label=${t("classes.watch_table", { number: table.number })}>${t("classes.watch")}</a>`}
          </div>
          <ol class="plain">
            ${table.seats.map(
              (seat) => html`<li key=${seat.seat} class=${isActing(table, seat) ? "acting" : ""}>
                ${seat.place === null
                  ? html`<span>${t("classes.bot")}</span>`
                  : html`<button type="button" class="child" onClick=${() => choose(seat.place ?? 0)}>${seat.name}</button>`}
                <span class="notes">${notesOf(table, seat, isAway).join(" · ")}${isActing(table, seat) &&
                group.turn_seconds !== null &&
                html`<${MoveTime} endsAt=${table.deadline} isPaused=${group.paused} />`}</span>
                ${table.status !== "formed" && html`<span class="score">${scoreText(table, seat)}</span>`}
              </li>`,
            )}
          </ol>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {Table} table @param {Seat} seat */
export const isActing = (table, seat) => table.status === "playing" && table.turn === seat.seat;

/** @param {Table} table @param {Seat} seat */
export const isWinner = ({ status, scores }, { seat }) => status === "over" && scores !== null && scores[seat] === Math.max(...scores, 1);

/** @param {Table} table @param {Seat} seat */
function scoreText(table, seat) {
  const score = table.scores?.[seat.seat];
  return score === undefined ? "" : html`${numberText(score)}<span class="visually-hidden"> ${t("classes.books", { count: score })}</span>`;
}

/** @param {Table} table @param {Seat} seat @param {(place: number) => boolean} isAway */
function notesOf(table, seat, isAway) {
  return [
    isActing(table, seat) && t("classes.turn"),
    isWinner(table, seat) && t("classes.first"),
    table.status === "playing" && seat.hand_size === 0 && t("classes.no_cards"),
    seat.place !== null && seat.bot && table.status === "playing" && t("classes.bot_plays"),
    seat.place !== null && !seat.bot && table.status === "playing" && isAway(seat.place) && t("classes.away"),
  ].filter((note) => typeof note === "string");
}
