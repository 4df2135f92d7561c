/** One of the other players: name, cards face down, books, what they say, and whether to ask them. */

import { Back, Backs, Card } from "../../cards/card.js";
import { cardText, rankIndex } from "../../cards/names.js";
import { html } from "../../html.js";
import { PlayerName } from "../../players/picture.js";
import { t } from "../../text/text.js";
import { notesOf } from "../state/seats.js";
import { Clock } from "./clock.js";
import { Emote } from "./emotes.js";

/**
 * @param {{state: import("../types.js").State, seat: import("../types.js").SeatState, name: string,
 *   player: import("../types.js").SeatedPlayer | undefined, isAway?: boolean, isSeries: boolean, says: string, emote: string | undefined,
 *   rating?: string, known: import("../state/memory.js").Known | null, number: number,
 *   choice: import("../state/choices.js").TargetChoice | null, isChosen: boolean,
 *   label: string, choose: (() => void) | null}} props
 *   `known` where the table allows aids; `choice` while one asks; `number` is the key that chooses this player
 */
export function Seat({ state, seat, name, player, isAway = player?.online === false, isSeries, says, emote, rating, known, number, choice, isChosen, label, choose }) {
  const isToAct = state.to_act === seat.seat;
  const isTurn = state.turn === seat.seat;
  const classes = ["seat", isToAct && "to-act", isTurn && "turn", isChosen && "chosen", seat.left && "left"];
  const content = html`
    <span class="seat-name">
      <${PlayerName} name=${name} player=${player} />
      ${rating && html`<span class="rating">${rating}</span>`}
      ${isAway && state.phase !== "over" && html`<span class="away">${t("table.away")}</span>`}
      ${isToAct && html`<span class="flag">${t("table.to_act")}</span>`}
      ${isToAct && html`<${Clock} state=${state} />`}
    </span>
    <${Pile} seat=${seat} />
    <${Books} seat=${seat} isSeries=${isSeries} />
    ${known && html`<${KnownHand} known=${known} />`}
    <${Notes} state=${state} seat=${seat} />
  `;
  return html`<li class=${classes.filter(Boolean).join(" ")} data-seat=${seat.seat}>
    ${choice
      ? html`<button type="button" class="place" aria-pressed=${isChosen} aria-disabled=${!choice.isLegal}
          aria-label=${label} aria-describedby=${`seat-${seat.seat}`} onClick=${choose}>
          ${content}
          ${choice.isLegal && html`<kbd class="key" aria-hidden="true">${number}</kbd>`}
        </button>`
      : html`<div class="place">${content}</div>`}
    <p class="visually-hidden" id=${`seat-${seat.seat}`}>${summary(state, seat)}</p>
    <${Emote} emote=${emote} />
    ${says && html`<p class="says" key=${state.version}>${says}</p>`}
  </li>`;
}

/** @param {import("../types.js").State} state @param {import("../types.js").SeatState} seat */
function summary(state, seat) {
  const cards = t("table.cards", { count: seat.hand_size });
  return t("table.seat_summary", { cards, books: t("table.books", { count: seat.books.length }), version: state.version });
}

/** @param {{seat: import("../types.js").SeatState}} props */
function Pile({ seat }) {
  return html`<span class="pile" data-pile>
    ${seat.hand
      ? html`<span class="open-hand">${seat.hand.map((card) => html`<${Card} key=${card} card=${card} />`)}</span>`
      : html`<${Backs} count=${seat.hand_size} />`}
    <span class="count">${t("table.cards", { count: seat.hand_size })}</span>
  </span>`;
}

/**
 * The books of a seat, small, with the points of a series.
 * @param {{seat: import("../types.js").SeatState, isSeries: boolean}} props
 */
export function Books({ seat, isSeries }) {
  return html`<span class="books" data-books>
    <span class="label">${t("table.books", { count: seat.books.length })}</span>
    ${seat.books.map(
      (book, place) => html`<span class="laid" key=${place}>
        ${book.rank ? html`<b>${rankIndex(book.rank)}</b>` : html`<span class="book"><${Back} /></span>`}
      </span>`,
    )}
    ${isSeries && html`<span class="points">${t("table.points", { count: seat.total })}</span>`}
  </span>`;
}

/** @param {{state: import("../types.js").State, seat: import("../types.js").SeatState}} props */
export function Notes({ state, seat }) {
  const notes = notesOf(state, seat);
  const barred = seat.barred.map(rankIndex).join(" ");
  if (!notes.length && !barred) return null;
  return html`<span class="notes">
    ${notes.map(({ key, values }) => html`<span key=${key}>${t(key, values)}</span>`)}
    ${barred && html`<span>${t("table.note.barred", { ranks: barred })}</span>`}
  </span>`;
}

/** What could be known of the hand: an aid that the table has to allow. @param {{known: import("../state/memory.js").Known}} props */
function KnownHand({ known }) {
  const { cards, holds, lacks } = known;
  if (!cards.length && !holds.length && !lacks.length) return null;
  return html`<span class="known">
    ${cards.length > 0 && html`<span>${t("table.known.cards", { cards: cards.map(cardText).join(" ") })}</span>`}
    ${holds.length > 0 && html`<span>${t("table.known.holds", { ranks: holds.map(rankIndex).join(" ") })}</span>`}
    ${lacks.length > 0 && html`<span>${t("table.known.lacks", { ranks: lacks.map(rankIndex).join(" ") })}</span>`}
  </span>`;
}
