/** What players say at the table in a move, as in their speech bubbles. */

import { cardText, rankName } from "../../cards/names.js";
import { t } from "../../text/text.js";

/**
 * Return what a seat says in a move, or "".
 * @param {readonly import("../types.js").Event[]} events
 * @param {number} seat
 */
export function speech(events, seat) {
  return events
    .filter((event) => event["seat"] === seat)
    .map(spoken)
    .filter(Boolean)
    .join(" ");
}

/** @param {import("../types.js").Event} event */
function spoken(event) {
  switch (event.type) {
    case "asked": {
      // Short, as the bubble has little room: the sentence in the middle says who is asked.
      return event["card"] ? t("table.says.ask_card", { card: cardText(event["card"]) }) : t("table.says.ask", { what: rankName(event["rank"]) });
    }
    case "cards_given":
      return t("table.says.give", { cards: event["cards"].map(cardText).join(" ") });
    case "go_fish":
      return t("table.says.go_fish");
    case "book_made":
      return t("table.says.book", { ranks: rankName(event["rank"]) });
    default:
      return "";
  }
}
