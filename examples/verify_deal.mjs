// Check that every deal of a Go Fish transcript follows from its seed, its players' entropy and its rules,
// and that the cards are drawn from the stock in its order.
//
//   node examples/verify_deal.mjs FILE        exit status 0: fair, 1: not fair, 2: no transcript
//
// An independent implementation of the description in games/engine/shuffle.py. It needs only WebCrypto,
// so it also runs in browsers: verify_deal.html loads it as a plain script, since browsers do not load
// modules from a disk.

const RANKS = [..."23456789TJQKA"];
const SUITS = [..."CDHS"];
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const SCOPE =
  "Checked here, in the commands and in the events that show them: the commitment, the seats, the rules at the head, " +
  "the draw for dealer, each cut and each deal with its dealer and the sizes of hands, the cards drawn, and the digest " +
  "of each move. Not checked here: whether moves are legal, the result, and whether this is the log shown during play. " +
  "python3 -m games.engine.verify does, the last of these with the receipts noted then (--receipts FILE).";
// The entropy of a player: 1 to 128 characters, without control characters, line breaks and surrogates.
const isEntropy = (text) =>
  typeof text === "string" && /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]{1,128}$/u.test(text);
const shown = (value) => String(JSON.stringify(value)).slice(0, 40);
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

/** The pack in order: naturals from 2C to AS, then the black and the red joker. */
const fullPack = (jokers) =>
  [...RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)), "BJ", "RJ"].slice(0, 52 + jokers);

/** The commitment that the server publishes when it creates a game: SHA-256("gofish-seed-1" ‖ seed). */
const commitment = (seed) => sha256(new Uint8Array([...bytes("gofish-seed-1"), ...fromHex(seed)]));

/** Return the whole pack in the order of a label; index 0 is the top. */
async function shuffledPack(seed, entropy, label, jokers) {
  const below = await numbers(seed, entropy, label);
  const pack = fullPack(jokers);
  for (let place = pack.length - 1; place > 0; place--) {
    const other = await below(place + 1);
    [pack[place], pack[other]] = [pack[other], pack[place]];
  }
  return pack;
}

/** The number from 0 to bound - 1 that a label gives. */
const numberBelow = async (seed, entropy, label, bound) => (await numbers(seed, entropy, label))(bound);

const cutPack = (pack, position) => [...pack.slice(position), ...pack.slice(0, position)];

/** A label's stream, HMAC-SHA-256 block by block, read as numbers below a bound without modulo bias. */
async function numbers(seed, entropy, label) {
  const given = await sha256(bytes(entropy.map(([seat, text]) => `${seat}:${text}\n`).join("")));
  const key = await crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let block = 0;
  let words = [];
  return async (bound) => {
    if (!(bound >= 1)) throw new RangeError("There is no number below that.");
    for (;;) {
      if (words.length === 0) {
        const stream = new DataView(await crypto.subtle.sign("HMAC", key, bytes(`gofish-1 ${label} ${given} ${block++}`)));
        words = Array.from({ length: 8 }, (_, index) => stream.getUint32(4 * index));
      }
      const word = words.shift();
      if (word < 2 ** 32 - (2 ** 32 % bound)) return word % bound;
    }
  };
}

/** The file is no transcript that can be checked; the message states why. */
class NoTranscript extends Error {}

const NO_CRYPTO =
  "WebCrypto (crypto.subtle) is missing: browsers have it only on pages with https, on localhost and in files on the " +
  "disk. Open this page with https, or run: node verify_deal.mjs FILE";
