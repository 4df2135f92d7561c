import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, etagOf, Problem, Waits } from "../src/index.js";
import { secondsToWait } from "../src/waits.js";
import { answered, faultyProxy } from "./faulty_proxy.js";
import { guest, play, QUICK, seated, SERVER, storage } from "./table.js";

const STATE = "/games/{game_id}/state";
const ASK = "/games/{game_id}/ask";
const isAsk = (request) => request.startsWith("POST ") && request.includes("/ask ");

/** Return the seat to act of a new game: its client's token, its state and its first legal ask. */
async function turn() {
  const { game, params, players } = await seated();
  const { to_act } = await players[0].get(STATE, { params });
  const state = await players[to_act].get(STATE, { params });
  const body = state.legal_actions.find(({ type }) => type === "ask");
  return { game, params, player: players[to_act], state, body };
}

/** Return the asks of a game's log. */
async function asks(player, params) {
  const { moves } = await player.get("/games/{game_id}/moves", { params });
  return moves.flatMap(({ events }) => events).filter(({ type }) => type === "asked");
}

test("a game is played to its end", async () => {
  const { params, players } = await seated();

  await play(params, players);

  const state = await players[0].get(STATE, { params });
  assert.equal(state.result.scores[0] + state.result.scores[1], 13);
});

test("a refusal is a problem with its code", async () => {
  const client = await guest();

  await assert.rejects(client.get("/games/{game_id}", { params: { game_id: "0000000000x" } }), (problem) => {
    assert.ok(problem instanceof Problem);
    assert.deepEqual([problem.code, problem.status, problem.isTemporary], ["game_not_found", 404, false]);
    return true;
  });
});

test("a form is sent as one", async () => {
  const client = await guest();
  const { token } = client;

  const body = new URLSearchParams({ grant_type: "authorization_code", client_id: "a b&c", code: token });
  await assert.rejects(client.post("/oauth/token", { body }), ({ code }) => code === "invalid_oauth_request");
  await client.post("/oauth/revoke", { body: new URLSearchParams({ token }) }); // of no app
  assert.ok(await client.get("/me"));
});

test("the errors of a refusal have their pointers", async () => {
  const client = await guest();

  await assert.rejects(client.post("/games", { body: { seats: 99 } }), ({ code, errors }) => {
    assert.deepEqual([code, errors[0].pointer], ["validation_error", "/seats"]);
    return true;
  });
  assert.deepEqual(client.unanswered(), []);
});

test("a state that has not changed is undefined", async () => {
  const { params, state, player } = await turn();

  assert.equal(await player.get(STATE, { params, etag: etagOf(state) }), undefined);
  assert.equal((await player.get(STATE, { params, etag: '"1-0"' })).version, state.version);
});

test("a command for another version changes nothing", async () => {
  const { params, player, state, body } = await turn();

  await assert.rejects(player.post(ASK, { params, body, version: state.version - 1 }), { code: "stale_version" });
  assert.deepEqual(await asks(player, params), []);
});

test("an ask whose answer is cut at any byte is made once", async () => {
  for (const cutAfter of [0, 1, 15, 200, 700, 1500]) {
    const { params, player, state, body } = await turn();
    let cuts = 2;
    const proxy = await faultyProxy(SERVER, (request) => (isAsk(request) && cuts-- > 0 ? { cutAfter } : null));
    const client = new Client({ server: proxy.address, token: player.token, ...QUICK });

    const { moves } = await client.post(ASK, { params, body, version: state.version });
    proxy.close();

    assert.equal(moves[0].number, state.version + 1);
    assert.equal((await asks(player, params)).length, 1);
    assert.ok(cuts <= 0);
    assert.deepEqual(client.unanswered(), []);
  }
});

test("a reload between the ask and its answer asks once", async () => {
  const { params, player, state, body } = await turn();
  const proxy = await faultyProxy(SERVER, (request) => (isAsk(request) ? { cutAfter: 20 } : null));
  const kept = storage();
  const before = new Client({ server: proxy.address, token: player.token, storage: kept, firstWait: 1, patience: 50 });
  await assert.rejects(before.post(ASK, { params, body, version: state.version }), { code: "unreachable", status: 0 });
  proxy.close();

  const after = new Client({ server: SERVER, token: player.token, storage: kept });
  const stranger = new Client({ server: SERVER, token: "gf_another", storage: kept });
  assert.deepEqual(stranger.unanswered(), []);
  const [settled] = await after.settle();

  assert.equal(settled.answer.data.moves[0].number, state.version + 1);
  assert.equal((await asks(player, params)).length, 1);
  assert.equal(kept.length, 0);
});

test("the same command before its answer has the same key, and a new one after it", async () => {
  const keys = [];
  let isAway = true;
  const fetch = (address, init) => {
    keys.push(init.headers["Idempotency-Key"]);
    return isAway ? Promise.reject(new TypeError("away")) : globalThis.fetch(address, init);
  };
  const client = await guest();
  client.sender.fetch = fetch;
  const open = () => client.post("/games", { body: { seats: 2 }, patience: 0 });

  await assert.rejects(open());
  isAway = false;
  const { game } = await open();
  const other = await open();

  assert.equal(keys[0], keys[1]);
  assert.notEqual(keys[1], keys[2]);
  assert.notEqual(game.id, other.game.id);
});

