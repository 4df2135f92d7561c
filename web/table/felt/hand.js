/** The player's own hand, fanned by rank. A rank that cannot be asked for says why. */

import { Card } from "../../cards/card.js";
import { cardName, rankName } from "../../cards/names.js";
import { html } from "../../html.js";
import { useRoving } from "../../shell/roving.js";
import { listText, t } from "../../text/text.js";

/**
 * @param {{choices: import("../state/choices.js").Choices, chosen: string | null,
 *   isAsking: boolean, choose: (rank: import("../state/choices.js").RankChoice, isByKey: boolean) => void}} props
 */
export function Hand({ choices, chosen, isAsking, choose }) {
  const roving = useRoving("button.rank-group");
  if (!choices.ranks.length) return html`<p class="empty-hand">${t("table.no_cards_in_hand")}</p>`;
  // Widths of a card that the hand takes in one row: each further card of a fan shows less than half.
  const wide = choices.ranks.reduce((sum, { cards }) => sum + 1 + 0.44 * (cards.length - 1), 0);
  return html`<ul class="hand" style=${{ "--wide": wide }} data-pile aria-label=${t("table.your_hand")} ...${roving}>
    ${choices.ranks.map(
      (rank) => html`<li key=${rank.rank ?? "jokers"}>
        <${RankGroup} rank=${rank} isChosen=${rank.rank !== null && chosen === rank.rank}
          isAsking=${isAsking} choose=${(/** @type {MouseEvent} */ { detail }) => choose(rank, detail === 0)} />
      </li>`,
    )}
  </ul>`;
}

/**
 * @param {{rank: import("../state/choices.js").RankChoice, isChosen: boolean, isAsking: boolean,
 *   choose: (event: MouseEvent) => void}} props
 */
function RankGroup({ rank, isChosen, isAsking, choose }) {
  const cards = html`<span class="fan">
    ${rank.cards.map((card) => html`<${Card} key=${card} card=${card} silent=${isAsking} />`)}
  </span>`;
  if (!isAsking) return html`<span class="rank-group">${cards}</span>`;
  const held = listText(rank.cards.map(cardName));
  const label = rank.rank ? t("table.rank_label", { ranks: rankName(rank.rank), held }) : held;
  return html`<button type="button" class="rank-group" aria-pressed=${isChosen} aria-disabled=${!rank.isLegal}
      aria-label=${rank.why ? `${label}. ${t(rank.why)}` : label} onClick=${choose}
      data-rank=${rank.rank ?? "joker"} title=${rank.why ? t(rank.why) : undefined}>
    ${cards}
  </button>`;
}
