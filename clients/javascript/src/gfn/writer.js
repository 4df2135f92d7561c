/**
 * Write GFN, the notation of games as text. docs/gfn.md of the service has its grammar. Needs
 * nothing else of this package.
 */

const LETTERS = "CDHSBR"; // suits and jokers
const WIDTH = 96;
const NEWEST = 3;
const REFEREES = ["close", "create", "start", "draw_dealer", "deal", "time_out", "abandon", "restore", "rule"];
const ENDINGS = ["turn_continues", "turn_passed", "turn_closing", "game_over"];
/** The events that imply a command of another name, as the first of their move. @type {Record<string, string>} */
const IMPLIED = {
  created: "create", started: "start", closed: "close", dealt: "deal", timed_out: "time_out", abandoned: "abandon", ruled: "rule",
};

/**
 * @typedef {[string, ...any[]]} Entry an event or a command as transcripts have it
 * @typedef {{rules: Record<string, any>, seats: number, asked: Entry | null, turn: number | null}} Context what words leave out
 */

/**
 * Return the notation of a transcript, as `GET /games/{game_id}/transcript` answers.
 * @param {any} transcript the JSON value
 * @returns {string}
 * @throws {RangeError} if its moves have another schema than 3
 */
export function writeNotation(transcript) {
  const { moves } = transcript;
  if (moves.some((/** @type {any} */ { schema }) => schema !== NEWEST)) throw new RangeError(`Moves need the schema ${NEWEST}.`);
  const rules = moves[0].events[0][1];
  /** @type {Context} */
  const context = { rules, seats: 0, asked: null, turn: null };
  const words = moves.flatMap((/** @type {any} */ move) => wordsOf(move, context));
  /** @type {Record<string, string | undefined>} */
  const headers = {
    GFN: "1",
    Game: transcript.game,
    Preset: transcript.preset,
    Overlays: transcript.overlays.join(" "),
    Players: canonical(transcript.seats.map((/** @type {any} */ { player }) => player)),
    Rules: canonical(rules),
    Schema: `${NEWEST}`,
    Seed: transcript.seed,
    Digest: moves.at(-1).digest,
    Annotations: transcript.annotations && canonical(transcript.annotations),
  };
  const head = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`]));
  const times = moves.map((/** @type {any} */ { at }) => microseconds(at));
  const gaps = times.slice(1).map((/** @type {bigint} */ time, /** @type {number} */ before) => `${time - times[before]}`);
  return `${head.join("")}\n${lines(words)}\n\nTimes:\n${lines([moves[0].at, ...gaps])}\n`;
}

/** @param {{command: Entry | null, seat: number | null, events: Entry[]}} move @param {Context} context */
function wordsOf({ command, seat, events }, context) {
  const [first] = events;
  const words = command && !isImplied(command, first) ? [named(command)] : [];
  for (let place = 0; place < events.length; ) {
    const here = events.slice(place, place + 2);
    const isLast = place === events.length - 1;
    if (isLast && canonical(here[0]) === canonical(usualEnd(events.slice(0, place), context))) {
      follow(/** @type {Entry} */ (here[0]), context);
      break;
    }
    const [word, count] = shortWord(here, context, !words.length);
    words.push(word || named(/** @type {Entry} */ (here[0])));
    for (const event of events.slice(place, place + count)) follow(event, context);
    place += count;
  }
  if (words[0]?.[1] !== ">") words[0] = `.${words[0]}`;
  if (seat !== usualAuthor(command, first)) words.push(`@${seat ?? "-"}`);
  return words;
}

/** Return whether the first event says what the command is. @param {Entry} command @param {Entry | undefined} first */
function isImplied(command, first) {
  if (!first) return false;
  const [type, seat, ...rest] = first;
  const implied =
    type === "cards_given" ? ["answer", seat, ordered(rest[1])]
    : type === "go_fish" ? ["answer", seat, []]
    : type === "book_made" ? ["declare", seat, ordered(rest[1])]
    : type === "turn_passed" && seat !== null ? ["end_turn", seat]
    : null;
  return canonical(implied) === canonical(command);
}

/** Return who gives such a command unless a word says it; null is the referee. @param {Entry | null} command @param {Entry | undefined} first */
function usualAuthor(command, first) {
  const [type, seat, , bot] = /** @type {Entry} */ (command ?? first);
  const isBot = (type === "seat_taken" || type === "take_seat") && bot != null;
  return isBot || REFEREES.includes(IMPLIED[type] ?? type) ? null : seat;
}

/** @param {Entry} event @param {Context} context */
function follow(event, context) {
  const [type, seat, to] = event;
  if (type === "asked") [context.asked, context.turn] = [event, seat];
  if (type === "turn_passed") context.turn = to;
  if (type === "started") context.seats = seat.length;
}

/** Return the event that ends a move unless its words say another. @param {Entry[]} happened @param {Context} context */
function usualEnd(happened, { asked, rules, seats }) {
  if (!asked || happened.some(([type]) => ENDINGS.includes(type))) return undefined;
  const [, seat, target] = asked;
  const last = happened.findLast(([type, , , reason, isCatch]) => ["cards_given", "go_fish"].includes(type) || (type === "card_drawn" && reason === "fish" && isCatch));
  if (!last) return undefined;
  if (last[0] !== "go_fish") return ["turn_continues", seat, last[0] === "cards_given" ? "received" : "catch"];
  const reason = last[3] ? "no_catch" : "stock_empty";
  if (rules["referee"] === "honour") return ["turn_closing", seat, reason];
  return ["turn_passed", seat, rules["turn_passes_to"] === "asked" ? target : (seat + 1) % Math.max(seats, 1), reason];
}

/**
 * Return the short word of the first event, "" if it has none, and of how many events the word is.
 * @param {Entry[]} happened @param {Context} context @param {boolean} isFirst
 * @returns {[string, number]}
 */
function shortWord([event, next], { asked, turn }, isFirst) {
  const [type, seat, to, third, fourth] = /** @type {Entry} */ (event);
  const [, asker, target, rank] = asked ?? [];
  const isOfAsk = asked && seat === target && to === asker;
  switch (type) {
    case "asked":
      if (isFirst && (fourth == null || fourth[0] === third)) return [`${seat}>${to}:${fourth ?? third}`, 1];
      break;
    case "cards_given":
      if (isOfAsk && third.every((/** @type {string} */ card) => card[0] === rank)) return [`+${letters(third)}`, 1];
      break;
    case "go_fish":
      if (isOfAsk && !third) return ["fish", 1];
      if (isOfAsk && next?.[0] === "card_drawn" && next[1] === to && next[3] === "fish") return [`${next[4] ? "!" : "~"}${next[2]}`, 2];
      break;
    case "card_drawn":
      if (third === "empty_hand" && !fourth && seat === turn) return [`^${to}`, 1];
      break;
    case "book_made": {
      const naturals = third.filter((/** @type {string} */ card) => !isJoker(card));
      if (!naturals.length || naturals.some((/** @type {string} */ card) => card[0] !== to)) break;
      const isWhole = naturals.length === 4 && third.length === 4;
      return [`${seat === turn ? "" : seat}#${to}${isWhole ? "" : letters(third)}`, 1];
    }
    case "player_skipped":
      if (to === "no_cards") return [`-${seat}`, 1];
      break;
    case "turn_passed":
      if (seat === (third === "start" ? null : turn)) return [third === "no_catch" ? `>${to}` : `>${to}:${third}`, 1];
      break;
    case "turn_continues": return [`>${seat}:${to}`, 1];
  }
  return ["", 1];
}

