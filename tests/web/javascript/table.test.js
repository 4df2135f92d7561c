// The table's pure parts: what it knows after frames, what it offers, and how it tells events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byRank } from "../../../web/cards/deck.js";
import { isDecided, outcome, ranked } from "../../../web/table/panels/places.js";
import { remembered } from "../../../web/table/state/memory.js";
import { choicesOf } from "../../../web/table/state/choices.js";
import { EMPTY, reduce } from "../../../web/table/state/reducer.js";
import { withRoundEnd } from "../../../web/table/state/round_end.js";
import { listenerOf, others } from "../../../web/table/state/seats.js";

const seat = (number, hand, size = hand?.length ?? 5) => ({
  seat: number, taken: true, left: false, bot: null, hand_size: size, hand, books: [], total: 0, barred: [], misses_turns: 0,
});
const position = (version, changes = {}) => ({
  game: "09zYxWvUtSr", version, phase: "ask", turn: 0, to_act: 0, you: 0, spectator: false, stock: 30, deal: 1,
  seats: [seat(0, ["7H", "7S", "QD"]), seat(1, null), seat(2, null, 0)], void: [], discards: [], asked: null,
  legal_actions: [], last_move: move(version, []), ...changes,
});
const move = (number, events, seat = 1) => ({ number, seat, at: "2026-01-05T18:30:00Z", digest: "", events });
const after = (news, table = EMPTY) => news.reduce(reduce, table);

test("a move that comes twice, as an answer and as a frame, is shown once", () => {
  const asked = move(11, [{ type: "asked", seat: 0, target: 1, rank: "7" }], 0);
  const table = after([
    { type: "state", data: position(10) },
    { type: "answer", data: { moves: [asked], state: position(11) } },
    { type: "move", data: { ...asked, state: position(11) } },
  ]);

  assert.deepEqual(table.queue.map(({ move }) => move.number), [11]);
  assert.deepEqual(table.moves.map(({ number }) => number), [10, 11]);
  assert.equal(after([{ type: "step" }], table).shown.version, 11);
});

test("a deadline that was changed without a move counts for the position that it belongs to", () => {
  const table = after([{ type: "state", data: position(10, { deadline: "2026-01-05T18:30:30Z" }) }]);
  const later = { now: "", version: 10, deadline: "2026-01-05T18:31:15Z" };

  assert.equal(reduce(table, { type: "time", data: later }).shown.deadline, later.deadline);
  assert.equal(reduce(table, { type: "time", data: later }).state.deadline, later.deadline);
  assert.equal(reduce(table, { type: "time", data: { ...later, version: 9 } }).state, table.state);
  assert.equal(reduce(table, { type: "time", data: { now: "" } }), table);
});

test("a state that is read again brings the deadline that was changed meanwhile", () => {
  const table = after([{ type: "state", data: position(10, { deadline: "2026-01-05T18:30:30Z" }) }]);
  const again = position(10, { deadline: "2026-01-05T18:31:15Z" });

  assert.equal(reduce(table, { type: "state", data: again }).shown.deadline, again.deadline);
});

test("a pause and its end, which are no moves, are shown at once", () => {
  const table = after([{ type: "state", data: position(10) }]);
  const paused = reduce(table, { type: "time", data: { now: "", version: 10, deadline: null, paused: true } });

  assert.equal(paused.shown.paused, true);
  assert.equal(reduce(paused, { type: "state", data: position(10) }).shown.paused, false);
});

test("a state that is older than the known one changes nothing", () => {
  const table = after([{ type: "state", data: position(10) }]);

  assert.equal(reduce(table, { type: "state", data: position(9) }), table);
});

test("an answer that arrives after later moves does not set the table back", () => {
  const [own, other] = [move(11, [], 0), move(12, [])];
  const table = after([
    { type: "state", data: position(10) },
    { type: "move", data: own },
    { type: "move", data: { ...other, state: position(12) } },
    { type: "answer", data: { moves: [own], state: position(11) } },
  ]);

  assert.equal(table.state.version, 12);
});