const READS = "This page reads transcripts of version 1 and 2, with moves of schema 1 to 3.";
/** The fields of an array, which is an event or a command of schema 3: its type, then these. Others are not read. */
const FIELDS = {
  __proto__: null,
  created: ["rules", "rules_version", "seats", "commitment", "dealer"],
  seat_taken: ["seat", "entropy"],
  entropy_added: ["seat", "entropy"],
  seat_left: ["seat"],
  started: ["seats"],
  dealer_drawn: ["seat", "rounds"],
  pack_cut: ["seat", "position"],
  dealt: ["dealer", "pack", "counts"],
  card_drawn: ["seat", "card"],
  series_continues: ["seat"],
  draw_dealer: ["dealer", "pack"],
  cut: ["seat", "position"],
  time_out: ["seat", "cut"],
};
/** The command that schema 3 leaves out, by the type of the first event, whose fields it has. */
const COMMANDS = {
  __proto__: null,
  created: "create",
  seat_taken: "take_seat",
  entropy_added: "add_entropy",
  seat_left: "leave_seat",
  started: "start",
  closed: "close",
  pack_cut: "cut",
  dealt: "deal",
  asked: "ask",
  card_exposed: "expose",
  misdealt: "misdeal",
  resigned: "resign",
  abandoned: "abandon",
  timed_out: "time_out",
  ruled: "rule",
};

/** Check the text of a transcript; return a verdict and one line per check, up to the first failure. */
async function verifyText(text) {
  if (!globalThis.crypto?.subtle) throw new NoTranscript(NO_CRYPTO);
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new NoTranscript("This file is not JSON.", { cause: error });
  }
  const twice = memberNamedTwice(text);
  if (twice !== undefined) throw new NoTranscript(`An object of this file has the member ${twice} twice.`);
  if (document?.format !== "gofish-transcript") throw new NoTranscript("This is no Go Fish transcript.");
  if (document.version !== 1 && document.version !== 2)
    throw new NoTranscript(`This transcript has version ${shown(document.version)}. ${READS}`);
  if (!/^[0-9a-f]{64}$/.test(document.seed)) throw new NoTranscript("This transcript has no seed of 64 hex digits.");
  if (!document.moves?.length) throw new NoTranscript("This transcript has no moves.");
  try {
    const verdict = await verify({ ...document, moves: document.moves.map((move) => readMove(move, document.version)) });
    if (verdict.holds) await checkDigests(document, verdict);
    return { ...verdict, scope: SCOPE };
  } catch (error) {
    if (error instanceof NoTranscript) throw error;
    throw new NoTranscript("This transcript is incomplete: some of its moves cannot be read.", { cause: error });
  }
}

/** Add a line on the chain of digests to the verdict: each covers its move as the server stored it, and those before. */
async function checkDigests({ seed, commitment: committed, moves }, verdict) {
  const key = await crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let last = committed;
  for (const [at, move] of moves.entries()) {
    const { digest, ...entry } = move;
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(at + 1));
    const keyed = await crypto.subtle.sign("HMAC", key, number);
    last = await sha256(new Uint8Array([...fromHex(last), ...new Uint8Array(keyed), ...bytes(canonical(entry))]));
    verdict.holds = digest === last && move.number === at + 1;
    if (!verdict.holds) return verdict.lines.push(`BROKEN  Move ${at + 1}: Its digest is not that of its text: the log was changed here.`);
  }
  verdict.lines.push(`HOLDS   The digests of the ${moves.length} moves are those of their texts.`);
}

/** Write JSON as digests cover it: members sorted, no spaces, in ASCII. */
function canonical(value) {
  const members = (each) =>
    Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = JSON.stringify(value, (_, each) => (each?.constructor === Object ? members(each) : each));
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Return a move whose command and events are objects, as schemas 1 and 2 write them; schema 3 writes arrays. */
function readMove({ number, schema, command, events }, version) {
  const refuse = (fault) => {
    throw new NoTranscript(`Move ${number} ${fault}`);
  };
  if (schema > 3) refuse(`has schema ${shown(schema)}. ${READS}`);
  if (schema > 2 && version === 1) refuse("is newer than version 1 of transcripts.");
  const read = (entry) => {
    const type = Array.isArray(entry) ? entry[0] : entry?.type;
    if (typeof type !== "string" || Array.isArray(entry) !== schema > 2) refuse("is not written as its schema says.");
    return Array.isArray(entry) ? fromArray(entry) : entry;
  };
  const entries = events.map(read);
  if (command !== null || schema < 3) return { number, command: read(command), events: entries };
  const [first] = entries;
  if (!COMMANDS[first?.type]) refuse("has no command, and its first event does not imply one.");
  return { number, command: { ...first, type: COMMANDS[first.type] }, events: entries };
}

/** Return an array as an object; a value that is null or missing at the end is absent. */
function fromArray([type, ...values]) {
  const given = (FIELDS[type] ?? []).map((name, place) => [name, values[place] ?? undefined]);
  return Object.fromEntries([["type", type], ...given]);
}

/** Return the first duplicate member of a JSON text, or undefined: JSON.parse would keep the last one. */
function memberNamedTwice(text) {
  const open = [];
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (colon) {
      const name = JSON.parse(token.slice(0, -colon.length));
      if (open.at(-1).has(name)) return JSON.stringify(name.slice(0, 40));
      open.at(-1).add(name);
    }
  }
}

