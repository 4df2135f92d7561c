/** The game in three sentences: the longest streak, the best steal, the ask that decided it. */

import { cardText, rankAsked } from "../../cards/names.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../text/text.js";
import { highlightsOf } from "../state/highlights.js";

/** Pages of earlier moves that are read for it. */
const MOST_PAGES = 8;

/**
 * Read all moves of a game that is over. Return whether they are read, or cannot be.
 * @param {import("../state/follow.js").Following} following
 */
export function useWholeGame({ table, readEarlier }) {
  const pages = useRef(0);
  const [isCut, setCut] = useState(false);
  const first = table.moves[0]?.number ?? 1;
  const isOver = table.shown?.phase === "over";
  useEffect(() => {
    if (!isOver || !table.hasHistory || first === 1) return;
    if (pages.current++ < MOST_PAGES) readEarlier().catch(() => setCut(true));
    else setCut(true);
  }, [isOver, table.hasHistory, first]);
  return table.hasHistory && (first === 1 || isCut);
}

/**
 * @param {{table: import("../state/reducer.js").Table, names: readonly string[], you: number | null,
 *   winners: readonly number[]}} props
 */
export function Story({ table, names, you, winners }) {
  if ((table.moves[0]?.number ?? 1) > 1) return null;
  const lines = inWords(highlightsOf(table.moves, winners), names, you);
  if (!lines.length) return null;
  return html`<ul class="story" aria-label=${t("table.story")}>${lines.map((each) => html`<li key=${each}>${each}</li>`)}</ul>`;
}

/**
 * @param {import("../state/highlights.js").Highlights} highlights
 * @param {readonly string[]} names
 * @param {number | null} you
 */
function inWords({ streak, steal, decisive }, names, you) {
  const say = (/** @type {string} */ key, /** @type {number} */ seat, /** @type {Record<string, any>} */ values) =>
    t(`table.${key}${seat === you ? "_you" : values["target"] === you ? "_to_you" : ""}`, { name: names[seat] ?? "", ...values });
  const about = (/** @type {import("../state/highlights.js").Ask} */ { number, target, what: { rank, card } }) => ({
    target,
    other: names[target] ?? "",
    what: card ? t("cards.asked_card", { card: cardText(card) }) : rankAsked(rank ?? ""),
    move: number,
  });
  return [
    streak && say("story_streak", streak.seat, { count: streak.length }),
    steal && say("story_steal", steal.ask.seat, { ...about(steal.ask), count: steal.count }),
    decisive && say("story_decisive", decisive.seat, about(decisive)),
  ].filter((each) => each !== null);
}