/** Return `name(fields)` without spaces. @param {Entry} entry */
function named([name, ...fields]) {
  const shown = name === "created" ? [null, ...fields.slice(1)] : fields;
  return `${name}(${canonical(shown).slice(1, -1)})`.replaceAll(" ", "\\u0020");
}

/** @param {string} card */
const isJoker = (card) => "BR".includes(card[0] ?? "");
/** @param {string} card */
const suitOf = (card) => LETTERS.indexOf((isJoker(card) ? card[0] : card[1]) ?? "");
/** Return the suits of cards of one rank, and B and R for the jokers. @param {string[]} cards */
const letters = (cards) => cards.map(suitOf).sort().map((suit) => LETTERS[suit]).join("");
/** Return cards of one rank, and jokers, in the order of a hand. @param {string[]} cards */
const ordered = (cards) => [...cards].sort((one, other) => suitOf(one) - suitOf(other));

/** Return canonical JSON: keys sorted, no spaces, ASCII. @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`)}}`;
  return `${JSON.stringify(value)}`.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** @param {string} time such as 2026-01-31T12:00:00.000000Z */
const microseconds = (time) => BigInt(Date.parse(`${time.slice(0, 23)}Z`)) * 1000n + BigInt(time.slice(23, 26));

/** Return words on lines; a word longer than a line has its own. @param {string[]} words */
function lines(words) {
  const found = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + 1 + word.length >= WIDTH) {
      found.push(line);
      line = "";
    }
    line += line ? ` ${word}` : word;
  }
  return [...found, line].join("\n");
}
