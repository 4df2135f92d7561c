/** The game in three sentences: the longest streak, the best steal, the ask that decided it. */

import { cardText, rankAsked } from "../../cards/names.js";
import { html, useEffect, useRef } from "../../html.js";
import { t } from "../../text/text.js";
import { highlightsOf } from "../state/highlights.js";

/** Pages of earlier moves that are read for it. */
const MOST_PAGES = 8;

/**
 * @param {{following: import("../state/follow.js").Following, names: readonly string[], you: number | null,
 *   winners: readonly number[]}} props
 */
export function Story({ following, names, you, winners }) {
  const { table, readEarlier } = following;
  const pages = useRef(0);
  const first = table.moves[0]?.number ?? 1;
  useEffect(() => {
    if (table.hasHistory && first > 1 && pages.current++ < MOST_PAGES) readEarlier().catch(() => {});
  }, [table.hasHistory, first]);
  if (first > 1) return null;
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
    t(`table.${key}${seat === you ? "_you" : ""}`, { name: names[seat] ?? "", ...values });
  const about = (/** @type {import("../state/highlights.js").Ask} */ { number, target, what: { rank, card } }) => ({
    other: target === you ? t("table.story_you") : (names[target] ?? ""),
    what: card ? t("cards.asked_card", { card: cardText(card) }) : rankAsked(rank ?? ""),
    move: number,
  });
  return [
    streak && say("story_streak", streak.seat, { count: streak.length }),
    steal && say("story_steal", steal.ask.seat, { ...about(steal.ask), count: steal.count }),
    decisive && say("story_decisive", decisive.seat, about(decisive)),
  ].filter((each) => each !== null);
}
