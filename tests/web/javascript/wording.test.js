// Events in words, in each language, and as each listener hears them.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document = { documentElement: {} };
const { chooseLocale, loadTexts, standInWith } = await import("../../../web/text/text.js");
const { sentence } = await import("../../../web/table/words/events.js");

const names = ["Ann", "Bob", "Cleo"];
const asked = { type: "asked", seat: 0, target: 1, rank: "K" };

async function speak(language) {
  await chooseLocale(language);
  await Promise.all(["cards", "events"].map(loadTexts));
}

beforeEach(() => speak("en"));

for (const [language, words] of [
  ["en", ["Ann asks Bob for kings.", "You ask Bob for kings.", "Ann asks you for kings."]],
  ["de", ["Ann fragt Bob nach Königen.", "Du fragst Bob nach Königen.", "Ann fragt dich nach Königen."]],
  ["es", ["Ann pide reyes a Bob.", "Pides reyes a Bob.", "Ann te pide reyes."]],
]) {
  test(`an ask in ${language} depends on who listens`, async () => {
    await speak(language);

    assert.deepEqual([null, 0, 1].map((you) => sentence(asked, { names, you })), words);
  });
}

test("a turn that ends by the clock is explained once", () => {
  const events = [{ type: "timed_out", seat: 0 }, { type: "turn_passed", seat: 0, to: 1, reason: "timeout" }];

  assert.deepEqual(
    events.map((event) => sentence(event, { names, you: 0 })),
    ["Your time is up.", "Bob is next."],
  );
});

test("a card that the listener did not see has no name", () => {
  const drawn = { type: "card_drawn", seat: 1, card: null, reason: "fish", public: false };

  assert.equal(sentence(drawn, { names, you: 0 }), "Bob draws a card.");
  assert.equal(sentence({ ...drawn, card: "7H" }, { names, you: 1 }), "You draw 7♥.");
  assert.equal(sentence({ ...drawn, card: "7H" }, { names, you: 1, spoken: true }), "You draw seven of hearts.");
});

test("where two cards make a set, it is called a pair", async () => {
  for (const [language, book, pair] of [
    ["en", "Ann lays a book of kings.", "Ann lays a pair of kings."],
    ["de", null, "Ann legt ein Paar Könige ab."],
    ["es", null, "Ann baja una pareja de reyes."],
  ]) {
    await speak(language);
    await loadTexts("pairs");
    const words = () => sentence({ type: "book_made", seat: 0, rank: "K" }, { names, you: 1 });

    standInWith([]);
    if (book) assert.equal(words(), book);
    standInWith(["pairs"]);
    assert.equal(words(), pair);
    assert.equal(sentence(asked, { names, you: 0 }).includes("Bob"), true);
    standInWith([]);
  }
});
