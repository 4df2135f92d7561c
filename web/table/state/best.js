/** What a player did best in a game, from its moves: for the personal word at its end. */

import { rankOf } from "../../cards/deck.js";

/** Successful asks in a row that are worth a word. */
const STREAK = 3;
/** What comes first, if there is a choice. */
const ORDER = ["sweep", "streak", "memory", "catch", "many"];

/**
 * @typedef {{kind: string, rank: string, seat: number, count: number}} Best
 *   `sweep`: one ask brought all that a book lacked; `streak` of asks; `memory`: the asked player had
 *   asked for this rank before; `catch`; `many` cards with one ask
 */

/**
 * Return the best moment of a player, or null. Of two of a kind the later one counts.
 * @param {readonly import("../types.js").Move[]} moves oldest first
 * @param {number} you
 * @param {number} bookSize
 * @returns {Best | null}
 */
export function bestOf(moves, you, bookSize) {
  /** @type {Map<string, Best>} */
  const found = new Map();
  /** @type {Set<string>} */
  const heard = new Set();
  let streak = 0;
  let asker = -1;
  let seat = -1;
  let rank = "";
  const note = (/** @type {string} */ kind, count = 1) => found.set(kind, { kind, rank, seat, count });
  for (const event of moves.flatMap(({ events }) => events)) {
    if (event.type === "asked") {
      if (event["seat"] !== asker) streak = 0;
      asker = event["seat"];
      seat = event["target"];
      rank = event["rank"] ?? rankOf(event["card"]) ?? "";
      if (asker !== you) heard.add(`${asker} ${rank}`);
    } else if (event.type === "go_fish") {
      streak = 0;
    } else if (asker === you && event.type === "cards_given" && event["to"] === you) {
      const { length } = event["cards"];
      streak += 1;
      if (length > 1) note(length === bookSize - 1 ? "sweep" : "many", length);
      if (streak >= STREAK && streak >= (found.get("streak")?.count ?? 0)) note("streak", streak);
      if (heard.has(`${seat} ${rank}`)) note("memory");
    } else if (asker === you && event.type === "card_drawn" && event["seat"] === you && event["public"]) {
      note("catch");
    }
  }
  return ORDER.map((kind) => found.get(kind)).find(Boolean) ?? null;
}
