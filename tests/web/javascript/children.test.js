// The door for small children: short sentences, and no voice but one of the device itself.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: {} };
const { chooseLocale, loadTexts, standInWith, t } = await import("../../../web/text/text.js");
const { voiceFor } = await import("../../../web/shell/voice.js");
const { sentences } = await import("../../../web/table/words/events.js");

const MOST_WORDS = 8;
const NAMES = ["Shark", "Carla"];
/** What happens in games of pairs against a bot. */
const EVENTS = [
  { type: "dealer_drawn", seat: 0 },
  { type: "dealt", dealer: 0, stock: 42 },
  { type: "asked", seat: 0, target: 1, rank: "7" },
  { type: "cards_given", seat: 1, to: 0, cards: ["7H"] },
  { type: "go_fish", seat: 1, draws: true },
  { type: "go_fish", seat: 1, draws: false },
  { type: "card_drawn", seat: 0, card: "7H", public: true, reason: "fish" },
  { type: "card_drawn", seat: 0, card: "7H", public: false, reason: "fish" },
  { type: "card_drawn", seat: 0, card: "7H", public: false, reason: "empty_hand" },
  { type: "book_made", seat: 0, rank: "7", cards: ["7H", "7S"] },
  { type: "turn_continues", seat: 0 },
  ...["start", "miss", "no_cards", "no_target", "no_playable_card", "timeout"].map((reason) => ({ type: "turn_passed", seat: 0, to: 1, reason })),
  { type: "player_skipped", seat: 0, reason: "no_cards" },
  { type: "game_over", reason: "stalemate", winners: [0] },
  { type: "game_over", reason: "hand_empty", winners: [0, 1] },
];
const SHOWN = [
  ..."your_turn other_turn waiting_for moment sending sending_slow choose_rank ask_for clear no_cards_in_hand stock connection_lost over".split(" "),
  ..."best_books best_streak best_memory best_catch kind_close kind_some kind_none you_won you_shared rematch why.rank_closed why.not_held".split(" "),
].map((key) => `table.${key}`);
const VALUES = { name: "Carla", count: 3, ranks: "7", what: "7", books: "3 pairs" };

for (const language of ["en", "de", "es"]) {
  test(`sentences for small children have at most ${MOST_WORDS} words in ${language}`, async () => {
    await chooseLocale(language);
    await Promise.all(["cards", "events", "table", "child", "pairs", "start"].map(loadTexts));
    const own = Object.keys((await import(`../../../web/text/${language}/child.js`)).default).filter((key) => !key.includes("."));
    standInWith(["child", "pairs"]);
    const heard = [null, 0, 1].flatMap((you) => [true, false].flatMap((spoken) => sentences(EVENTS, { names: NAMES, you, spoken })));
    const shown = [...SHOWN, ...own.map((key) => `child.${key}`), "common.offline", "common.children", "start.children_hint"].map((key) => t(key, VALUES));

    const all = [...heard, ...shown].flatMap((text) => text.split(/(?<=[.!?:])\s/));
    assert.ok(shown.every(Boolean));
    assert.deepEqual(all.filter((sentence) => sentence.trim().split(/\s+/).length > MOST_WORDS), []);
    assert.equal(all.some((text) => /\b(book|rank|Quartett|Wert|cuarteto|valor)/.test(text)), false);
  });
}

test("only a voice of the device itself speaks, in the language of the page", () => {
  const remote = { name: "far", localService: false, lang: "de-DE" };
  const unknown = { name: "vague", lang: "de-DE" };
  const own = { name: "near", localService: true, lang: "de_AT" };
  const english = { name: "other", localService: true, lang: "en-GB" };

  assert.equal(voiceFor([remote, unknown, english, own], "de"), own);
  assert.equal(voiceFor([remote, unknown, english], "de"), null);
  assert.equal(voiceFor([], "de"), null);
});
