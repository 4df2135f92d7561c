// The level of bots that this device remembers, where the server does not offer it any more.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: {} } };
globalThis.fetch = async () => Response.json({ levels: ["random", "memory", "expert"] });
const { Problem } = await import("../../../clients/javascript/src/index.js");
const { preferences } = await import("../../../web/shell/preferences.js");
const { levelOf } = await import("../../../web/rules/rule_sets.js");
const { withLevel } = await import("../../../web/start/game_choices.js");

const remember = (level) => preferences.change({ game: { ...preferences.value.game, level } });
const refusal = (code) => new Problem({ status: 422, code, title: code });

test("a level that is not offered becomes the strongest offered one", async () => {
  remember("master");
  const asked = [];

  const answer = await withLevel(async (level) => {
    asked.push(level);
    if (level === "master") throw refusal("level_not_offered");
    return "a table";
  });

  assert.equal(answer, "a table");
  assert.deepEqual(asked, ["master", "expert"]);
  assert.equal(preferences.value.game.level, "expert");
});

test("an offered level stays, and another refusal is shown", async () => {
  remember("memory");
  const other = refusal("too_many_games");

  assert.equal(levelOf({ levels: ["random", "memory", "expert"] }, "memory"), "memory");
  await assert.rejects(withLevel(() => Promise.reject(other)), other);
  assert.equal(preferences.value.game.level, "memory");
});
