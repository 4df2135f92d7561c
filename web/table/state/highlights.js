/** What was worth seeing in a game, from its moves: the longest streak, the best steal, the ask that decided it. */

/**
 * @typedef {import("../types.js").Move} Move
 * @typedef {{number: number, seat: number, target: number, what: {rank?: string, card?: string}}} Ask
 *   of the move `number`
 * @typedef {object} Highlights
 * @property {{seat: number, length: number} | null} streak successful asks in a row of one player, two at least
 * @property {{ask: Ask, count: number} | null} steal the most cards that one ask brought; the later one of two
 * @property {Ask | null} decisive the ask since which the winner led alone to the end
 */

/**
 * @param {readonly Move[]} moves of the last deal or of all, oldest first
 * @param {readonly number[]} winners
 * @returns {Highlights}
 */
export function highlightsOf(moves, winners) {
  const story = new Story(winners.length === 1 ? (winners[0] ?? -1) : -1);
  for (const move of moves) for (const event of move.events) story.take(event, move.number);
  return { streak: story.streak, steal: story.steal, decisive: story.decisive };
}

class Story {
  /** @param {number} winner or -1 */
  constructor(winner) {
    this.winner = winner;
    /** @type {Map<number, number>} books by seat */
    this.books = new Map();
    /** @type {Ask | null} */
    this.ask = null;
    this.run = { seat: -1, length: 0 };
    /** @type {Highlights["streak"]} */
    this.streak = null;
    /** @type {Highlights["steal"]} */
    this.steal = null;
    /** @type {Ask | null} */
    this.decisive = null;
  }

  /** @param {import("../types.js").Event} event @param {number} number of its move */
  take(event, number) {
    const { type } = event;
    if (type === "dealt") this.deal();
    else if (type === "asked") this.asked(event, number);
    else if (type === "cards_given") this.given(event);
    else if (type === "go_fish") this.run = { seat: -1, length: 0 };
    else if (type === "book_made") this.booked(event["seat"], 1);
    else if (type === "book_voided") this.booked(event["seat"], -1);
  }

  /** A new deal of a series begins. */
  deal() {
    this.books.clear();
    this.ask = this.decisive = null;
    this.run = { seat: -1, length: 0 };
  }

  /** @param {import("../types.js").Event} event @param {number} number */
  asked({ seat, target, rank, card }, number) {
    this.ask = { number, seat, target, what: card ? { card } : { rank } };
    if (this.run.seat !== seat) this.run = { seat, length: 0 };
  }

  /** @param {import("../types.js").Event} event */
  given({ to, cards }) {
    if (!this.ask || this.ask.seat !== to) return;
    this.run = { seat: to, length: this.run.length + 1 };
    if (this.run.length > 1 && this.run.length > (this.streak?.length ?? 0)) this.streak = this.run;
    if (cards.length >= (this.steal?.count ?? 1)) this.steal = { ask: this.ask, count: cards.length };
  }

  /** @param {number} seat @param {number} by */
  booked(seat, by) {
    this.books.set(seat, (this.books.get(seat) ?? 0) + by);
    const own = this.books.get(this.winner) ?? 0;
    const isAhead = [...this.books].every(([other, count]) => other === this.winner || count < own);
    if (!isAhead) this.decisive = null;
    else if (own > 0) this.decisive ??= this.ask;
  }
}
