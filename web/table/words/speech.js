/** What players say at the table in a move, as in their speech bubbles. */

import { cardText, rankAsked, rankName } from "../../cards/names.js";
import { t } from "../../text/text.js";

/**
 * Return what a seat says in a move, or "".
 * @param {readonly import("../types.js").Event[]} events
 * @param {number} seat
 * @param {readonly string[]} names
 * @param {number | null} you
 */
export function speech(events, seat, names, you) {
  return events
    .filter((event) => event["seat"] === seat)
    .map((event) => spoken(event, names, you))
    .filter(Boolean)
    .join(" ");
}

/** @param {import("../types.js").Event} event @param {readonly string[]} names @param {number | null} you */
function spoken(event, names, you) {
  switch (event.type) {
    case "asked": {
      const key = `table.says.ask${event["card"] ? "_card" : ""}${event["target"] === you ? "_you" : ""}`;
      const other = names[event["target"]] ?? "";
      return t(key, event["card"] ? { other, card: cardText(event["card"]) } : { other, what: rankAsked(event["rank"]) });
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