test("what else is in the storage does no harm", async () => {
  const kept = storage();
  kept.setItem("gofish.command.1", "no JSON");
  kept.setItem("gofish.command.2", JSON.stringify({ key: "2", at: 0, owner: "" }));
  kept.setItem("theme", "dark");

  assert.deepEqual(new Client({ storage: kept }).unanswered(), []);
  assert.equal(kept.length, 1);
});

for (const status of [429, 502, 503, 504]) {
  test(`after ${status} the request is sent again, not before Retry-After`, async () => {
    let faults = 2;
    const fault = { answer: answered(status, { "Retry-After": "1" }) };
    const proxy = await faultyProxy(SERVER, () => (faults-- > 0 ? fault : null));
    const retries = [];
    const client = new Client({ server: proxy.address, ...QUICK, onRetry: (retry) => retries.push(retry) });

    const { channels } = await client.get("/tv");
    proxy.close();

    assert.ok(Array.isArray(channels));
    assert.deepEqual(retries.map(({ problem }) => problem.status), [status, status]);
    assert.ok(retries.every(({ milliseconds }) => milliseconds >= 1_000 && milliseconds <= 1_500));
  });
}

test("a Retry-After beyond the patience is a problem at once", async () => {
  const proxy = await faultyProxy(SERVER, () => ({ answer: answered(429, { "Retry-After": "600" }) }));

  await assert.rejects(new Client({ server: proxy.address }).get("/tv"), { status: 429, retryAfter: 600 });
  proxy.close();
});

test("the waits grow from the shortest to the longest", async () => {
  const waited = [];
  const proxy = await faultyProxy(SERVER, () => (waited.length < 6 ? { answer: answered(503) } : null));
  const onRetry = ({ milliseconds }) => waited.push(milliseconds);

  await new Client({ server: proxy.address, firstWait: 4, longestWait: 10, onRetry }).get("/tv");
  proxy.close();

  [4, 8, 10, 10, 10, 10].forEach((least, index) => assert.ok(waited[index] >= least && waited[index] <= 1.5 * least));
});

for (const wait of [0, -5, NaN, null, Infinity, 1e9]) {
  test(`a wait of ${wait} is refused at once`, () => {
    assert.throws(() => new Client({ longestWait: wait }), RangeError);
    assert.throws(() => new Client({ firstWait: wait }), RangeError);
  });
}

test("a command without a key is not repeated after a lost answer", async () => {
  let requests = 0;
  const proxy = await faultyProxy(SERVER, () => (requests++, { cutAfter: 10 }));

  await assert.rejects(new Client({ server: proxy.address, ...QUICK }).post("/accounts/guest"), { code: "unreachable" });
  proxy.close();

  assert.equal(requests, 1);
});

test("a command without a key is sent again after 429, which carried nothing out", async () => {
  let faults = 1;
  const proxy = await faultyProxy(SERVER, () => (faults-- > 0 ? { answer: answered(429) } : null));
  const client = new Client({ server: proxy.address, ...QUICK });

  const made = await client.post("/accounts/guest").finally(() => proxy.close());

  assert.ok(made.token);
});

test("internal errors are not repeated for long", async () => {
  let requests = 0;
  const proxy = await faultyProxy(SERVER, () => (requests++, { answer: answered(500) }));

  await assert.rejects(new Client({ server: proxy.address, ...QUICK }).get("/tv"), { status: 500 });
  proxy.close();

  assert.equal(requests, 3);
});

test("a page that is not the API's is a problem", async () => {
  const proxy = await faultyProxy(SERVER, () => ({ answer: answered(403, {}, "<h1>Go away</h1>") }));

  await assert.rejects(new Client({ server: proxy.address }).get("/tv"), { code: "unexpected_answer", status: 403 });
  proxy.close();
});

test("an abort ends the waiting", async () => {
  const proxy = await faultyProxy(SERVER, () => ({ answer: answered(503, { "Retry-After": "60" }) }));
  const signal = AbortSignal.timeout(50);

  await assert.rejects(new Client({ server: proxy.address }).get("/tv", { signal }), { name: "TimeoutError" });
  proxy.close();
});

test("the clock of the server is known, however wrong the local one is", async () => {
  const client = await guest();
  client.sender.clockOffset = 3_600_000;

  await client.get("/tv");

  assert.ok(Math.abs(client.now() - Date.now()) < 3_000);
});

test("waits grow, with a random part, up to the longest", () => {
  const waits = new Waits({ first: 1_000, longest: 5_000, random: () => 0.5 });

  const taken = Array.from({ length: 5 }, () => waits.next());

  assert.deepEqual(taken, [1_250, 2_500, 5_000, 6_250, 6_250]);
  assert.equal(waits.next(20), 25_000);
});

test("Retry-After may be a date, which the server's clock gives", () => {
  const headers = { Date: "Mon, 05 Jan 2026 18:30:00 GMT", "Retry-After": "Mon, 05 Jan 2026 18:30:07 GMT" };

  assert.equal(secondsToWait(new Headers(headers)), 7);
  assert.equal(secondsToWait(new Headers({ "Retry-After": "soon" })), null);
});
