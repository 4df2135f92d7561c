/**
 * Read GFN, and place its cards. Whether moves are legal is not asked:
 * each word says what followed.
 */

/** Characters of the longest notation that is read. */
export const MOST = 100_000;
const MOST_SEATS = 6;
const MOST_CARDS = 54;
const RANKS = "23456789TJQKA";
const LETTERS = "CDHSBR";
const WORD = /^(?:[0-5]>[0-5]:[2-9TJQKA][CDHS]?|\.?(?:\+[CDHS]+|[~!^](?:[2-9TJQKA][CDHS]|[BR]J|\?\?)|fish|[0-5]?#[2-9TJQKA][CDHSBR]*|>[0-5](?::[a-z_]+)?|-[0-5]|[a-z_]+\(.*\))|@[-0-5])$/;
const HEADER = /^([A-Za-z]{1,20}): ?(.*)$/;
const HEADERS = ["GFN", "Game", "Preset", "Overlays", "Players", "Viewer", "Rules", "Schema", "Seed", "Digest", "Annotations", "Receipts"];
const GOES_ON = ["received", "catch", "book"];
const ENDINGS = ["turn_continues", "turn_passed", "turn_closing", "game_over"];
/** Events that stand as `type(fields)`: their fields in order. @type {Record<string, string[]>} */
const FIELDS = {
  created: ["rules", "rules_version", "seats", "commitment", "dealer", "turn_seconds", "on_abandon", "stand_in", "aids", "rated"],
  seat_taken: ["seat", "entropy", "bot"],
  entropy_added: ["seat", "entropy"],
  seat_left: ["seat"],
  started: ["seats", "rated"],
  closed: ["reason"],
  dealer_drawn: ["seat", "rounds"],
  pack_cut: ["seat", "position"],
  asked: ["seat", "target", "rank", "card"],
  cards_given: ["seat", "to", "cards"],
  go_fish: ["seat", "to", "draws"],
  card_drawn: ["seat", "card", "reason", "public"],
  book_made: ["seat", "rank", "cards"],
  book_voided: ["seat", "rank", "cards", "reason"],
  book_discarded: ["seat", "rank", "cards", "reason"],
  turn_continues: ["seat", "reason"],
  turn_closing: ["seat", "reason"],
  player_skipped: ["seat", "reason"],
  turn_passed: ["seat", "to", "reason"],
  irregularity: ["seat", "kind", "rank", "penalties", "card"],
  card_exposed: ["seat", "card"],
  misdealt: ["seat", "reason"],
  resigned: ["seat"],
  abandoned: ["seat"],
  timed_out: ["seat"],
  stand_in_seated: ["seat", "bot"],
  ruled: ["case", "kind", "seat", "scores", "winners"],
  seat_restored: ["seat"],
  game_over: ["reason", "scores", "winners"],
  series_continues: ["seat", "totals"],
  series_over: ["totals", "winners"],
};

/**
 * @typedef {Record<string, any> & {type: string}} Event
 * @typedef {{number: number, events: Event[]}} Move
 * @typedef {{headers: Record<string, string>, rules: Record<string, any>, players: (string | null)[], moves: Move[]}} Notation
 */

/** The text is no notation; `line` and `column` count from 1. */
export class NoNotation extends Error {
  /** @param {number} line @param {number} column */
  constructor(line, column) {
    super(`Line ${line}, column ${column}`);
    this.line = line;
    this.column = column;
  }
}

/**
 * Return the game of a notation.
 * @param {string} text
 * @returns {Notation}
 * @throws {NoNotation} at the first word that cannot be read
 */
export function readNotation(text) {
  const lines = text.split(/\r?\n/);
  /** @type {Record<string, string>} */
  const headers = {};
  let line = 0;
  for (; lines[line]; line++) {
    const [, name = "", value = ""] = HEADER.exec(lines[line] ?? "") ?? [];
    if (!HEADERS.includes(name) || name in headers || (line === 0 && (name !== "GFN" || value !== "1"))) throw new NoNotation(line + 1, 1);
    headers[name] = value;
  }
  const rules = parsed(headers["Rules"], line), players = parsed(headers["Players"], line);
  if (!rules || !Array.isArray(players)) throw new NoNotation(line + 1, 1);
  const reader = new Reader(rules);
  for (line += 1; line < lines.length && !lines[line]?.startsWith("Times:"); line++) {
    for (const { 0: word, index } of (lines[line] ?? "").matchAll(/\S+/g)) {
      try {
        reader.add(word);
      } catch (error) {
        throw error instanceof NoNotation ? error : new NoNotation(line + 1, index + 1);
      }
    }
  }
  reader.end();
  if (!reader.moves.length) throw new NoNotation(lines.length, 1);
  return { headers, rules, players, moves: reader.moves };
}

/** @param {string | undefined} text @param {number} line */
function parsed(text, line) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    throw new NoNotation(line + 1, 1);
  }
}

