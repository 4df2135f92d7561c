// The reader of GFN: a game's events and positions from its words, and the place of what is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NoNotation, positionAt, readNotation } from "../../../clients/javascript/src/gfn/index.js";

const HEAD = `GFN: 1
Players: ["Ann",null]
Rules: {"turn_passes_to":"left","referee":"auto"}

.created(null,1,2,"00") .seat_taken(0) .seat_taken(1,null,"memory") .started([0,1]) .draw_dealer(0) dealer_drawn(0)
`;
const DEAL = `.dealt(0,"7H2C7D3C7S4C9S7C",[3,3]) >1:start`;
const PARTIAL = `.dealt(0,"??2C??3C??4C????",[3,3]) >1:start`;

const at = (/** @type {string} */ words, /** @type {number} */ move) => positionAt(readNotation(`${HEAD}${words}`), move);

test("cards are given, drawn and laid, and the turn passes by itself", () => {
  const words = `${DEAL}\n0>1:7 +DHS 0>1:4 ~9S 1>0:2 !7C #7C`;
  assert.deepEqual(at(words, 6).seats.map((seat) => seat.hand), [["2C", "3C", "4C"], ["7D", "7H", "7S"]]);
  const given = at(words, 7);
  assert.deepEqual(given.seats[0].hand, ["2C", "3C", "4C", "7D", "7H", "7S"]);
  assert.equal(given.turn, 1);
  assert.deepEqual([at(words, 8).turn, at(words, 8).stock], [1, 1]);
  assert.deepEqual(at(words, 9).seats[1].books, [{ rank: "7", cards: ["7C"] }]);
});

test("a hand with hidden cards is hidden, and its cards can be given and laid", () => {
  const words = `${PARTIAL}\n0>1:7 +DH 0>1:4 ~??`;
  assert.deepEqual(at(words, 6).seats.map(({ hand, hand_size: size }) => [hand, size]), [[["2C", "3C", "4C"], 3], [null, 3]]);
  assert.deepEqual(at(words, 8).seats.map(({ hand_size: size }) => size), [6, 1]);
});

for (const [name, text, line, column] of [
  ["another version", "GFN: 2\n", 1, 1],
  ["an unknown header", HEAD.replace("Players", "Colours"), 2, 1],
  ["an unknown word", `${HEAD}${DEAL} 0>1:X`, 6, 45],
  ["an unknown event", `${HEAD} party(1)`, 6, 2],
  ["a draw without an ask", `${HEAD}~7H`, 6, 1],
  ["more seats than a table has", HEAD.replace("null,1,2", "null,1,2000000000"), 5, 1],
  ["more cards than the pack has", `${HEAD}.dealt(0,"7H2C",[2000000000,1])`, 6, 1],
  ["a pack of too many cards", `${HEAD}.dealt(0,"${"7H".repeat(200_000)}",[1,1])`, 6, 1],
  ["a name that every object has", `${HEAD}.__proto__(1)`, 6, 1],
  ["digits of another script", `${HEAD}.resigned(1) \u0660>1:7`, 6, 14],
  ["no moves", "GFN: 1\nPlayers: []\nRules: {}\n\n", 5, 1],
])
  test(`${name} has a line and a column`, () => {
    assert.throws(() => readNotation(text), (error) => error instanceof NoNotation && error.line === line && error.column === column);
  });

test("many small moves take no time to show", () => {
  const words = `${DEAL} ${'.book_voided(0,"7",[]) '.repeat(20_000)}`;
  assert.equal(at(words, 20_006).void.length, 20_000);
});
