// What the guide of the first game says about each ask of its player.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: {} };
const { doneBy, ownAsks } = await import("../../../web/learn/coach.js");

const asked = (seat, rank, target) => ({ type: "asked", seat, rank, target });
const given = { type: "cards_given" };
const book = { type: "book_made", seat: 0 };

test("only the first book is the first point", () => {
  const events = [asked(0, "7", 1), given, book, asked(0, "K", 2), given, book];

  assert.deepEqual(ownAsks(events, 0).map(({ got }) => got), ["book", "another_book"]);
});

test("who asked before and then gives was remembered", () => {
  const events = [asked(2, "5", 1), asked(0, "5", 2), given, asked(0, "6", 2), given];

  assert.deepEqual(ownAsks(events, 0).map(({ got }) => got), ["memory", "given"]);
});

test("an ask ticks all that it shows: a catch, or cards that were remembered, and the book", () => {
  const caught = { type: "card_drawn", seat: 0, reason: "fish", public: true };
  const cases = [
    [[asked(0, "5", 1), caught, book], ["rank", "player", "catch", "book"]],
    [[asked(2, "5", 1), asked(0, "5", 2), given, book], ["rank", "player", "memory", "book"]],
    [[asked(0, "5", 1), { ...caught, public: false }], ["rank", "player", "fish"]],
  ];

  for (const [events, done] of cases) assert.deepEqual([...doneBy(ownAsks(events, 0), null)], done);
});
