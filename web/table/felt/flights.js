/**
 * Cards that visibly travel: copies fly over the table from where they were to where they are now.
 * Nothing waits for them, and with reduced motion there are none.
 */

import { cardClasses, isJoker } from "../../cards/deck.js";
import { rankIndex } from "../../cards/names.js";
import { useLayoutEffect, useRef } from "../../html.js";

const FLIGHT = 480; // milliseconds
const STEP = 300; // between the events of a move

/**
 * @typedef {{from: Element | null, to: Element | null, cards: (string | null)[]}} Flight
 *   A card that is null is face down
 */

/**
 * Let the cards of each new move fly.
 * @param {{current: HTMLElement | null}} root
 * @param {import("../types.js").Move | null} move
 * @param {number | null} you
 */
export function useFlights(root, move, you) {
  const seen = useRef(move?.number ?? 0);
  useLayoutEffect(() => {
    const number = move?.number ?? 0;
    const isNext = number === seen.current + 1;
    seen.current = number;
    if (!isNext || !move || !root.current || isReduced()) return;
    const table = root.current;
    let delay = 0;
    for (const event of move.events) {
      const flight = flightOf(event, table);
      if (!flight) continue;
      fly(flight, { table, delay, you });
      delay += STEP;
    }
  }, [move?.number]);
}

export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {import("../types.js").Event} event @param {HTMLElement} table @returns {Flight | null} */
function flightOf(event, table) {
  const pile = (/** @type {number} */ seat) => table.querySelector(`[data-seat="${seat}"] [data-pile]`);
  const books = (/** @type {number} */ seat) => table.querySelector(`[data-seat="${seat}"] [data-books]`);
  switch (event.type) {
    case "cards_given":
      return { from: pile(event["seat"]), to: pile(event["to"]), cards: event["cards"] };
    case "card_drawn":
      return { from: table.querySelector("[data-stock] .card"), to: pile(event["seat"]), cards: [event["card"]] };
    case "book_made":
      return { from: pile(event["seat"]), to: books(event["seat"]), cards: event["cards"] };
    case "book_discarded":
    case "book_voided":
      return { from: pile(event["seat"]), to: table.querySelector(".middle"), cards: event["cards"] };
    default:
      return null;
  }
}

/** @param {Flight} flight @param {{table: HTMLElement, delay: number, you: number | null}} about */
function fly({ from, to, cards }, { table, delay }) {
  if (!from || !to) return;
  const start = centre(from.getBoundingClientRect());
  cards.forEach((card, at) => {
    const landing = card ? to.querySelector(`[data-card="${card}"]`) : null;
    const end = centre((landing ?? to).getBoundingClientRect());
    const ghost = drawn(card);
    table.append(ghost);
    const wait = delay + at * 60;
    const frames = [
      { transform: `translate(${start.x}px, ${start.y}px) rotate(-4deg) scale(.9)`, opacity: 1 },
      { transform: `translate(${(start.x + end.x) / 2}px, ${(start.y + end.y) / 2 - 30}px) rotate(3deg) scale(1.08)`, opacity: 1 },
      { transform: `translate(${end.x}px, ${end.y}px) rotate(0) scale(.96)`, opacity: 1 },
    ];
    const timing = { duration: FLIGHT, delay: wait, easing: "cubic-bezier(.3, .1, .2, 1)", fill: /** @type {const} */ ("backwards") };
    ghost.animate(frames, timing).finished.then(() => ghost.remove(), () => ghost.remove());
    if (landing) landing.animate([{ opacity: 0 }, { opacity: 0 }], { duration: wait + FLIGHT });
  });
}

/** @param {DOMRect} box */
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** @param {string | null} card */
function drawn(card) {
  const ghost = document.createElement("span");
  ghost.className = `${card ? cardClasses(card) : "card back"} flying`;
  ghost.setAttribute("aria-hidden", "true");
  if (!card) return ghost;
  if (!isJoker(card)) ghost.append(part("b", "rank", rankIndex(card.charAt(0))));
  ghost.append(part("i", "suit"), part("i", "pip"));
  return ghost;
}

/** @param {string} tag @param {string} name @param {string} [text] */
function part(tag, name, text = "") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
