/** The middle of the table: the stock, what lies aside, and what is going on. */

import { Back, Card } from "../../cards/card.js";
import { html, useRef } from "../../html.js";
import { Picture } from "../../players/picture.js";
import { say, useVoice } from "../../shell/voice.js";
import { listText, t } from "../../text/text.js";

const DEEPEST = 4;
const DROPS = 12;
/** What the guide of small children reads aloud after what happened. */
const WORDS = ".situation, .action-bar .prompt";

/**
 * @param {{state: import("../types.js").State, names: readonly string[], you: number | null, rules: Record<string, any>,
 *   events: readonly import("../types.js").Event[], guide?: {words: string, fish: string} | undefined, detail: string, skip: (() => void) | null}} props
 *   `events` are those of the shown move; `guide` is what happened, which their own `fish` reads aloud to small children; `skip` shows the newest position at once, while moves are being shown
 */
export function Middle({ state, names, you, rules, events, guide, detail, skip }) {
  const depth = Math.min(Math.ceil(state.stock / 8), DEEPEST);
  const aside = state.void.length + state.discards.length;
  const first = useRef(state.version);
  const made = state.version > first.current && events.find(({ type }) => type === "book_made");
  return html`<div class="middle">
    ${made && html`<${Leap} key=${made["cards"].join()} cards=${made["cards"]} />`}
    ${guide && html`<${Guide} ...${guide} />`}
    ${rules["deal_table"] !== "all" &&
    html`<div class="stock" data-stock>
      <span class="deck" aria-hidden="true">
        ${depth
          ? Array.from({ length: depth }, (_, at) => html`<${Back} key=${at} />`)
          : html`<span class="card ghost"></span>`}
      </span>
      <span class="count">${t("table.stock", { count: state.stock })}</span>
    </div>`}
    <div class=${made ? "telling feast" : "telling"}>
      <p class="situation">${situation(state, names, you)}</p>
      ${detail && html`<p class="detail">${detail}</p>`}
      ${aside > 0 && html`<p class="detail">${t("table.aside", { count: aside })}</p>`}
      ${skip && html`<button type="button" class="quiet" onClick=${skip}>${t("table.skip")}</button>`}
    </div>
  </div>`;
}

/** A book leaps out of the water; not with reduced motion. @param {{cards: readonly string[]}} props */
function Leap({ cards }) {
  return html`<span class="leap" aria-hidden="true">
    <span class="fan">${cards.map((card) => html`<${Card} key=${card} card=${card} silent />`)}</span>
    ${Array.from({ length: DROPS }, (_, at) => html`<i key=${at} style=${{ "--turn": `${-165 + (at * 150) / (DROPS - 1)}deg`, "--far": `${6 + (at % 3) * 2}rem` }}></i>`)}
  </span>`;
}

/** A fish that reads aloud what happened and what is to be done, where there is a voice. @param {{words: string, fish: string}} props */
function Guide({ words, fish: name }) {
  const hasVoice = useVoice();
  const read = (/** @type {any} */ { currentTarget }) => {
    const shown = [...currentTarget.closest(".play").querySelectorAll(WORDS)];
    say([words, ...shown.map(({ firstChild }) => firstChild?.textContent)].join(" "));
  };
  const fish = html`<${Picture} name=${name} />`;
  return hasVoice ? html`<button type="button" class="guide-fish" aria-label=${t("child.listen")} onClick=${read}>${fish}</button>` : html`<span class="guide-fish">${fish}</span>`;
}

/** @param {import("../types.js").State} state @param {readonly string[]} names @param {number | null} you */
function situation({ phase, to_act: seat, result, series }, names, you) {
  const winners = series?.["winners"] ?? result?.["winners"] ?? [];
  if (phase === "over") return you === null && winners.length ? t("events.winners", { count: winners.length, names: listText(winners.map((/** @type {number} */ at) => names[at] ?? "")) }) : t("table.over");
  if (seat === null) return t("table.referee_acts");
  const isYou = seat === you;
  const name = names[seat] ?? "";
  if (phase === "cut") return isYou ? t("table.you_cut") : t("table.other_cuts", { name });
  if (phase === "answer") return isYou ? t("table.you_answer") : t("table.other_answers", { name });
  return isYou ? t("table.your_turn") : t("table.other_turn", { name });
}