/** Turns words into the events that the API shows. */
class Reader {
  /** @param {Record<string, any>} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Event | null} */
    this.asked = null;
    /** @type {number | null} */
    this.turn = null;
    this.seats = 0;
  }

  /** @param {string} word */
  add(word) {
    if (!WORD.test(word)) throw new SyntaxError(word);
    const isFirst = word[0] === "." || word[1] === ">";
    if (isFirst) {
      this.end();
      this.moves.push({ number: this.moves.length + 1, events: [] });
    }
    const move = this.moves.at(-1);
    if (!move) throw new SyntaxError(word);
    for (const event of this.eventsOf(word.replace(/^\./, ""), isFirst)) {
      move.events.push(event);
      this.follow(event);
    }
  }

  /** Add the event that ends a move if no word says another. */
  end() {
    const events = this.moves.at(-1)?.events ?? [];
    const { asked } = this;
    if (!asked || events.some(({ type }) => ENDINGS.includes(type))) return;
    const last = events.findLast(({ type, reason }) => type === "cards_given" || type === "go_fish" || (type === "card_drawn" && reason === "fish"));
    if (!last) return;
    const { seat, target } = asked;
    const reason = last.type === "go_fish" && !last["draws"] ? "stock_empty" : "no_catch";
    const to = this.rules["turn_passes_to"] === "asked" ? target : (seat + 1) % this.seats;
    const end =
      last.type === "cards_given" ? { type: "turn_continues", seat, reason: "received" }
      : last["public"] ? { type: "turn_continues", seat, reason: "catch" }
      : this.rules["referee"] === "honour" ? { type: "turn_closing", seat, reason }
      : { type: "turn_passed", seat, to, reason };
    events.push(end);
    this.follow(end);
  }

  /** @param {Event} event */
  follow(event) {
    if (event.type === "asked") [this.asked, this.turn] = [event, event["seat"]];
    if (event.type === "turn_passed") this.turn = event["to"];
    if (event.type === "started") this.seats = event["seats"].length;
  }

  /** @param {string} word @param {boolean} isFirst @returns {Event[]} */
  eventsOf(word, isFirst) {
    const rest = word.slice(1);
    const { turn } = this;
    if (word[0] === "@") return [];
    if (word[1] === ">") {
      const card = word.length > 5 ? { card: word.slice(4) } : {};
      return [{ type: "asked", seat: Number(word[0]), target: Number(word[2]), rank: word[4], ...card }];
    }
    if (word === "fish" || "+~!".includes(word[0] ?? "")) {
      if (!this.asked) throw new SyntaxError(word);
      const { seat, target, rank } = this.asked;
      if (word[0] === "+") return [{ type: "cards_given", seat: target, to: seat, cards: bookOf(rank, rest) }];
      const gone = { type: "go_fish", seat: target, to: seat, draws: word !== "fish" };
      return word === "fish" ? [gone] : [gone, { type: "card_drawn", seat, card: rest, reason: "fish", public: word[0] === "!" }];
    }
    if (word[0] === "^") return [{ type: "card_drawn", seat: turn, card: rest, reason: "empty_hand", public: false }];
    if (word[0] === "-") return [{ type: "player_skipped", seat: Number(rest), reason: "no_cards" }];
    if (word[0] === ">") {
      const [to, reason = "no_catch"] = rest.split(":");
      if (GOES_ON.includes(reason)) return [{ type: "turn_continues", seat: Number(to), reason }];
      return [{ type: "turn_passed", ...(reason === "start" ? {} : { seat: turn }), to: Number(to), reason }];
    }
    const [, owner = "", rank = "", suits = ""] = /^([0-5]?)#(.)(.*)$/.exec(word) ?? [];
    if (rank) return [{ type: "book_made", seat: owner === "" ? turn : Number(owner), rank, cards: bookOf(rank, suits || "CDHS") }];
    const [, type = "", fields = ""] = /^([a-z_]+)\((.*)\)$/.exec(word) ?? [];
    const values = JSON.parse(`[${fields}]`);
    if (type === "created" && !(values[2] <= MOST_SEATS)) throw new SyntaxError(word);
    if (type === "dealt") return [dealt(values)];
    const names = FIELDS[type];
    if (!names) {
      if (!isFirst) throw new SyntaxError(word); // else a command, whose events follow
      return [];
    }
    const event = Object.fromEntries(names.map((name, place) => [name, values[place]]).filter(([, value]) => value != null));
    if (type === "created") event["rules"] = this.rules;
    if (type === "dealer_drawn") event["rounds"] ??= [];
    if (type === "book_discarded") event["reason"] ??= "fish_penalty";
    return [{ type, ...event }];
  }
}

