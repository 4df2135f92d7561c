/** What is played: the preset, the variations, and what differs from the usual. */

import { html } from "../html.js";
import { t } from "../text/text.js";
import { presetName } from "./rule_sets.js";

/**
 * @param {{game: Record<string, any> & {rules: Record<string, any>}, rated?: boolean | null, isOpen?: boolean, hasTerms?: boolean}} props
 *   `rated` is what was decided at the start, `hasTerms` adds the clock and who may enter, unless they stand elsewhere
 */
export function RulesSummary({ game, rated = game["rated"], isOpen = false, hasTerms = true }) {
  return html`<details class="rules" open=${isOpen}>
    <summary>${t("table.rules_title", { preset: presetName(game["preset"]) })}</summary>
    <ul>${ruleLines(game, { rated, hasTerms }).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <p><a href="/how-to-play" target="_blank" rel="noopener">${t("table.all_rules")}</a></p>
  </details>`;
}

/**
 * Return the rules of a game as lines of text.
 * @param {Record<string, any> & {rules: Record<string, any>}} game @param {{rated?: boolean | null, hasTerms?: boolean}} terms
 */
export function ruleLines(game, { rated = null, hasTerms = false }) {
  const { rules } = game;
  return [
    t("table.rule.book_size", { count: rules["book_size"] }),
    t(`table.rule.ask_by_${rules["ask_by"]}`),
    rules["ask_held_card"] === "allow" && t("table.rule.bluff"),
    rules["transfer"] === "one" && t("table.rule.transfer_one"),
    t(`table.rule.passes_${rules["turn_passes_to"]}`),
    rules["extra_turn_on_book"] && t("table.rule.extra_turn"),
    rules["joker_count"] > 0 && t("table.rule.jokers", { count: rules["joker_count"] }),
    rules["fish_penalty"] && t("table.rule.fish_penalty"),
    rules["open_hands"] && t("table.rule.open_hands"),
    rules["end_on_empty_stock"] && t("table.rule.ends_stock"),
    rules["end_on_empty_hand"] !== "never" && t("table.rule.ends_hand"),
    rules["referee"] === "honour" && t("table.rule.honour"),
    rules["target_score"] !== null && t("table.rule.series", { count: rules["target_score"] }),
    rated && t("table.rule.rated"),
    hasTerms && game["turn_seconds"] && t("table.rule.clock", { count: game["turn_seconds"] }),
    hasTerms && t(`table.rule.${game["visibility"]}`),
  ].filter(Boolean);
}
