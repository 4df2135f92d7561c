// What the table says of a game apart from its moves: highlights, sounds, and who is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { kindWord } from "../../../web/table/panels/personal.js";
import { soundsOf } from "../../../web/table/sounds.js";
import { bestOf } from "../../../web/table/state/best.js";
import { highlightsOf } from "../../../web/table/state/highlights.js";
import { EMPTY, reduce } from "../../../web/table/state/reducer.js";
import { seenLately } from "../../../web/table/state/seats.js";

const at = "2026-01-05T18:30:00Z";
const asked = (number, seat, target, rank, ...events) => ({
  number, seat, at, digest: "", events: [{ type: "asked", seat, target, rank }, ...events],
});
const given = (seat, to, cards) => ({ type: "cards_given", seat, to, cards });
const book = (seat, rank) => ({ type: "book_made", seat, rank, cards: [] });
const missed = (seat) => ({ type: "go_fish", seat });

const GAME = [
  asked(3, 0, 1, "7", given(1, 0, ["7H"])),
  asked(4, 0, 1, "Q", given(1, 0, ["QH", "QS"]), book(0, "Q")),
  asked(5, 0, 1, "2", missed(1)),
  asked(6, 1, 0, "7", given(0, 1, ["7H", "7S"]), book(1, "7")),
  asked(7, 1, 0, "A", missed(0)),
  asked(8, 0, 1, "2", given(1, 0, ["2C"]), book(0, "2")),
];

test("the longest streak counts asks of one player that brought cards", () => {
  assert.deepEqual(highlightsOf(GAME, [0]).streak, { seat: 0, length: 2 });
  assert.equal(highlightsOf(GAME.slice(2), [0]).streak, null);
});

test("the best steal brought the most cards, and of two the later one", () => {
  const { steal } = highlightsOf(GAME, [0]);

  assert.deepEqual([steal.ask.number, steal.ask.what, steal.count], [6, { rank: "7" }, 2]);
});

test("the ask since which the winner led alone decided the game", () => {
  assert.equal(highlightsOf(GAME, [0]).decisive.number, 8);
  assert.equal(highlightsOf(GAME, [0, 1]).decisive, null);
  assert.equal(highlightsOf(GAME.slice(0, 3), [0]).decisive.number, 4);
});

test("a new deal of a series begins with no books", () => {
  const dealt = { number: 9, seat: null, at, digest: "", events: [{ type: "dealt", stock: 20 }] };

  assert.equal(highlightsOf([...GAME, dealt], [0]).decisive, null);
});

test("a move sounds once for each kind of event, in order", () => {
  const drawn = { type: "card_drawn", seat: 0, public: true, card: "7H" };

  assert.deepEqual(soundsOf([...GAME[0].events, given(1, 0, ["7C"]), book(0, "7")]), ["ask", "give", "book"]);
  assert.deepEqual(soundsOf([missed(1), drawn, { type: "turn_passed", to: 1 }]), ["fish", "catch"]);
  assert.deepEqual(soundsOf([{ type: "dealt" }]), []);
});

test("who has moved lately is there, and all are there just after the start", () => {
  const now = Date.parse(at);
  const started = [{ number: 2, seat: null, at, digest: "", events: [{ type: "started", seats: [0, 1] }] }];

  assert.deepEqual([0, 1].map(seenLately([GAME[0]], now + 89_000)), [true, false]);
  assert.equal(seenLately([GAME[0]], now + 91_000)(0), false);
  assert.equal(seenLately(started, now + 60_000)(1), true);
});

test("those who wait see the start at once, without a pause for each move", () => {
  const seats = [0, 1].map((seat) => ({ seat, taken: true, hand: null, hand_size: 0, books: [] }));
  const state = { game: "x", version: 2, phase: "lobby", to_act: null, you: 0, seats, legal_actions: [], last_move: { number: 2, at, events: [] } };
  const waiting = reduce(EMPTY, { type: "state", data: state });
  const dealt = { ...state, version: 3, phase: "ask" };

  const table = reduce(waiting, { type: "move", data: { number: 3, seat: null, at, digest: "", events: [], state: dealt } });

  assert.equal(table.shown.phase, "ask");
  assert.deepEqual(table.queue, []);
});

test("the best moment of a player is the rarest that they had", () => {
  const caught = { type: "card_drawn", seat: 0, card: "9H", public: true };
  const sweep = asked(1, 0, 1, "5", given(1, 0, ["5C", "5D", "5H"]));
  const cases = [
    [[sweep, ...GAME], 0, { kind: "sweep", rank: "5", seat: 1, count: 3 }],
    [[...GAME.slice(0, 2), asked(5, 0, 1, "2", given(1, 0, ["2C"]))], 0, { kind: "streak", rank: "2", seat: 1, count: 3 }],
    [GAME, 1, { kind: "memory", rank: "7", seat: 0, count: 1 }],
    [[asked(1, 0, 1, "9", missed(1), caught)], 0, { kind: "catch", rank: "9", seat: 1, count: 1 }],
    [GAME.slice(0, 2), 0, { kind: "many", rank: "Q", seat: 1, count: 2 }],
    [[asked(1, 0, 1, "9", missed(1), caught)], 1, null],
  ];

  for (const [moves, you, best] of cases) assert.deepEqual(bestOf(moves, you, 4), best);
});

test("who did not win gets a kind line that fits, and a winner none", () => {
  const result = (scores, winners) => ({ scores, winners });
  const cases = [
    [result([5, 4], [0]), 0, 5, ""],
    [result([5, 4], [0]), 1, 4, "close"],
    [result([5, 2], [0]), 1, 2, "some"],
    [result([5, 0], [0]), 1, 0, "none"],
    [result([10, 9], [0]), 1, 2, "some"], // points of a series
    [result([0, 0], []), 1, 0, ""],
  ];

  for (const [end, you, books, word] of cases) assert.equal(kindWord(end, you, books), word);
});
