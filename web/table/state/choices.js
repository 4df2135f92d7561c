/** What a player may do now, and why not: from `legal_actions`, without knowing any rule. */

import { byRank } from "../../cards/deck.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Action} Action
 *
 * @typedef {{rank: string | null, cards: string[], isLegal: boolean, why: string | null,
 *   wanted: string[]}} RankChoice
 *   Cards of the hand of one rank; why they cannot be asked with; the single cards to ask for
 * @typedef {{seat: number, isLegal: boolean, why: string | null}} TargetChoice
 * @typedef {object} Choices
 * @property {"ask" | "answer" | "closing" | "cut" | "wait" | "none"} kind what the game waits for
 * @property {boolean} byCard whether one asks for single cards
 * @property {RankChoice[]} ranks
 * @property {TargetChoice[]} targets
 * @property {Action[]} answers
 * @property {Action[]} books
 * @property {string[]} exposable
 * @property {string[]} misdeals reasons that may be claimed
 * @property {number} cuts how many places there are to cut
 * @property {boolean} mayResign
 */

/**
 * Return the choices of the reader.
 * @param {State} state
 * @param {{byCard: boolean, isCurrent: boolean}} about whether cards are asked for, and whether
 *   nothing has happened since the state
 * @returns {Choices}
 */
export function choicesOf(state, { byCard, isCurrent }) {
  const actions = isCurrent ? state.legal_actions : [];
  const of = (/** @type {string} */ type) => actions.filter((action) => action.type === type);
  const asks = of("ask");
  const hand = state.you === null ? [] : (state.seats[state.you]?.hand ?? []);
  return {
    kind: kindOf(state, isCurrent),
    byCard,
    ranks: byRank(hand).map((group) => rankChoice(group, asks, { state, actions })),
    targets: state.seats.map((seat) => targetChoice(state, seat.seat, asks)),
    answers: of("answer"),
    books: of("declare").sort((one, other) => jokersIn(one) - jokersIn(other)),
    exposable: of("expose").map((action) => action.card ?? ""),
    misdeals: of("misdeal").map((action) => action.reason ?? ""),
    cuts: of("cut").length,
    mayResign: of("resign").length > 0,
  };
}

/** @param {State} state @param {boolean} isCurrent @returns {Choices["kind"]} */
function kindOf(state, isCurrent) {
  if (state.you === null || ["over", "closed", "lobby"].includes(state.phase)) return "none";
  if (!isCurrent || state.to_act !== state.you) return "wait";
  const { phase } = state;
  return phase === "ask" || phase === "answer" || phase === "closing" || phase === "cut" ? phase : "wait";
}

/**
 * @param {{rank: string | null, cards: string[]}} group
 * @param {Action[]} asks
 * @param {{state: State, actions: Action[]}} about
 * @returns {RankChoice}
 */
function rankChoice({ rank, cards }, asks, { state, actions }) {
  const fitting = rank === null ? [] : asks.filter((ask) => (ask.card?.[0] ?? ask.rank) === rank);
  const wanted = [...new Set(fitting.flatMap((ask) => (ask.card ? [ask.card] : [])))];
  const isLegal = fitting.length > 0;
  return { rank, cards, isLegal, wanted, why: isLegal ? null : whyNot(rank, { state, actions, asks }) };
}

/**
 * Return the key of the reason why a rank cannot be asked for.
 * @param {string | null} rank
 * @param {{state: State, actions: Action[], asks: Action[]}} about
 */
function whyNot(rank, { state, actions, asks }) {
  if (state.to_act !== state.you) return "table.why.not_your_turn";
  if (rank === null) return "table.why.joker";
  if (state.phase !== "ask") return "table.why.not_now";
  const isWholeBook = actions.some(
    (action) => action.type === "declare" && action.cards?.every((card) => card[0] === rank && card[1] !== "J"),
  );
  if (isWholeBook) return "table.why.declare_first";
  return asks.length ? "table.why.rank_closed" : "table.why.not_now";
}

/** @param {State} state @param {number} seat @param {Action[]} asks @returns {TargetChoice} */
function targetChoice(state, seat, asks) {
  const isLegal = asks.some((ask) => ask.target === seat);
  if (isLegal) return { seat, isLegal, why: null };
  if (state.to_act !== state.you || state.phase !== "ask") return { seat, isLegal, why: "table.why.not_your_turn" };
  return { seat, isLegal, why: state.seats[seat]?.hand_size ? "table.why.not_now" : "table.why.no_cards" };
}

/** @param {Action} action */
const jokersIn = (action) => (action.cards ?? []).filter((card) => card === "RJ" || card === "BJ").length;
