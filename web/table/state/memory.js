/**
 * What a player with a perfect memory could know of the other hands, from the events they saw.
 *
 * Shown only at tables whose setting `aids` allows it. A card that came into a hand face up is known
 * while it stays there. A seat that asks for a rank holds it. A seat that had none lacks the rank
 * until it draws a card that others do not see.
 */

import { rankOf, sorted } from "../../cards/deck.js";

/**
 * @typedef {import("../types.js").Event} Event
 * @typedef {{cards: string[], holds: string[], lacks: string[]}} Known
 *   Cards that are certainly in a hand, ranks of which it has one or more others, and ranks that it lacks
 */

/** What is known of one hand. */
class Hand {
  constructor() {
    /** @type {Set<string>} */
    this.cards = new Set();
    /** @type {Set<string>} */
    this.holds = new Set();
    /** @type {Set<string>} */
    this.lacks = new Set();
  }

  /** @param {readonly string[]} cards */
  gain(cards) {
    for (const card of cards) {
      this.cards.add(card);
      this.lacks.delete(rankOf(card) ?? "");
    }
  }

  /** @param {readonly string[]} cards */
  lose(cards) {
    for (const card of cards) {
      this.cards.delete(card);
      this.holds.delete(rankOf(card) ?? "");
    }
  }

  /** @returns {Known} */
  known() {
    const ranks = new Set([...this.cards].map(rankOf));
    return {
      cards: sorted([...this.cards]),
      holds: [...this.holds].filter((rank) => !ranks.has(rank)),
      lacks: [...this.lacks],
    };
  }
}

/**
 * Return what is known of each hand after some moves.
 * @param {readonly {events: Event[]}[]} moves from the last deal on, oldest first
 * @param {number} seats
 * @param {{transfer: string, isBluffAllowed: boolean}} rules
 * @returns {Known[]}
 */
export function remembered(moves, seats, rules) {
  let hands = Array.from({ length: seats }, () => new Hand());
  /** @type {Event | null} */
  let asked = null;
  for (const event of moves.flatMap(({ events }) => events)) {
    const hand = hands[event["seat"]] ?? new Hand();
    switch (event.type) {
      case "dealt":
        hands = Array.from({ length: seats }, () => new Hand());
        break;
      case "asked":
        asked = event;
        if (!rules.isBluffAllowed || !event["card"]) hand.holds.add(event["rank"]);
        hand.lacks.delete(event["rank"]);
        break;
      case "cards_given":
        hand.lose(event["cards"]);
        hands[event["to"]]?.gain(event["cards"]);
        if (rules.transfer === "all" && !asked?.["card"]) hand.lacks.add(asked?.["rank"] ?? "");
        break;
      case "go_fish":
        if (!asked?.["card"]) hand.lacks.add(asked?.["rank"] ?? "");
        break;
      case "card_drawn":
        if (event["public"]) hand.gain([event["card"]]);
        else hand.lacks.clear();
        break;
      case "card_exposed":
        hand.gain([event["card"]]);
        break;
      case "book_made":
      case "book_voided":
        hand.lose(event["cards"]);
        break;
    }
  }
  return hands.map((hand) => hand.known());
}
