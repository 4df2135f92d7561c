/** What a player who forgets nothing could know at the current move. */
import { cardText, rankIndex, rankName } from "../../cards/names.js";
import { RANKS } from "../../cards/deck.js";
import { html, useEffect, useState } from "../../html.js";
import { useLoaded } from "../../shell/requests.js";
import { session } from "../../shell/session.js";
import { numberText, t } from "../../text/text.js";
import { percent } from "./figures.js";
import { ready } from "./ready.js";
import { Refusal } from "./refusal.js";

await ready;

/** Milliseconds for which the place must rest before it is read: an answer costs the server much. */
const REST = 400;

/**
 * @typedef {import("../../shell/session.js").Schemas} Schemas
 * @typedef {Schemas["Knowledge"]} Knowledge
 * @typedef {Schemas["KnownRank"]} RankKnown
 * @typedef {Schemas["KnownCard"]} CardKnown
 */

/**
 * @param {{seat: number | null, shown: import("./types.js").Shown}} props `seat` is the one whose view is shown
 */
export default function KnowledgePanel({ seat: viewed, shown }) {
  const { id, names, at, isPlaying, watchCode } = shown;
  const [seat, choose] = useState(viewed ?? 0);
  useEffect(() => {
    if (viewed !== null) choose(viewed);
  }, [viewed]);
  const rested = useRested(at, isPlaying);
  const { data, error, isLoading, reload } = useLoaded(
    (signal) =>
      session.client.get("/games/{game_id}/knowledge", {
        params: { game_id: id },
        query: { at: rested, seat },
        signal,
        watchCode,
      }),
    [id, rested, seat, watchCode],
  );
  return html`<div class="analysis knowledge" aria-busy=${isLoading || rested !== at}>
    <p>${t("analysis.known_text")}</p>
    <p class="known-of"><label>${t("analysis.known_of")} <select onChange=${(/** @type {any} */ { target }) => choose(Number(target.value))}>
      ${names.map((name, each) => html`<option key=${each} value=${each} selected=${each === seat}>${name}</option>`)}
    </select></label> <span class="soft">${t("analysis.move_number", { move: data?.number ?? rested })}</span></p>
    ${error && html`<${Refusal} error=${error} retry=${reload} />`}
    ${!data && !error && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${data && !error && html`<${Known} knowledge=${data} names=${names} />`}
  </div>`;
}

/** @param {{knowledge: Knowledge, names: readonly string[]}} props */
function Known({ knowledge, names }) {
  const { ranks, cards, method, error, seat } = knowledge;
  const others = names.map((_, each) => each).filter((each) => each !== seat);
  const used = RANKS.filter((rank) => ranks.some((each) => each.rank === rank));
  if (!used.length) return html`<p>${t("analysis.known_none")}</p>`;
  const certain = [...others, null].map((place) => ({ place, held: certainCards(cards, place) })).filter(({ held }) => held.length);
  return html`
    <div class="scrolled" role="group" tabindex="0" aria-label=${t("analysis.known_table")}>
      <table class="known-table">
        <caption class="visually-hidden">${t("analysis.known_table")}</caption>
        <thead><tr><th scope="col">${t("analysis.known_rank")}</th>${others.map((each) => html`<th key=${each} scope="col">${names[each]}</th>`)}</tr></thead>
        <tbody>
          ${used.map((rank) => html`<tr key=${rank}>
            <th scope="row"><span aria-hidden="true">${rankIndex(rank)}</span><span class="visually-hidden">${rankName(rank)}</span></th>
            ${others.map((each) => html`<${Cell} key=${each} known=${ranks.find((one) => one.rank === rank && one.seat === each)} />`)}
          </tr>`)}
        </tbody>
      </table>
    </div>
    <h3>${t("analysis.known_cards")}</h3>
    ${!certain.length && html`<p>${t("analysis.known_cards_none")}</p>`}
    <ul class="plain">
      ${certain.map(({ place, held }) => html`<li key=${place}>
        ${t("analysis.known_cards_of", { name: place === null ? t("analysis.known_stock") : (names[place] ?? ""), cards: held.map(cardText).join(" ") })}
      </li>`)}
    </ul>
    <p class="small soft">${method === "exact" ? t("analysis.known_exact") : t("analysis.known_sampled", { error: numberText(error, { style: "percent", maximumFractionDigits: 1 }) })}</p>
  `;
}

/** Whether a player holds a rank: certainly, certainly not, or with a chance. @param {{known: RankKnown | undefined}} props */
function Cell({ known }) {
  if (!known) return html`<td>–</td>`;
  const { holds, chance } = known;
  if (holds !== null) return html`<td class=${holds ? "sure" : "none"}>${t(holds ? "analysis.known_yes" : "analysis.known_no")}</td>`;
  return html`<td class="open" style=${{ "--chance": `${(100 * chance).toFixed(0)}%` }}>${percent(chance)}</td>`;
}

/**
 * Return the cards that certainly are in a place.
 * @param {readonly CardKnown[]} cards
 * @param {number | null} place a seat, or null for the stock
 */
const certainCards = (cards, place) =>
  cards.filter((each) => (place === null ? each.place === "stock" : each.place === "seat" && each.seat === place)).map(({ card }) => card);

/** Return a number once it has rested, which it does not while the game plays. @param {number} number @param {boolean} isPlaying */
function useRested(number, isPlaying) {
  const [rested, setRested] = useState(number);
  useEffect(() => {
    if (isPlaying) return;
    const timer = setTimeout(() => setRested(number), REST);
    return () => clearTimeout(timer);
  }, [number, isPlaying]);
  return rested;
}