test("a seat is lost when the stream says so, or when a state after a cut no longer has it", () => {
  const room = (version, you) => ({ type: "state", data: position(version, { phase: "lobby", you }) });
  const end = (reason) => ({ type: "end", data: { reason } });
  const cases = [
    [[room(3, 1)], false],
    [[room(3, 1), end("seat_left")], true],
    [[room(3, 1), end("invalid_token")], false],
    [[room(3, 1), room(5, null)], true],
    [[room(3, 1), room(5, null), room(6, null)], true],
    [[room(3, 1), room(5, null), room(6, 1)], false],
    [[room(3, null), room(5, null)], false],
    [[room(3, 1), { type: "answer", data: { moves: [], state: room(4, null).data } }, room(5, null)], false],
  ];

  for (const [news, isLost] of cases) assert.equal(after(news).hasLostSeat, isLost);
});

test("moves that arrive together are shown one by one, and the last one brings the state", () => {
  const given = move(11, [{ type: "cards_given", seat: 1, to: 0, cards: ["7D"] }], 0);
  const drawn = move(12, [{ type: "card_drawn", seat: 1, card: null, reason: "fish", public: false }]);
  const table = after([
    { type: "state", data: position(10) },
    { type: "move", data: given },
    { type: "move", data: { ...drawn, state: position(12, { stock: 29, turn: 2, to_act: 2 }) } },
    { type: "step" },
  ]);

  assert.deepEqual(table.shown.seats[0].hand, ["7H", "7S", "QD", "7D"]);
  assert.deepEqual(table.shown.seats.map((one) => one.hand_size), [4, 4, 0]);
  assert.deepEqual(table.shown.legal_actions, []);
  assert.equal(after([{ type: "step" }], table).shown.to_act, 2);
});

test("a tab that slept shows the newest state, and keeps the moves it missed for the history", () => {
  const table = after([
    { type: "state", data: position(10) },
    { type: "state", data: position(50) },
    { type: "move", data: move(11, []) },
    { type: "move", data: move(12, []) },
  ]);

  assert.equal(table.shown.version, 50);
  assert.deepEqual(table.queue, []);
  assert.deepEqual(table.moves.map(({ number }) => number), [10, 11, 12, 50]);
});

test("a rank that no legal ask names says why", () => {
  const asks = [1].flatMap((target) => [{ type: "ask", target, rank: "7" }]);
  const hand = ["7H", "7S", "QD", "RJ"];
  const state = position(10, { legal_actions: asks, seats: [seat(0, hand), seat(1, null), seat(2, null, 0)] });

  const { kind, ranks, targets } = choicesOf(state, { byCard: false, isCurrent: true });

  assert.equal(kind, "ask");
  assert.deepEqual(ranks.map(({ rank, isLegal, why }) => [rank, isLegal, why]), [
    ["7", true, null],
    ["Q", false, "table.why.rank_closed"],
    [null, false, "table.why.joker"],
  ]);
  assert.deepEqual(targets.map(({ isLegal, why }) => [isLegal, why]), [
    [false, "table.why.not_now"],
    [true, null],
    [false, "table.why.no_cards"],
  ]);
});

test("a book that honour mode wants laid first is the reason why its rank cannot be asked for", () => {
  const hand = ["7C", "7D", "7H", "7S", "QD"];
  const legal = [{ type: "ask", target: 1, rank: "Q" }, { type: "declare", cards: hand.slice(0, 4) }];
  const state = position(10, { legal_actions: legal, seats: [seat(0, hand), seat(1, null)] });

  const { ranks, books } = choicesOf(state, { byCard: false, isCurrent: true });

  assert.equal(ranks[0].why, "table.why.declare_first");
  assert.equal(books.length, 1);
});

test("nothing is offered while a newer position is still to be shown", () => {
  const state = position(10, { legal_actions: [{ type: "ask", target: 1, rank: "7" }] });

  const { kind, ranks } = choicesOf(state, { byCard: false, isCurrent: false });

  assert.equal(kind, "wait");
  assert.ok(ranks.every(({ isLegal }) => !isLegal));
});

