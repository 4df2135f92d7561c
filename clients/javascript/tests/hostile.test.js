/** A hostile server ends a request; it fills no memory, is followed nowhere, and steers no terminal. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { pipeline, Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { MAX_BYTES } from "../src/bodies.js";
import { Client, Waits } from "../src/index.js";
import { secondsToWait } from "../src/waits.js";

/** Bytes that sockets of both sides hold, at most. */
const BUFFERS = 16 * 1024 * 1024;
const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u202e\r\n";

/** Serve with `answer`, which gets each request and its response; return what was seen. */
async function hostile(answer, options = {}) {
  const seen = { requests: 0, sent: 0 };
  function* counted(pieces) {
    for (const piece of pieces) {
      seen.sent += piece.length;
      yield piece;
    }
  }
  const server = createServer((request, response) => {
    seen.requests += 1;
    pipeline(Readable.from(counted(answer(request, response) ?? [])), response, () => {});
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  const client = new Client({ server: address, token: "gf_secret", firstWait: 1, patience: 0, ...options });
  return { address, client, seen, close: () => (server.closeAllConnections(), server.close()) };
}

const LONG = Array(1_000).fill(Buffer.alloc(65_536, "x"));
const BOMB = Array(100).fill(gzipSync(Buffer.alloc(4_000_000, "0")));
const answers = {
  "an endless answer": () => LONG,
  "an endless refusal": (_, response) => (response.writeHead(422), LONG),
  "a compressed answer": (_, response) => (response.writeHead(200, { "Content-Encoding": "gzip" }), BOMB),
  "a compressed refusal": (_, response) => (response.writeHead(422, { "Content-Encoding": "gzip" }), BOMB),
};

for (const [name, answer] of Object.entries(answers)) {
  test(`${name} is bounded`, async () => {
    const { client, seen, close } = await hostile(answer);
    const before = process.memoryUsage().arrayBuffers;

    await assert.rejects(client.get("/tv"), { name: "Problem", code: "unreachable" });
    close();

    assert.ok(seen.sent < MAX_BYTES + BUFFERS);
    assert.ok(process.memoryUsage().arrayBuffers - before < 100_000_000);
  });
}

test("a line of a stream is bounded", async () => {
  const { client, seen, close } = await hostile(() => LONG);
  const problems = [];
  const stop = new AbortController();
  const onConnection = ({ problem }) => problem && (problems.push(problem.code), stop.abort());

  for await (const frame of client.followGame("g", { signal: stop.signal, onConnection })) assert.fail(frame.type);
  close();

  assert.deepEqual(problems, ["unreachable"]);
  assert.ok(seen.sent < MAX_BYTES + BUFFERS);
});

test("no redirect is followed", async () => {
  const elsewhere = await hostile(() => ["{}"]);
  const { client, seen, close } = await hostile((_, response) => {
    response.writeHead(307, { Location: `${elsewhere.address}/` });
  });

  await assert.rejects(client.get("/tv"), { code: "unexpected_answer", status: 307 });
  await assert.rejects(client.followGame("g").next(), { code: "unexpected_answer", status: 307 });
  close();
  elsewhere.close();

  assert.deepEqual([seen.requests, elsewhere.seen.requests], [2, 0]);
});

test("every Retry-After is a time that a timer holds", () => {
  const NOW = "Mon, 05 Jan 2026 18:30:00 GMT";
  const values = ["inf", "nan", "-1", "1e300", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT", "99999999999", ""];

  for (const value of values) {
    const seconds = secondsToWait(new Headers({ Date: NOW, "Retry-After": value }));
    const milliseconds = new Waits({ random: () => 1 }).next(seconds);
    assert.ok(milliseconds > 0 && milliseconds < 2 ** 31, value);
  }
});

test("a stream with an endless Retry-After is not opened again at once", async () => {
  const { client, seen, close } = await hostile((_, response) => {
    response.writeHead(429, { "Retry-After": "9".repeat(400) });
  });

  for await (const _ of client.followGame("g", { signal: AbortSignal.timeout(300) }));
  close();

  assert.equal(seen.requests, 1);
});

test("the message of a problem is one printable line", async () => {
  const body = { code: "no", detail: ESCAPES.repeat(10_000), errors: 5 };
  const { client, close } = await hostile((_, response) => (response.writeHead(422), [JSON.stringify(body)]));

  await assert.rejects(client.get("/tv"), (problem) => {
    assert.doesNotMatch(problem.message, /\p{C}/u);
    assert.ok(problem.message.length <= 2_000);
    assert.deepEqual([problem.detail, problem.errors], [body.detail, []]);
    return true;
  });
  close();
});

test("a time that is none leaves the clock as it was", async () => {
  const frames = [{ type: "time", data: { now: "noon" } }, { type: "time" }, { type: "end", data: { reason: "game_over" } }];
  const { client, close } = await hostile(() => frames.map((frame) => `${JSON.stringify(frame)}\n`));

  for await (const _ of client.followGame("g"));
  close();

  assert.ok(Math.abs(client.now() - Date.now()) < 60_000);
});
