import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Client, Waits } from "../src/index.js";
import { answered, faultyProxy } from "./faulty_proxy.js";
import { guest, play, QUICK, seated, SERVER } from "./table.js";

const isStream = (request) => request.includes("/stream");

/** Return all frames of a stream. */
async function all(frames) {
  const read = [];
  for await (const frame of frames) read.push(frame);
  return read;
}

/** Serve answers in turn, the last one again and again; return the client and what was asked for. */
async function served(...answers) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const lines = answers.length > 1 ? answers.shift() : answers[0];
    response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  return { client: new Client({ server: address, ...QUICK }), asked, close: () => server.close() };
}

const state = (version, phase = "ask") => ({ type: "state", id: version, data: { version, phase } });
const move = (number, extra = {}) => ({ type: "move", id: number, data: { number, ...extra } });
const end = (reason) => ({ type: "end", data: { reason } });

test("a game that is played is followed to its end, with the state after each newest move", async () => {
  const { game, params, players } = await seated();
  const following = all(players[1].followGame(game, { after: 0, state: true }));
  await play(params, players);

  const frames = await following;

  const { moves } = await players[1].get("/games/{game_id}/moves", { params });
  const followed = frames.filter(({ type }) => type === "move").map(({ data: { state: _, ...moved } }) => moved);
  assert.deepEqual(followed, moves);
  const states = frames.filter(({ type, data }) => type === "state" || data.state);
  assert.equal((states.at(-1).data.state ?? states.at(-1).data).phase, "over");
  assert.deepEqual(frames.at(-1), end("game_over"));
});

test("a reader without emotes says so in the query", async () => {
  const { client, asked, close } = await served([end("game_over")]);

  await all(client.followGame("g", { emotes: false }));
  await all(client.followGame("g"));
  close();

  assert.deepEqual(asked.map((address) => new URL(address, "http://host").searchParams.get("emotes")), ["false", null]);
});

test("a stream that is cut at any byte gives each move once", async () => {
  const { game, params, players } = await seated();
  await play(params, players);
  const { moves } = await players[0].get("/games/{game_id}/moves", { params });
  let cuts = 0;
  // At least one more move arrives each time, so that the end comes.
  const proxy = await faultyProxy(SERVER, (request) => isStream(request) && { cutAfter: 4_000 + ((cuts++ * 977) % 3_001) });
  const client = new Client({ server: proxy.address, token: players[0].token });

  const frames = await all(client.followGame(game, { after: 0, waits: new Waits({ first: 1, longest: 2 }) }));
  proxy.close();

  assert.deepEqual(frames.filter(({ type }) => type === "move").map(({ data }) => data), moves);
  assert.deepEqual(frames.at(-1), end("game_over"));
  assert.ok(cuts > 2);
});

test("a repeated frame is left out, and a frame of an unknown type is passed on", async () => {
  const unknown = { type: "fireworks", data: { colour: "red" } };
  const { client, asked, close } = await served(
    [state(2), move(3), move(3), unknown],
    [state(4), move(3), move(4), end("stopping")],
    [state(4), move(5, { events: [{ type: "juggled" }] }), end("game_over")],
  );

  const frames = await all(client.followGame("0Qo4OC0W000"));
  close();

  const juggled = move(5, { events: [{ type: "juggled" }] });
  assert.deepEqual(frames, [state(2), move(3), unknown, state(4), move(4), juggled, end("game_over")]);
  assert.deepEqual(asked.map((address) => new URL(address, SERVER).search), ["", "?after=3", "?after=4"]);
});

test("a repeated state is passed on if its deadline was changed meanwhile", async () => {
  const before = { ...state(2), data: { ...state(2).data, deadline: "2026-01-05T18:30:30Z" } };
  const later = { ...before, data: { ...before.data, deadline: "2026-01-05T18:31:15Z" } };
  const time = { type: "time", data: { now: "", version: 2, deadline: before.data.deadline } };
  const { client, close } = await served(
    [before, end("stopping")],
    [before, end("stopping")],
    [later, time, end("stopping")],
    [before, end("game_over")],
  );

  const frames = await all(client.followGame("0Qo4OC0W000"));
  close();

  assert.deepEqual(frames, [before, later, time, end("game_over")]);
});

