/** A hint at a table with aids: what is certain of the ranks in the hand, and why. */
import { rankOf } from "../cards/deck.js";
import { rankName } from "../cards/names.js";
import { html, useState } from "../html.js";
import { Pending } from "../shell/faults.js";
import { useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

/**
 * @typedef {Record<string, any> & {type: string}} Event
 * @typedef {{rank: string, seat: number, holds: boolean | null, because: number[]}} Known
 * @typedef {{id: string, version: number, you: number, hand: readonly string[], names: readonly string[],
 *   moves: readonly {number: number, events: Event[]}[], tell: (events: Event[]) => string[]}} Position
 *   `tell` puts events into sentences
 */

/** Answers of the players, and what asks for them. */
const TELLING = new Set(["asked", "go_fish", "cards_given", "book_made"]);

/** @param {{position: Position, isYourTurn: boolean}} props */
export function Hints({ position, isYourTurn }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details class="hints" onToggle=${(/** @type {any} */ { target }) => setOpen(target.open)}>
    <summary>${t("learn.hint")}</summary>
    ${isOpen && (isYourTurn ? html`<${Certain} position=${position} />` : html`<p>${t("learn.hint_wait")}</p>`)}
  </details>`;
}

/** @param {{position: Position}} props */
function Certain({ position }) {
  const { id, version, you, hand, names } = position;
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/games/{game_id}/knowledge", { params: { game_id: id }, query: { at: version, seat: you }, signal }),
    [id, version, you],
  );
  if (!data || data.number !== version) return html`<${Pending} error=${error} retry=${reload} />`;
  const facts = useful(data.ranks, hand);
  if (!facts.length) return html`<div role="status"><p>${t("learn.hint_none")}</p></div>`;
  return html`<div role="status"><ul class="plain">
    ${facts.map((fact) => html`<li key=${`${fact.seat} ${fact.rank}`}>
      <strong>${t(fact.holds ? "learn.hint_holds" : "learn.hint_lacks", { name: names[fact.seat] ?? "", ranks: rankName(fact.rank) })}</strong>
      ${" "}<span class="soft">${reason(fact, position)}</span>
    </li>`)}
  </ul></div>`;
}

/**
 * Return what is proven of the ranks in a hand, holdings first.
 * @param {readonly Known[]} ranks @param {readonly string[]} hand
 */
export function useful(ranks, hand) {
  const own = new Set(hand.map(rankOf));
  const proven = ranks.filter(({ rank, because }) => own.has(rank) && because.length > 0);
  return [...proven.filter(({ holds }) => holds), ...proven.filter(({ holds }) => holds === false)];
}

/**
 * Tell the events of the moves that prove a fact. Of an ask that shows a holding, the answer does
 * not matter.
 * @param {Known} fact @param {Position} position
 */
function reason({ seat, holds, because }, { moves, tell }) {
  const events = moves.filter(({ number }) => because.includes(number)).flatMap((move) => {
    const own = move.events.filter((event) => holds && event.type === "asked" && event["seat"] === seat);
    return own.length ? own : move.events.filter((event) => TELLING.has(event.type) || event["public"]);
  });
  return tell(events).join(" ");
}
