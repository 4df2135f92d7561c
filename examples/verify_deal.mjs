// Check that every shuffle of a Go Fish transcript follows from its seed and its players' entropy, and
// that the cards are drawn from the stock in its order.
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
const UNCHECKED =
  "Not checked here: digests, whether moves are legal, the result, and whether this is the log shown during play. " +
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

const READS = "This page reads transcripts of version 1 and 2, with moves of schema 1 to 3.";
/** The fields of an array, which is an event or a command of schema 3: its type, then these. Others are not read. */
const FIELDS = {
  __proto__: null,
  created: ["rules", "rules_version", "seats", "commitment"],
  seat_taken: ["seat", "entropy"],
  entropy_added: ["seat", "entropy"],
  seat_left: ["seat"],
  started: ["seats"],
  pack_cut: ["seat", "position"],
  dealt: ["dealer", "pack", "counts"],
  card_drawn: ["seat", "card"],
  draw_dealer: ["dealer", "pack"],
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
    return await verify({ ...document, moves: document.moves.map((move) => readMove(move, document.version)) });
  } catch (error) {
    if (error instanceof NoTranscript) throw error;
    throw new NoTranscript("This transcript is incomplete: some of its moves cannot be read.", { cause: error });
  }
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
async function verify({ seed, commitment: committed, moves }) {
  const created = moves[0].events[0];
  const jokers = created.rules.joker_count;
  let entropy = []; // at most one contribution per seat, in order
  const lines = [];
  let seats = 0;
  let packs = 0;
  let draws = 0;
  let cut = null;
  let stock = null;
  const same = (pack, text) => cards(text).join() === pack.join();
  const report = (holds, right, wrong) => lines.push(holds ? `HOLDS   ${right}` : `BROKEN  ${wrong}`) && holds;
  const result = () => ({ holds: lines.every((line) => line.startsWith("HOLDS")), lines });

  const isSeeds = (await commitment(seed)) === committed;
  if (!report(isSeeds, "The commitment is that of the seed.", "The seed is not the one that the commitment was made for."))
    return result();
  const isCreated = created.commitment === committed;
  if (!report(isCreated, "The game was created under this commitment.", "The game was created under another commitment."))
    return result();
  for (const { number, command, events } of moves) {
    for (const event of events) {
      const fault = event.entropy === undefined ? "" : faultOf(event, entropy);
      if (fault && !report(false, "", `Move ${number}: ${fault}`)) return result();
      if (event.entropy !== undefined) entropy.push([event.seat, event.entropy]);
      if (event.type === "seat_left") entropy = entropy.filter(([seat]) => seat !== event.seat);
      if (event.type === "started") seats = event.seats.length;
    }
    let holds = true;
    let right = "";
    let wrong = "";
    let order = null;
    if (command.type === "draw_dealer" && command.pack === undefined) {
      right = "The first dealer is the one that the seed gives.";
      wrong = "The first dealer is not the one that the seed gives.";
      holds = command.dealer === (await numberBelow(seed, entropy, "dealer", seats));
    } else if (command.type === "draw_dealer") {
      right = "The cards drawn for dealer are those that the seed gives.";
      wrong = "The cards drawn for dealer are not those that the seed gives.";
      holds = same(await shuffledPack(seed, entropy, "dealer", jokers), command.pack);
    } else if (command.type === "cut") {
      cut = command.position;
    } else if (command.type === "time_out" && command.cut !== undefined) {
      right = "The referee's cut is the one that the seed gives.";
      wrong = "The referee's cut is not the one that the seed gives.";
      cut = 1 + (await numberBelow(seed, entropy, `cut ${packs + 1}`, 51 + jokers));
      holds = command.cut === cut;
    } else if (command.type === "deal") {
      const pack = await shuffledPack(seed, entropy, `deal ${++packs}`, jokers);
      order = cut === null ? pack : cutPack(pack, cut);
      const after = `the one that the seed gives${cut === null ? "" : `, cut below ${cut}`}`;
      right = `The order of pack ${packs} is ${after}.`;
      wrong = `The order of pack ${packs} is not ${after}.`;
      holds = same(order, command.pack) && events.some(({ type, pack: dealt }) => type === "dealt" && same(order, dealt));
      cut = null;
    }
    if (right && !report(holds, `Move ${number}: ${right}`, `Move ${number}: ${wrong}`)) return result();
    for (const event of events) {
      if (event.type === "dealt" && !(order && same(order, event.pack))) {
        report(false, "", `Move ${number}: A pack is dealt that the seed does not give.`);
        return result();
      }
      if (event.type === "dealt") stock = cards(event.pack).slice(event.counts.reduce((sum, count) => sum + count, 0));
      if (event.type !== "card_drawn") continue;
      const top = stock.shift();
      draws += 1;
      if (event.card === top) continue;
      report(false, "", `Move ${number}: The card drawn is ${event.card}; the next of the stock was ${top ?? "none"}.`);
      return result();
    }
  }
  if (draws) report(true, `The cards drawn, ${draws}, are those of the stock in its order.`);
  if (packs === 0 && result().holds) report(false, "", "No pack was dealt.");
  return result();
}

/** Return why an event's entropy is invalid, or an empty string. */
function faultOf({ seat, entropy: text }, entropy) {
  if (!isEntropy(text)) return `The entropy of seat ${seat} is not 1 to 128 characters without control characters.`;
  return entropy.some(([other]) => other === seat) ? `Seat ${seat} gives entropy a second time.` : "";
}

/** Parse a pack: two characters per card, or a list of cards in logs of schema version 1. */
const cards = (pack) => (Array.isArray(pack) ? pack : pack.match(/../g) ?? []);

globalThis.gofish = { commitment, cutPack, fullPack, isEntropy, numberBelow, shuffledPack, UNCHECKED, verifyText };
Object.assign(gofish, { COMMANDS, FIELDS });

async function main(file) {
  try {
    const { readFile } = await import("node:fs/promises");
    const { holds, lines } = await verifyText(await readFile(file, "utf8"));
    console.log(lines.join("\n"));
    if (holds) console.log(UNCHECKED);
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