/** Check a complete transcript. */
async function verify({ seed, commitment: committed, rules: shownRules, moves }) {
  const created = moves[0].events[0];
  const rules = { ...DEFAULTS, ...created.rules };
  const table = { rules, seed, entropy: [], seats: 0, dealer: null, packs: 0, cut: null, isDue: false };
  const taken = new Set(); // seats of the lobby
  const lines = [];
  let draws = 0;
  let stock = [];
  const report = (holds, right, wrong) => lines.push(holds ? `HOLDS   ${right}` : `BROKEN  ${wrong}`) && holds;
  const result = () => ({ holds: lines.every((line) => line.startsWith("HOLDS")), lines });

  const isSeeds = (await commitment(seed)) === committed;
  if (!report(isSeeds, "The commitment is that of the seed.", "The seed is not the one that the commitment was made for."))
    return result();
  const isCreated = created.commitment === committed;
  if (!report(isCreated, "The game was created under this commitment.", "The game was created under another commitment."))
    return result();
  const alike = (one, other) => canonical(one ?? null) === canonical(other ?? null);
  const isOfRules =
    Object.entries(created.rules).every(([name, value]) => alike(value, shownRules?.[name])) &&
    alike(moves[0].command.rules, created.rules);
  if (!report(isOfRules, "The rules shown are those that the game was created with.", "The rules shown are not those that the game was created with."))
    return result();
  for (const { number, command, events } of moves) {
    const broken = (fault) => report(false, "", `Move ${number}: ${fault}`) || result();
    const due = await dueEvent(command, table);
    const shown = events.filter(({ type }) => type in UNDUE).map(normal);
    if (shown.length > (due.event ? 1 : 0)) return broken(UNDUE[shown.at(-1).type]);
    if (!due.holds || !same(shown[0], due.event)) return broken(due.wrong);
    if (due.event) report(true, `Move ${number}: ${due.right}`);
    for (const event of events) {
      const fault = event.entropy === undefined ? "" : faultOf(event, table.entropy);
      if (fault) return broken(fault);
      if (event.entropy !== undefined) table.entropy.push([event.seat, event.entropy]);
      if (event.type === "seat_taken") taken.add(event.seat);
      if (event.type === "seat_left") taken.delete(event.seat);
      if (event.type === "seat_left") table.entropy = table.entropy.filter(([seat]) => seat !== event.seat);
      if (event.type === "started") {
        if (table.seats || !same(event.seats, [...taken].sort((one, other) => one - other)))
          return broken("The seats of the game are not those that were taken.");
        table.seats = event.seats.length;
        table.dealer = created.dealer === undefined ? null : created.dealer % table.seats;
        table.isDue = true;
      }
      if (event.type === "dealer_drawn") table.dealer = event.seat;
      if (event.type === "pack_cut") table.cut = event.position;
      if (event.type === "misdealt" || event.type === "series_continues") {
        if (table.isDue) return broken("Another deal follows before this one was dealt.");
        const isNext = event.type === "series_continues" && rules.dealer_rotation === "clockwise";
        if (isNext) table.dealer = (table.dealer + 1) % table.seats;
        if (event.type === "series_continues" && event.seat !== table.dealer)
          return broken(`The next dealer is seat ${event.seat}; the rules give seat ${table.dealer}.`);
        table.isDue = true;
      }
      if (event.type === "dealt") {
        Object.assign(table, { packs: table.packs + 1, cut: null, isDue: false });
        stock = cards(event.pack).slice(event.counts.reduce((sum, count) => sum + count, 0));
      }
      if (event.type !== "card_drawn") continue;
      if (!(event.seat >= 0 && event.seat < table.seats)) return broken(`Seat ${event.seat} draws, which the game does not have.`);
      const top = stock.shift();
      draws += 1;
      if (event.card !== top) return broken(`The card drawn is ${event.card}; the next of the stock was ${top ?? "none"}.`);
    }
  }
  if (draws) report(true, `The cards drawn, ${draws}, are those of the stock in its order.`);
  if (table.packs === 0 && result().holds) report(false, "", "No pack was dealt.");
  return result();
}

