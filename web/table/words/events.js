/** Tell the events of a game in words of the page's language, from the API's event objects. */

import { cardName, cardText, rankAsked, rankName } from "../../cards/names.js";
import { hasText, listText, t } from "../../text/text.js";

/**
 * @typedef {any} Event an event object of the API
 * @typedef {{names: readonly string[], you: number | null, spoken?: boolean}} Listener
 *   Names by seat; the listener's seat; whether cards are named in full, for speech.
 */

/** Events before the start count seats of the lobby, which have no names later. */
const UNTOLD = new Set(["seat_taken", "seat_left", "entropy_added"]);

/**
 * Return the events of a move as sentences, oldest first.
 * @param {readonly Event[]} events
 * @param {Listener} listener
 * @returns {string[]}
 */
export function sentences(events, listener) {
  return events.map((event) => sentence(event, listener)).filter(Boolean);
}

/**
 * Return one event in words, or "".
 * @param {Event} event
 * @param {Listener} listener
 */
export function sentence(event, listener) {
  if (UNTOLD.has(event.type)) return "";
  const tell = TELLERS[event.type];
  return tell ? tell(event, new Words(event, listener)) : t("events.other");
}

/** Chooses the wording by who listens, and fills in names and cards. */
class Words {
  /**
   * @param {Event} event
   * @param {Listener} listener
   */
  constructor(event, listener) {
    this.event = event;
    this.listener = listener;
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} values
   * @param {{seat?: number | null, other?: number | null}} about
   */
  say(key, values = {}, { seat = this.event.seat, other = this.event.to ?? this.event.target } = {}) {
    const { you, names } = this.listener;
    const isYou = you !== null && seat === you;
    const isToYou = you !== null && other === you && !isYou;
    const ending = isYou && hasText(`${key}_you`) ? "_you" : isToYou && hasText(`${key}_to_you`) ? "_to_you" : "";
    return t(key + ending, { name: names[seat ?? -1] ?? "", other: names[other ?? -1] ?? "", ...values });
  }

  /** @param {string} card */
  card(card) {
    return this.listener.spoken ? cardName(card) : cardText(card);
  }

  /** @param {readonly string[]} cards */
  cards(cards) {
    return this.listener.spoken ? listText(cards.map(cardName)) : cards.map(cardText).join(" ");
  }

  /** What was asked for: a rank, or one card of it. */
  wanted() {
    const { rank, card } = this.event;
    return card ? t("cards.asked_card", { card: this.card(card) }) : rankAsked(rank);
  }

  /** @param {readonly number[]} winners */
  winners(winners) {
    const { you, names } = this.listener;
    if (winners.length === 0) return t("events.winners_none");
    if (winners.length === 1 && winners[0] === you) return t("events.winners_you");
    return t("events.winners", { count: winners.length, names: listText(winners.map((seat) => names[seat] ?? "")) });
  }
}

/** @type {Record<string, (event: Event, words: Words) => string>} */
const TELLERS = {
  created: () => t("events.created"),
  started: (event) => {
    const started = t("events.started", { count: event.seats.length });
    return event.rated === undefined ? started : `${started} ${t(`events.rated_${event.rated}`)}`;
  },
  closed: (event) => t(`events.closed.${event.reason}`),
  dealer_drawn: (event, words) =>
    [
      ...(event.rounds ?? []).flat().map((/** @type {[number, string]} */ [seat, card]) =>
        words.say("events.dealer_card", { card: words.card(card) }, { seat })),
      words.say("events.dealer_drawn"),
    ].join(" "),
  pack_cut: (_, words) => words.say("events.pack_cut"),
  dealt: (event, words) => {
    const dealt = words.say("events.dealt", {}, { seat: event.dealer });
    return event.stock ? `${dealt} ${t("events.dealt_stock", { count: event.stock })}` : dealt;
  },
  asked: (_, words) => words.say("events.asked", { what: words.wanted() }),
  cards_given: (event, words) => words.say("events.cards_given", { cards: words.cards(event.cards) }),
  go_fish: (event, words) => {
    const call = words.say("events.go_fish", {}, { other: null });
    return event.draws ? call : `${call} ${t("events.stock_is_empty")}`;
  },
  card_drawn: (event, words) => {
    const card = event.card ? words.card(event.card) : "";
    if (event.public) return words.say("events.card_drawn_catch", { card });
    if (event.reason === "empty_hand") return words.say("events.card_drawn_empty", { card });
    const isOther = event.seat !== words.listener.you;
    return words.say(isOther && card ? "events.card_drawn_seen" : "events.card_drawn", { card });
  },
  book_made: (event, words) => words.say("events.book_made", { ranks: rankName(event.rank) }),
  book_voided: (event, words) => words.say(`events.book_voided.${event.reason}`, { ranks: rankName(event.rank) }),
  book_discarded: (event, words) => words.say("events.book_discarded", { ranks: rankName(event.rank) }),
  turn_continues: (_, words) => words.say("events.turn_continues"),
  turn_closing: (_, words) => words.say("events.turn_closing"),
  player_skipped: (event, words) => words.say(`events.player_skipped.${event.reason}`),
  turn_passed: (event, words) => {
    if (event.reason === "start") return words.say("events.turn_starts", {}, { seat: null, other: event.to });
    const why = `events.why_passed.${event.reason}`;
    const next = words.say("events.turn_passed", {}, { seat: null, other: event.to });
    return hasText(why) ? `${words.say(why, {}, { other: null })} ${next}` : next;
  },
  irregularity: (event, words) =>
    [
      words.say(`events.irregularity.${event.kind}`, { what: words.wanted() }),
      ...event.penalties.map((/** @type {string} */ penalty) => words.say(`events.penalty.${penalty}`)),
    ].join(" "),
  card_exposed: (event, words) => words.say("events.card_exposed", { card: words.card(event.card) }),
  misdealt: (event, words) => words.say(`events.misdealt.${event.reason}`),
  resigned: (_, words) => words.say("events.resigned"),
  abandoned: (_, words) => words.say("events.abandoned"),
  round_ended: ({ isParty }) => t(isParty ? "events.round_ended_party" : "events.round_ended"), // of the page itself
  timed_out: (_, words) => words.say("events.timed_out"),
  stand_in_seated: (_, words) => words.say("events.stand_in_seated"),
  ruled: (event, words) => words.say(`events.ruled.${event.kind}`, { case: event.case }),
  seat_restored: (_, words) => words.say("events.seat_restored"),
  game_over: (event, words) => {
    const over = t("events.game_over", { why: t(`events.why_over.${event.reason}`) });
    return `${over} ${words.winners(event.winners)}`;
  },
  series_continues: (_, words) => words.say("events.series_continues"),
  series_over: (event, words) => `${t("events.series_over")} ${words.winners(event.winners)}`,
};