test("a line that is no JSON counts as a cut", async () => {
  let connections = 0;
  const server = createServer((_, response) => {
    connections += 1;
    const first = connections === 1 ? '{"type": "sta\n' : "";
    response.end(`${first}${JSON.stringify(end("game_over"))}\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new Client({ server: `http://127.0.0.1:${server.address().port}`, ...QUICK });

  assert.deepEqual(await all(client.followGame("0Qo4OC0W000")), [end("game_over")]);
  server.close();
  assert.equal(connections, 2);
});

test("a silent connection counts as cut", async () => {
  const { game, params, players } = await seated();
  await play(params, players, 3);
  let stalls = 1;
  const proxy = await faultyProxy(SERVER, (request) => isStream(request) && stalls-- > 0 && { stallAfter: 900 });
  const client = new Client({ server: proxy.address, token: players[0].token, ...QUICK });
  const connections = [];
  const stop = new AbortController();
  const options = { after: 0, silence: 1_000, signal: stop.signal, onConnection: (each) => connections.push(each.state) };

  const numbers = [];
  for await (const { type, id } of client.followGame(game, options)) {
    if (type === "move") numbers.push(id);
    if (id === 3) stop.abort();
  }
  proxy.close();

  assert.ok(stalls < 0);
  assert.ok(connections.includes("waiting"));
  assert.deepEqual(numbers, [1, 2, 3]);
});

for (const status of [429, 503]) {
  test(`a stream answered with ${status} is opened again after Retry-After`, async () => {
    const { game, params, players } = await seated();
    await play(params, players);
    let faults = 2;
    const fault = { answer: answered(status, { "Retry-After": "1" }) };
    const proxy = await faultyProxy(SERVER, () => (faults-- > 0 ? fault : null));
    const client = new Client({ server: proxy.address, token: players[0].token, ...QUICK });
    const waits = [];
    const onConnection = ({ milliseconds }) => milliseconds && waits.push(milliseconds);

    const frames = await all(client.followGame(game, { onConnection }));
    proxy.close();

    assert.equal(frames.at(-1).data.reason, "game_over");
    assert.equal(waits.length, 2);
    assert.ok(waits.every((wait) => wait >= 1_000 && wait <= 1_500));
  });
}

test("a token that was revoked ends the stream with advice", async () => {
  const { game, players } = await seated();
  const frames = [];

  for await (const frame of players[0].followGame(game)) {
    frames.push(frame);
    if (frames.length === 1) await players[0].delete("/tokens");
  }

  assert.equal(frames.at(-1).data.reason, "invalid_token");
  assert.match(frames.at(-1).data.advice, /Sign in again/);
  assert.deepEqual((await all(players[0].followGame(game))).map(({ data }) => data.reason), ["invalid_token"]);
});

test("a stream that is refused throws its problem", async () => {
  const client = await guest();

  await assert.rejects(all(client.followGame("0000000000x")), { code: "game_not_found" });
});

test("the whole of a finished game is read, then nothing", async () => {
  const { game, params, players } = await seated();
  await play(params, players);
  const { version } = await players[0].get("/games/{game_id}/state", { params });

  const [first, ...others] = await all(players[0].followGame(game));

  assert.equal(first.data.version, version);
  assert.equal(others.at(-1).data.reason, "game_over");
  assert.deepEqual(await all(players[0].followGame(game, { after: version })), [end("game_over")]);
});

test("an abort ends a stream without an error", async () => {
  const { game, players } = await seated();
  const stop = new AbortController();
  const types = [];

  for await (const { type } of players[0].followGame(game, { signal: stop.signal })) {
    types.push(type);
    if (type === "time") stop.abort();
  }

  assert.deepEqual(types, ["state", "players", "time"]);
});

test("an account is followed, with a snapshot for each connection", async () => {
  const player = await guest();
  const frames = [];
  for await (const frame of player.followAccount()) {
    frames.push(frame);
    if (frame.type === "time" && frames.length === 2) await player.post("/games", { body: { seats: 2 } });
    if (frame.type === "game") break;
  }

  assert.equal(frames[0].type, "snapshot");
  assert.deepEqual(frames.at(-1).data.what, ["joined"]);
});

test("a private game is followed with its watch code", async () => {
  const host = await guest();
  const { game } = await host.post("/games", { body: { seats: 2, visibility: "private", bots: ["random"] } });
  const params = { game_id: game.id };
  const { watch_code } = await host.post("/games/{game_id}/watch_code", { params });
  const watcher = new Client({ server: SERVER });

  const stream = watcher.followGame(game.id, { watchCode: watch_code });
  const { value } = await stream.next();
  await stream.return();

  assert.equal(value.data.spectator, true);
  await assert.rejects(all(watcher.followGame(game.id)), { code: "game_not_found" });
});