test("a perfect memory knows what was given, asked for and denied, until an unseen card is drawn", () => {
  const rules = { transfer: "all", isBluffAllowed: false };
  const moves = [
    { events: [{ type: "asked", seat: 0, target: 1, rank: "7" }, { type: "cards_given", seat: 1, to: 0, cards: ["7D"] }] },
    { events: [{ type: "asked", seat: 0, target: 1, rank: "Q" }, { type: "go_fish", seat: 1, to: 0, draws: true }] },
    { events: [{ type: "card_drawn", seat: 0, card: null, reason: "fish", public: false }] },
  ];

  const [asker, asked] = remembered(moves, 2, rules);

  assert.deepEqual(asker, { cards: ["7D"], holds: ["Q"], lacks: [] });
  assert.deepEqual(asked, { cards: [], holds: [], lacks: ["7", "Q"] });
  const drawn = { events: [{ type: "card_drawn", seat: 1, card: null, reason: "fish", public: false }] };
  assert.deepEqual(remembered([...moves, drawn], 2, rules)[1].lacks, []);
});

test("a hand is fanned by rank with jokers last", () => {
  assert.deepEqual(byRank(["BJ", "TS", "2H", "TC"]), [
    { rank: "2", cards: ["2H"] },
    { rank: "T", cards: ["TC", "TS"] },
    { rank: null, cards: ["BJ"] },
  ]);
});

test("the others sit clockwise from one's left", () => {
  const seats = [0, 1, 2, 3].map((number) => seat(number, null));

  assert.deepEqual(others(seats, 2).map((one) => one.seat), [3, 0, 1]);
});

test("equal scores share a place, but the winner comes first", () => {
  assert.deepEqual(ranked([5, 5, 3], [1]).map(({ seat, place }) => [seat, place]), [[1, 1], [0, 2], [2, 3]]);
  assert.deepEqual(ranked([5, 5, 3], [0, 1]).map(({ place }) => place), [1, 1, 3]);
});

test("the end shows its own scores, not those of a game that was read before it, and those of a ruling", () => {
  const state = position(20, { phase: "over", result: { scores: [5, 4], winners: [0] } });
  const game = (version, scores, winners) => outcome(state, { version, scores, winners }, false);

  assert.deepEqual(game(9, [0, 1], null), { scores: [5, 4], winners: [0] });
  assert.deepEqual(game(20, [4, 4], [0, 1]), { scores: [4, 4], winners: [0, 1] });
});

test("a round that was cut short without a book has no places", () => {
  const cases = [[[0, 0, 0], [0, 1, 2], false], [[0, 0], [], false], [[2, 2, 1], [], true], [[0, 0], [1], true], [[0, 0, 0], [0, 1], true]];

  for (const [scores, winners, is] of cases) assert.equal(isDecided(scores, winners), is, String([scores, winners]));
});

test("pupils see at once that their teacher has ended the round, and not who was taken off", () => {
  const off = (number, seat, ...more) => move(number, [{ type: "abandoned", seat }, ...more], null);
  const asked = move(11, [{ type: "asked", seat: 0, target: 1, rank: "7" }], 0);
  const over = position(13, { phase: "over", result: { reason: "abandoned" }, seats: [0, 1].map((at) => ({ ...seat(at, null), left: true })) });
  const table = withRoundEnd(after([
    { type: "state", data: position(10) },
    { type: "move", data: asked },
    { type: "move", data: off(12, 0, { type: "stand_in_seated", seat: 0 }) },
    { type: "move", data: { ...off(13, 1, { type: "game_over" }), state: over } },
  ]), { isParty: false });

  assert.deepEqual(table.queue, []);
  assert.deepEqual(table.moves.map(({ number, events }) => [number, events.map(({ type }) => type)]), [[10, []], [11, ["asked"]], [13, ["round_ended"]]]);
  assert.deepEqual(table.shownMove.events.map(({ type }) => type), ["round_ended"]);
  assert.deepEqual(table.shown.seats.map(({ left }) => left), [false, false]);
});

test("a player who has left is spoken to up to the move with which they left", () => {
  const moves = /** @type {any[]} */ ([
    { number: 7, events: [{ type: "asked", seat: 0, target: 1 }] },
    { number: 8, events: [{ type: "resigned", seat: 1 }] },
    { number: 9, events: [{ type: "resigned", seat: 0 }, { type: "stand_in_seated", seat: 0 }] },
  ]);

  assert.deepEqual([7, 9, 10].map(listenerOf(moves, null, 0)), [0, 0, null]);
  assert.deepEqual([7, 9].map(listenerOf(moves, null, undefined)), [null, null]);
  assert.deepEqual([7, 9].map(listenerOf(moves, 1, 1)), [1, 1]);
});
