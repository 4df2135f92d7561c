// What pages do when a stream has ended for good.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Client } from "../../../clients/javascript/src/index.js";
import { concerns, followConcerns, waitingGames } from "../../../web/shell/live.js";
import { session } from "../../../web/shell/session.js";
import { endText } from "../../../web/table/stream_end.js";
import { chooseLocale, loadTexts } from "../../../web/text/text.js";

globalThis.addEventListener = () => {};
Object.defineProperty(globalThis, "navigator", { value: {} }); // without locks, as on pages without https
globalThis.document = { visibilityState: "visible", addEventListener() {}, documentElement: {} };
globalThis.location = new URL("http://localhost/embed/");

test("the account's stream is not opened again once it is refused or has ended for good", async (context) => {
  const answers = [403, 204];
  const server = createServer((_, response) => response.writeHead(answers[asked++] ?? 403).end());
  let asked = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  context.mock.timers.enable({ apis: ["setTimeout"] });

  for (const [at] of answers.entries()) {
    session.client = new Client({ server: address, token: `token ${at}` });
    session.standing.set({ state: "known", account: { username: "ann" }, wasRevoked: false, pupil: null });
    if (at === 0) followConcerns();
    while (asked === at) await new Promise(setImmediate);
    for (let turn = 0; turn < 50; turn++) {
      context.mock.timers.tick(5_000);
      await new Promise(setImmediate);
    }
    assert.equal(asked, at + 1);
  }
  session.standing.set({ state: "none", account: null, wasRevoked: false, pupil: null });
  server.close();
});

test("an invitation that has ended waits for the player no more", async () => {
  const invited = { game: "09zYxWvUtSr", version: 3, status: "lobby", seat: null, your_turn: false };
  const waiting = [];
  async function* followAccount() {
    yield { type: "snapshot", data: { games: [invited], unread_notices: 0 } };
    waiting.push(waitingGames(concerns.value));
    yield { type: "game", data: { ...invited, status: "running", what: ["invitation_ended"] } };
    waiting.push(waitingGames(concerns.value));
    yield { type: "end", data: { reason: "stopping" } };
  }
  session.client = { token: "of Ann", followAccount };
  session.standing.set({ state: "known", account: { username: "ann" }, wasRevoked: false, pupil: null });
  while (waiting.length < 2) await new Promise(setImmediate);
  session.standing.set({ state: "none", account: null, wasRevoked: false, pupil: null });

  assert.deepEqual(waiting, [1, 0]);
});

test("an end that the game does not show has a sentence, also one that the page does not know", async () => {
  await chooseLocale("en");
  await loadTexts("table");
  const sentences = ["seat_left", "invitation_ended", "invalid_token", "watch_code_ended", "a_new_one"].map(endText);

  assert.equal(new Set(sentences).size, 5);
  assert.ok(sentences.every(Boolean));
  assert.deepEqual([null, "game_over", "game_closed"].map(endText), ["", "", ""]);
});