/** The values of options that the rules of an older game may lack. */
const DEFAULTS = {
  deal_table: { 2: 7, 3: 5, 4: 5, 5: 4, 6: 4 },
  hand_size: null,
  joker_count: 0,
  dealer_selection: "random",
  dealer_rotation: "clockwise",
  cut_by_right: false,
};
/** The events of the deal, and what is wrong with one that is not due. */
const UNDUE = {
  __proto__: null,
  dealer_drawn: "A dealer is drawn that the seed does not give.",
  pack_cut: "A pack is cut that no command cuts.",
  dealt: "A pack is dealt that the seed does not give.",
};
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Return an event of the deal with its members in one order, and a pack as a list of cards. */
function normal({ type, seat, rounds, position, dealer, pack, counts }) {
  if (type === "dealer_drawn") return { type, seat, rounds: rounds ?? [] };
  return type === "pack_cut" ? { type, seat, position } : { type, dealer, pack: cards(pack), counts };
}

/**
 * Return the event of the deal that a command must cause, if any; whether what the command says holds; and how to
 * report both.
 */
async function dueEvent(command, { rules, seed, entropy, seats, dealer, packs, cut, isDue }) {
  const jokers = rules.joker_count;
  const right = (dealer + seats - 1) % seats; // the dealer's right-hand neighbour, who cuts
  if (command.type === "draw_dealer") {
    if (!isDue || packs > 0 || dealer !== null) return { wrong: UNDUE.dealer_drawn };
    if (rules.dealer_selection === "random") {
      const seat = await numberBelow(seed, entropy, "dealer", seats);
      return {
        holds: command.dealer === seat,
        event: { type: "dealer_drawn", seat, rounds: [] },
        right: `The first dealer, seat ${seat}, is the one that the seed gives.`,
        wrong: "The first dealer is not the one that the seed gives.",
      };
    }
    const pack = await shuffledPack(seed, entropy, "dealer", jokers);
    const drawn = drawForDealer(pack, seats, rules.dealer_selection);
    return {
      holds: same(cards(command.pack), pack),
      event: drawn,
      right: `The cards drawn for dealer, and the first dealer, seat ${drawn.seat}, are those that the seed gives.`,
      wrong: "The cards drawn for dealer, or the first dealer, are not those that the seed gives.",
    };
  }
  if (command.type === "cut" || (command.type === "time_out" && command.cut !== undefined)) {
    if (!isDue || dealer === null || cut !== null || !rules.cut_by_right) return { wrong: UNDUE.pack_cut };
    const isPlayers = command.type === "cut";
    const most = 51 + jokers;
    const position = isPlayers ? command.position : 1 + (await numberBelow(seed, entropy, `cut ${packs + 1}`, most));
    return {
      holds: command.seat === right && (isPlayers ? position >= 1 && position <= most : command.cut === position),
      event: { type: "pack_cut", seat: right, position },
      right: isPlayers ? `The cut is that of seat ${right}.` : "The referee's cut is the one that the seed gives.",
      wrong: isPlayers ? `The cut is not one of seat ${right}.` : "The referee's cut is not the one that the seed gives.",
    };
  }
  if (command.type !== "deal") return { holds: true };
  if (!isDue) return { wrong: UNDUE.dealt };
  if (dealer === null) return { wrong: "No dealer was drawn." };
  if ((cut === null) === rules.cut_by_right) return { wrong: "The pack was not cut." };
  const shuffled = await shuffledPack(seed, entropy, `deal ${packs + 1}`, jokers);
  const pack = cut === null ? shuffled : cutPack(shuffled, cut);
  const after = `the one that the seed gives${cut === null ? "" : `, cut below ${cut}`}`;
  return {
    holds: same(cards(command.pack), pack),
    event: { type: "dealt", dealer, pack, counts: handCounts(rules, seats, dealer) },
    right: `The order of pack ${packs + 1} is ${after}; its dealer, seat ${dealer}, and the sizes of hands are those of the rules.`,
    wrong: `The order of pack ${packs + 1} is not ${after}, or its dealer or the sizes of hands are not those of the rules.`,
  };
}

