/** What to do now, in one bar above the hand: the ask as it is chosen, or what honour mode needs. */

import { Card } from "../../cards/card.js";
import { cardName, cardText, rankAsked, rankName } from "../../cards/names.js";
import { html, useEffect, useState } from "../../html.js";
import { announce } from "../../shell/announce.js";
import { submitted } from "../../shell/forms.js";
import { listText, t } from "../../text/text.js";

/** Books that may be laid, until the player asks for more. */
const SHOWN_BOOKS = 3;

/**
 * @param {{choices: import("../state/choices.js").Choices, names: readonly string[], order: number[],
 *   selection: import("./asking.js").Selection, asked: import("../types.js").Event | null,
 *   choose: (part: Partial<import("./asking.js").Selection>) => void, clear: () => void,
 *   send: (action: import("../types.js").Action) => void, waitingFor: string, problem: string}} props
 */
export function ActionBar({ choices, names, order, selection, asked, choose, clear, send, waitingFor, problem }) {
  if (choices.kind === "none") return null;
  return html`<section class=${`action-bar ${choices.kind}`} aria-label=${t("table.your_actions")}>
    ${problem && html`<p class="refused" role="alert">${problem}</p>`}
    ${choices.kind === "ask" &&
    html`<${Ask} choices=${choices} names=${names} order=${order} selection=${selection} choose=${choose} clear=${clear} />`}
    ${choices.kind === "answer" && html`<${Answer} choices=${choices} names=${names} asked=${asked} send=${send} />`}
    ${choices.kind === "closing" &&
    html`<p class="prompt">${t("table.closing")}</p>`}
    ${choices.kind === "cut" && html`<${Cut} cuts=${choices.cuts} send=${send} />`}
    ${choices.kind === "wait" && html`<p class="prompt quiet-prompt">${waitingFor}</p>`}
    ${choices.books.length > 0 && html`<${BookButtons} books=${choices.books} send=${send} />`}
    ${choices.kind === "closing" &&
    html`<p class="actions"><button type="button" class="primary" onClick=${() => send({ type: "end_turn" })}>
      ${t("table.end_turn")}
    </button></p>`}
  </section>`;
}

/**
 * @param {{choices: import("../state/choices.js").Choices, names: readonly string[], order: number[],
 *   selection: import("./asking.js").Selection, clear: () => void,
 *   choose: (part: Partial<import("./asking.js").Selection>) => void}} props
 */
function Ask({ choices, names, order, selection, choose, clear }) {
  const { rank, card, target } = selection;
  const what = card ? t("cards.asked_card", { card: cardText(card) }) : rankAsked(rank ?? "");
  // Both are chosen only by keys: taps send the ask at once.
  const isReady = target !== null && rank !== null && !(choices.byCard && card === null);
  const question = isReady ? t("table.ask_enter", { name: names[target] ?? "", what }) : "";
  useEffect(() => announce(question), [question]);
  if (rank === null) {
    const chosen = target === null ? "table.choose_rank" : "table.choose_rank_for";
    return html`<p class="prompt">${t(chosen, { name: names[target ?? 0] ?? "" })}</p>`;
  }
  const wanted = choices.ranks.find((each) => each.rank === rank)?.wanted ?? [];
  const needsCard = choices.byCard && card === null;
  const targets = order.filter((seat) => choices.targets[seat]?.isLegal);
  const prompt = targets.length > 1 ? "table.choose_player" : "table.ask_for";
  return html`
    <p class="prompt">
      ${needsCard ? t("table.choose_card", { ranks: rankAsked(rank) }) : question || t(prompt, { what })}
      <button type="button" class="quiet" onClick=${clear}>${t("table.clear")}</button>
    </p>
    ${choices.byCard &&
    wanted.length > 1 &&
    html`<ul class="wanted">
      ${wanted.map(
        (each) => html`<li key=${each}>
          <button type="button" class="one-card" aria-pressed=${card === each} aria-label=${cardName(each)}
            onClick=${() => choose({ rank, card: each })}><${Card} card=${each} silent /></button>
        </li>`,
      )}
    </ul>`}
    ${!needsCard &&
    html`<ul class="ask-buttons">
      ${targets.map(
        (seat) => html`<li key=${seat}>
          <button type="button" class=${target === null || target === seat ? "primary" : ""} onClick=${() => choose({ target: seat })}
            aria-label=${t("table.ask_button", { name: names[seat] ?? "", what })}>
            ${targets.length > 1 ? names[seat] : t("table.ask_button", { name: names[seat] ?? "", what })}
          </button>
        </li>`,
      )}
    </ul>`}
  `;
}

/**
 * Answer an ask by hand. Only true answers are offered.
 * @param {{choices: import("../state/choices.js").Choices, names: readonly string[],
 *   asked: import("../types.js").Event | null, send: (action: import("../types.js").Action) => void}} props
 */
function Answer({ choices, names, asked, send }) {
  const what = asked?.["card"] ? t("cards.asked_card", { card: cardText(asked["card"]) }) : rankAsked(asked?.["rank"] ?? "");
  return html`
    <p class="prompt">${t("table.asked_you", { name: names[asked?.["seat"] ?? -1] ?? "", what })}</p>
    <ul class="ask-buttons">
      ${choices.answers.map(({ cards = [] }) => {
        const action = { type: "answer", cards };
        return html`<li key=${cards.join("")}>
          <button type="button" class="primary" onClick=${() => send(action)}
            aria-label=${cards.length ? t("table.give", { cards: cards.map(cardName).join(", ") }) : undefined}>
            ${cards.length ? t("table.give", { cards: cards.map(cardText).join(" ") }) : t("table.say_go_fish")}
          </button>
        </li>`;
      })}
    </ul>
  `;
}

/** @param {{cuts: number, send: (action: import("../types.js").Action) => void}} props */
function Cut({ cuts, send }) {
  const middle = Math.ceil(cuts / 2);
  return html`<form class="cut" onSubmit=${submitted((form) => send({ type: "cut", position: Number(new FormData(form).get("position")) }))}>
    <label class="prompt" for="cut-position">${t("table.cut_prompt")}</label>
    <input id="cut-position" name="position" type="range" min="1" max=${cuts} defaultValue=${middle} />
    <button type="submit" class="primary">${t("table.cut")}</button>
  </form>`;
}

/** Books that may be laid: one button each, those with the fewest jokers first. @param {{books: import("../types.js").Action[], send: (action: import("../types.js").Action) => void}} props */
function BookButtons({ books, send }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? books : books.slice(0, SHOWN_BOOKS);
  return html`<div class="book-buttons">
    <p class="prompt">${t("table.may_lay")}</p>
    <ul class="ask-buttons">
      ${shown.map(({ cards = [] }) => {
        const rank = cards.find((card) => card[1] !== "J")?.[0] ?? "";
        return html`<li key=${cards.join("")}>
          <button type="button" onClick=${() => send({ type: "declare", cards })}
            aria-label=${t("table.lay_named", { ranks: rankName(rank), cards: listText(cards.map(cardName)) })}>
            ${t("table.lay", { cards: cards.map(cardText).join(" ") })}
          </button>
        </li>`;
      })}
      ${shown.length < books.length &&
      html`<li><button type="button" class="quiet" onClick=${() => setWhole(true)}>
        ${t("table.more_books", { count: books.length - shown.length })}
      </button></li>`}
    </ul>
  </div>`;
}