/** @param {string} rank @param {string} suits */
const bookOf = (rank, suits) => [...suits].map((suit) => (LETTERS.indexOf(suit) < 4 ? rank + suit : `${suit}J`));

/** @param {any[]} values @returns {Event} */
function dealt([dealer, pack, counts]) {
  const cards = pack.match(/../g) ?? [];
  const seats = counts.length;
  const given = counts.reduce((/** @type {number} */ sum, /** @type {number} */ count) => sum + count, 0);
  if (!(seats <= MOST_SEATS && given <= cards.length && cards.length <= MOST_CARDS)) throw new SyntaxError("dealt");
  /** @type {string[][]} */
  const hands = counts.map(() => []);
  let place = 0;
  for (let round = 0; round < Math.max(...counts); round++) {
    for (let next = 1; next <= seats; next++) {
      const seat = (dealer + next) % seats;
      if (counts[seat] > round) hands[seat]?.push(cards[place++]);
    }
  }
  return { type: "dealt", dealer, counts, stock: cards.length - place, hands: hands.map(inOrder), stock_cards: cards.slice(place) };
}

/** Return a hand in the order of its cards; one with hidden cards stays as it is. @param {string[]} cards */
const inOrder = (cards) => [...cards].sort((one, other) => worth(one) - worth(other));
/** @param {string} card */
const worth = (card) => (card[1] === "J" && "BR".includes(card[0] ?? "") ? 48 + LETTERS.indexOf(card[0] ?? "") : 4 * RANKS.indexOf(card[0] ?? "") + LETTERS.indexOf(card[1] ?? ""));

/**
 * Return the position after a move, as the API's replay shows it with all cards.
 * @param {Notation} notation
 * @param {number} at number of the move
 * @returns {any}
 */
export function positionAt({ moves, rules, headers }, at) {
  const table = new Table(rules);
  for (const { events } of moves.slice(0, at)) for (const event of events) table.apply(event);
  return { game: headers["Game"] ?? "", version: at, deadline: null, ...table.state(), move: moves[at - 1] };
}

/** A table on which cards are placed. Follows games/engine/evolve.py. */
class Table {
  /** @param {Record<string, any>} rules */
  constructor(rules) {
    this.rules = rules;
    this.shown = /** @type {any} */ ({
      phase: "new", commitment: "", turn_seconds: null, rated: null, dealer: null, deal: 0, turn: null, asked: null, closing: null,
      idle_asks: 0, void: [], discards: [], result: null, series: null, rulings: [],
    });
    /** @type {any[]} */
    this.seats = [];
    /** @type {string[]} */
    this.stock = [];
  }

  state() {
    const { phase, asked, dealer, turn } = this.shown;
    const isLobby = phase === "lobby" || phase === "closed";
    const toAct = phase === "answer" ? asked?.target : phase === "cut" ? (dealer - 1 + this.seats.length) % this.seats.length : turn;
    return {
      ...this.shown,
      to_act: toAct ?? null,
      stock: this.stock.length,
      stock_cards: this.stock,
      seats: this.seats.map((seat, number) => ({
        ...seat,
        seat: number,
        taken: isLobby ? seat.taken : true,
        hand_size: seat.hand.length,
        hand: seat.hand.includes("??") ? null : inOrder(seat.hand),
      })),
    };
  }