/** Return the draw for dealer: the best rank deals, ace high, and tied seats draw again. Jokers are left out. */
function drawForDealer(pack, seats, selection) {
  const naturals = pack.filter((card) => RANKS.includes(card[0]));
  const worth = (card) => RANKS.indexOf(card[0]) * (selection === "low_card" ? -1 : 1);
  const rounds = [];
  let tied = [...Array(seats).keys()];
  while (tied.length > 1 && naturals.length >= tied.length) {
    const drawn = tied.map((seat) => [seat, naturals.shift()]);
    rounds.push(drawn);
    const best = Math.max(...drawn.map(([, card]) => worth(card)));
    tied = drawn.filter(([, card]) => worth(card) === best).map(([seat]) => seat);
  }
  return { type: "dealer_drawn", seat: tied[0], rounds };
}

/** Return how many cards each seat is dealt. Of a whole pack, extra cards go to the seats at the dealer's left. */
function handCounts({ hand_size, deal_table, joker_count }, seats, dealer) {
  if (hand_size !== null || deal_table !== "all") return Array(seats).fill(hand_size ?? deal_table[seats]);
  const size = 52 + joker_count;
  const isExtra = (seat) => (seat - dealer - 1 + seats) % seats < size % seats;
  return Array.from({ length: seats }, (_, seat) => Math.floor(size / seats) + (isExtra(seat) ? 1 : 0));
}

/** Return why an event's entropy is invalid, or an empty string. */
function faultOf({ seat, entropy: text }, entropy) {
  if (!isEntropy(text)) return `The entropy of seat ${seat} is not 1 to 128 characters without control characters.`;
  return entropy.some(([other]) => other === seat) ? `Seat ${seat} gives entropy a second time.` : "";
}

/** Parse a pack: two characters per card, or a list of cards in logs of schema version 1. */
const cards = (pack) => (Array.isArray(pack) ? pack : pack?.match(/../g) ?? []);

globalThis.gofish = { commitment, cutPack, fullPack, isEntropy, numberBelow, shuffledPack, SCOPE, verifyText };
Object.assign(gofish, { COMMANDS, FIELDS });

async function main(file) {
  try {
    const { readFile } = await import("node:fs/promises");
    const { holds, lines } = await verifyText(await readFile(file, "utf8"));
    console.log(lines.join("\n"));
    if (holds) console.log(SCOPE);
    process.exitCode = holds ? 0 : 1;
  } catch (error) {
    console.error(`${file} cannot be verified: ${error.message}`);
    process.exitCode = 2;
  }
}

if (globalThis.process?.argv?.[1]?.endsWith("verify_deal.mjs")) {
  if (process.argv.length === 3) main(process.argv[2]);
  else {
    console.error("usage: node verify_deal.mjs FILE");
    process.exitCode = 2;
  }
}
