/** The guide at the table of the first game: what to do now, and what just happened. */
import { rankAsked, rankName } from "../cards/names.js";
import { html } from "../html.js";
import { useStyle } from "../shell/style.js";
import { t } from "../text/text.js";
import { ASKS } from "./script.js";

/**
 * @typedef {Record<string, any> & {type: string}} Event
 * @typedef {{rank: string, target: number, got: "" | "fish" | "catch" | "given" | "memory" | "book" | "another_book", steps: string[]}} OwnAsk
 *   `memory`: cards that the asked player had asked for before; `book` if the ask completed one; `steps` that it has done,
 *   as both for a catch that completes a book
 */

export const STEPS = ["rank", "player", "fish", "catch", "memory", "book"];

/**
 * Say the next step, until all are done. A player who asks for other things than the guide says meets
 * the same steps in another order.
 * @param {{events: readonly Event[], you: number, names: readonly string[], isYourTurn: boolean,
 *   isOver: boolean, chosenRank: string | null, close: () => void}} props
 *   `events` are those of the whole game, oldest first
 */
export function Coach({ events, you, names, isYourTurn, isOver, chosenRank, close }) {
  useStyle(new URL("./learn.css", import.meta.url));
  const asks = ownAsks(events, you);
  const done = doneBy(asks, chosenRank);
  const isFinished = isOver || done.size === STEPS.length;
  const last = asks.at(-1);
  const now = STEPS.find((step) => !done.has(step));
  return html`<section class="coach notice" aria-labelledby="coach">
    <h2 id="coach" class="visually-hidden">${t("learn.coach")}</h2>
    <div role="status">
      ${last?.got && html`<p>${t(`learn.coach_${last.got}`, { name: names[last.target] ?? "", ranks: rankName(last.rank) })}</p>`}
      <p><strong>${isFinished ? t(isOver ? "learn.coach_over" : "learn.coach_finished") : instruction(asks, { names, isYourTurn, chosenRank })}</strong></p>
    </div>
    <div class="coach-foot">
      <ol class="plain coach-steps" aria-label=${t("learn.coach_steps")}>
        ${STEPS.map((step) => html`<li key=${step} class=${done.has(step) ? "done" : ""} aria-current=${step === now ? "step" : undefined}>
          ${t(`learn.coach_step_${step}`)}${done.has(step) && html`<span class="visually-hidden"> (${t("learn.coach_done")})</span>`}
        </li>`)}
      </ol>
      <button type="button" class="quiet" onClick=${close}>${t(isFinished ? "learn.coach_close" : "learn.coach_skip")}</button>
    </div>
  </section>`;
}

/**
 * Return the asks of a player, oldest first, and what each of them got.
 * @param {readonly Event[]} events @param {number} you
 */
export function ownAsks(events, you) {
  /** @type {OwnAsk[]} */
  const asks = [];
  /** @type {Set<string>} */
  const heard = new Set();
  let asker = -1;
  for (const event of events) {
    const last = asker === you ? asks.at(-1) : undefined;
    if (event.type === "asked") {
      asker = event["seat"];
      if (asker === you) asks.push({ rank: event["rank"], target: event["target"], got: "", steps: [] });
      else heard.add(`${asker} ${event["rank"]}`);
    } else if (last && event.type === "cards_given") {
      last.got = heard.has(`${last.target} ${last.rank}`) ? "memory" : "given";
    } else if (last && event.type === "card_drawn" && event["reason"] === "fish") {
      last.got = event["public"] ? "catch" : "fish";
    } else if (last && event.type === "book_made" && event["seat"] === you) {
      last.got = asks.some(({ got }) => got === "book") ? "another_book" : "book";
    } else continue;
    if (last?.got) last.steps.push(last.got);
  }
  return asks;
}

/** @param {readonly OwnAsk[]} asks @param {string | null} chosenRank */
export function doneBy(asks, chosenRank) {
  const done = new Set(asks.flatMap(({ steps }) => steps));
  if (asks.length) done.add("player");
  if (asks.length || chosenRank) done.add("rank");
  return new Set(STEPS.filter((step) => done.has(step)));
}

/**
 * @param {readonly OwnAsk[]} asks
 * @param {{names: readonly string[], isYourTurn: boolean, chosenRank: string | null}} about
 */
function instruction(asks, { names, isYourTurn, chosenRank }) {
  if (!isYourTurn) return t("learn.coach_watch");
  const isFollowed = asks.every(({ rank, target }, at) => rank === ASKS[at]?.[0] && target === ASKS[at]?.[1]);
  const next = isFollowed ? ASKS[asks.length] : undefined;
  if (!next) return t("learn.coach_free");
  const [rank, seat] = next;
  const values = { ranks: rankName(rank), what: rankAsked(rank), name: names[seat] ?? "", other: names[asks.at(-2)?.target ?? -1] ?? "" };
  if (asks.length === 0) return t(chosenRank === rank ? "learn.coach_player" : "learn.coach_rank", values);
  return t(`learn.coach_ask_${asks.length}`, values);
}