  /** @param {Event} event */
  apply(event) {
    const { shown } = this;
    const seat = this.seats[event["seat"]];
    switch (event.type) {
      case "created":
        Object.assign(shown, { phase: "lobby", commitment: event["commitment"], dealer: event["dealer"] ?? null, turn_seconds: event["turn_seconds"] ?? null });
        this.seats = Array.from({ length: event["seats"] }, () => ({ taken: false, left: false, bot: null, hand: [], books: [], total: 0, barred: [], misses_turns: 0 }));
        break;
      case "seat_taken": Object.assign(seat, { taken: true, bot: event["bot"] ?? null }); break;
      case "seat_left": Object.assign(seat, { taken: false, bot: null }); break;
      case "started":
        this.seats = event["seats"].map((/** @type {number} */ each) => this.seats[each]);
        shown.rated = event["rated"] ?? null;
        if (shown.dealer === null) shown.phase = "dealer";
        else {
          shown.dealer %= this.seats.length;
          this.wait();
        }
        break;
      case "closed": shown.phase = "closed"; break;
      case "dealer_drawn":
        shown.dealer = event["seat"];
        this.wait();
        break;
      case "pack_cut": shown.phase = "deal"; break;
      case "dealt":
        this.clear();
        Object.assign(shown, { dealer: event["dealer"], deal: shown.deal + 1, phase: "ask", result: null });
        this.seats.forEach((each, number) => (each.hand = [...event["hands"][number]]));
        this.stock = event["stock_cards"];
        break;
      case "asked":
        shown.asked = event;
        shown.idle_asks += 1;
        if (this.rules["referee"] === "honour") shown.phase = "answer";
        break;
      case "cards_given":
        this.take(seat, event["cards"]);
        this.seats[event["to"]].hand.push(...event["cards"]);
        break;
      case "card_drawn":
        seat.hand.push(event["card"] ?? "??");
        this.stock = this.stock.slice(1);
        shown.idle_asks = 0;
        break;
      case "book_made":
        this.take(seat, event["cards"]);
        shown.idle_asks = 0;
        seat.books.push({ rank: event["rank"], cards: event["cards"] });
        break;
      case "book_voided":
        this.take(seat, event["cards"]);
        shown.idle_asks = 0;
        shown.void.push({ seat: event["seat"], rank: event["rank"], cards: event["cards"] });
        break;
      case "book_discarded":
        seat.books = seat.books.slice(1);
        shown.discards.push({ rank: event["rank"], cards: event["cards"] });
        break;
      case "turn_continues": Object.assign(shown, { phase: "ask", asked: null, closing: null }); break;
      case "turn_closing": Object.assign(shown, { phase: "closing", closing: event["reason"] }); break;
      case "player_skipped": if (event["reason"] === "penalty") seat.misses_turns -= 1; break;
      case "turn_passed": Object.assign(shown, { phase: "ask", turn: event["to"], asked: null, closing: null }); break;
      case "irregularity":
        if (event["penalties"].includes("rank_barred") && !seat.barred.includes(event["rank"]))
          seat.barred = [...seat.barred, event["rank"]].sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other));
        if (event["penalties"].includes("misses_next_turn")) seat.misses_turns += 1;
        break;
      case "misdealt":
        Object.assign(shown, { turn: null, closing: null });
        this.wait();
        break;
      case "resigned": case "abandoned": this.leave(seat); break;
      case "stand_in_seated": seat.bot = event["bot"] ?? "random"; break;
      case "ruled":
        shown.rulings.push(event);
        if (event["kind"] === "seat_removed" && seat && shown.phase !== "over") this.leave(seat);
        else if (event["kind"] === "annulled" && ["cut", "deal"].includes(shown.phase)) this.clear();
        break;
      case "seat_restored": Object.assign(seat, { left: false, bot: null }); break;
      case "game_over": Object.assign(shown, { phase: "over", turn: null, asked: null, closing: null, result: event }); break;
      case "series_continues":
        shown.dealer = event["seat"];
        this.seats.forEach((each, number) => Object.assign(each, { total: event["totals"][number], barred: [], misses_turns: 0 }));
        this.wait();
        break;
      case "series_over":
        shown.series = event;
        this.seats.forEach((each, number) => (each.total = event["totals"][number]));
        break;
    }
  }

  wait() {
    this.shown.phase = this.rules["cut_by_right"] ? "cut" : "deal";
  }

  clear() {
    this.stock = [];
    Object.assign(this.shown, { void: [], discards: [], idle_asks: 0 });
    for (const seat of this.seats) Object.assign(seat, { hand: [], books: [] });
  }

  /** @param {any} seat */
  leave(seat) {
    seat.left = true;
    if (["cut", "deal"].includes(this.shown.phase)) this.clear();
  }

  /** Take cards from a hand; where it is hidden, any of it. @param {any} seat @param {string[]} cards */
  take(seat, cards) {
    for (const card of cards) {
      const place = seat.hand.includes(card) ? seat.hand.indexOf(card) : seat.hand.indexOf("??");
      if (place < 0) throw new NoNotation(1, 1);
      seat.hand.splice(place, 1);
    }
  }
}
