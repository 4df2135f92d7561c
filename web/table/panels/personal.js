/** The personal word at the end of a game: what one did best, and a kind line for those who did not win. */

import { rankName } from "../../cards/names.js";
import { html } from "../../html.js";
import { Picture } from "../../players/picture.js";
import { numberText, t } from "../../text/text.js";
import { bestOf } from "../state/best.js";

/**
 * @param {{table: import("../state/reducer.js").Table, names: readonly string[], you: number,
 *   game: import("../types.js").Game, result: {scores: number[], winners: number[]}, isOwn: boolean}} props `isOwn` unless a bot played on
 */
export function PersonalWord({ table, names, you, game, result, isOwn }) {
  const isWhole = (table.moves[0]?.number ?? 1) === 1;
  const best = isOwn && isWhole ? bestOf(table.moves, you, game.rules["book_size"]) : null;
  const books = (isOwn && table.shown?.seats[you]?.books.length) || 0;
  const words = [
    books > 0 && t("table.best_books", { books: t("table.books", { count: books }) }),
    best && t(`table.best_${best.kind}`, { count: best.count, ranks: rankName(best.rank), name: names[best.seat] ?? "" }),
  ];
  const kind = kindWord(result, you, books);
  return html`<p class="best">${words.filter(Boolean).join(" ")}</p>
    ${kind && html`<p class="kind">${t(`table.kind_${kind}`, { books: t("table.books", { count: 1 }) })}</p>`}`;
}

/**
 * Return which kind line fits, or "" for a winner and where no player wins.
 * @param {{scores: number[], winners: number[]}} result @param {number} you @param {number} books
 */
export function kindWord({ scores, winners }, you, books) {
  if (!winners.length || winners.includes(you)) return "";
  const behind = Math.max(...scores) - (scores[you] ?? 0);
  return books === 0 ? "none" : behind === 1 && scores[you] === books ? "close" : "some";
}

/**
 * The players with their animals and medals, for children.
 * @param {{places: {seat: number, place: number, score: number}[], hasPlaces: boolean, names: readonly string[], you: number | null,
 *   players: readonly import("../types.js").SeatedPlayer[]}} props
 */
export function Medals({ places, hasPlaces, names, you, players }) {
  return html`<ol class="medals plain">
    ${places.map(({ seat, place, score }) => html`<li key=${seat}>
      <${Picture} name=${/** @type {any} */ (players.find((each) => each.seat === seat))?.picture} />
      ${hasPlaces && html`<b class=${`medal place-${place}`}><span class="visually-hidden">${t("table.place")} </span>${numberText(place)}</b>`}
      <strong>${seat === you ? t("table.you") : names[seat]}</strong>
      <span>${t("table.books", { count: score })}</span>
    </li>`)}
  </ol>`;
}
