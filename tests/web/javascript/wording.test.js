// Events in words, in each language, and as each listener hears them.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { beforeEach, test } from "node:test";

globalThis.document = { documentElement: {} };
const { chooseLocale, loadTexts } = await import("../../../web/text/text.js");
const { sentence } = await import("../../../web/table/words/events.js");

const names = ["Ann", "Bob", "Cleo"];
const asked = { type: "asked", seat: 0, target: 1, rank: "K" };
const TEXTS = new URL("../../../web/text/", import.meta.url);

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

test("every event that the API can send has words in every language", async () => {
  const reasons = {
    closed: ["empty", "expired"],
    player_skipped: ["penalty", "no_cards"],
    book_voided: ["barred_rank", "not_shown"],
    misdealt: ["exposed_card", "too_few_cards"],
    turn_passed: ["start", "no_catch", "stock_empty", "no_cards", "no_target", "no_playable_card", "timeout"],
    game_over: ["all_books", "hand_empty", "stock_empty", "no_moves", "stalemate", "abandoned", "ruled"],
  };
  const kinds = {
    irregularity: ["out_of_turn", "illegal_call", "failure_to_give_up"],
    ruled: ["dismissed", "warning", "annulled", "seat_removed", "suspended", "adjusted"],
  };
  const plain = [
    "created", "started", "dealer_drawn", "pack_cut", "dealt", "asked", "cards_given", "go_fish", "card_drawn", "book_made",
    "book_discarded", "turn_continues", "turn_closing", "card_exposed", "resigned", "abandoned", "timed_out",
    "stand_in_seated", "seat_restored", "series_continues", "series_over",
  ];
  const fields = {
    seat: 0, to: 1, target: 1, dealer: 0, rank: "7", card: "7H", cards: ["7H"], seats: [0, 1], rounds: [[[0, "7H"]]],
    penalties: ["rank_barred", "misses_next_turn"], winners: [1], scores: [1, 2], totals: [1, 2], stock: 3, draws: false, case: 1,
  };
  const events = [
    ...plain.map((type) => ({ type, ...fields })),
    ...[true, false].map((rated) => ({ type: "started", ...fields, rated })),
    ...Object.entries(reasons).flatMap(([type, all]) => all.map((reason) => ({ type, ...fields, reason }))),
    ...Object.entries(kinds).flatMap(([type, all]) => all.map((kind) => ({ type, ...fields, kind }))),
  ];
  for (const language of ["en", "de", "es"]) {
    await speak(language);
    const unknown = sentence({ type: "unknown" }, { names, you: null });
    for (const event of events) {
      for (const you of [null, 0, 1]) {
        const words = sentence(event, { names, you });
        assert.ok(words && words !== unknown && !/undefined|\{|  /.test(words), `${language} ${JSON.stringify(event)}: ${words}`);
      }
    }
  }
});

test("the languages have the same texts of the table", async () => {
  for (const area of ["cards", "events", "table"]) {
    const [english, ...others] = await Promise.all(
      ["en", "de", "es"].map(async (language) => (await import(new URL(`${language}/${area}.js`, TEXTS))).default),
    );
    for (const other of others) assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort(), area);
    for (const other of others) {
      for (const [key, text] of Object.entries(other)) assert.deepEqual(holes(text), holes(english[key]), `${area}.${key}`);
    }
  }
  assert.deepEqual(readdirSync(new URL("de", TEXTS)).sort(), readdirSync(new URL("en", TEXTS)).sort());
});

/** Return the names of values in a text. */
function holes(text) {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  return [...new Set(forms.join(" ").match(/\{\w+\}/g) ?? [])].filter((hole) => hole !== "{count}").sort();
}
