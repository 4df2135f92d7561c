// What organisers and players of a tournament do next, and what the form for a new one sends.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: {} };
globalThis.location = new URL("https://fish.example/tournaments");
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] } });
const { chooseLocale, loadTexts } = await import("../../../web/text/text.js");
const { isOpen, linkOf, restPoints, situationOf, stepOf } = await import("../../../web/tournaments/calls.js");
const { sheetRows } = await import("../../../web/tournaments/results.js");
const { withoutGaps } = await import("../../../web/tournaments/standings.js");
const { bodyOf, localTime, usualTerms } = await import("../../../web/tournaments/terms_of_new.js");
const { whereText } = await import("../../../web/tournaments/view.js");
await chooseLocale("en");
await Promise.all(["tournaments", "classes"].map(loadTexts));

const RUNNING = { status: "running", phase: "playing", format: "rounds", round: 1, players: 4, players_min: 2 };
const ME = { status: "active", ready: true, table: null };

test("a director has one next step at every moment, with its text", () => {
  const steps = [
    [{ status: "open", players: 1 }, "gather"],
    [{ status: "open" }, "begin"],
    [{ phase: "confirming" }, "confirm"],
    [{}, "play"],
    [{ format: "arena", ends_at: "2026-01-05T18:30:00Z" }, "arena"],
    [{ status: "paused", phase: "confirming" }, "paused"],
    [{ status: "over" }, "over"],
    [{ status: "cancelled", end_reason: "too_few_players" }, "cancelled"],
  ];
  for (const [changes, step] of steps) {
    const tournament = { ...RUNNING, ...changes };
    assert.equal(stepOf(tournament), step);
    assert.ok(whereText(tournament), step);
  }
});

test("a player knows whether a table comes, also in the last round", () => {
  const cases = [
    [{ me: { ...ME, table: {} } }, null, "seated"],
    [{ phase: "confirming", me: { ...ME, ready: false } }, null, "confirm"],
    [{ phase: "confirming", me: ME }, null, "ready"],
    [{ me: ME }, true, "played"],
    [{ me: ME }, false, "rests"],
    [{ me: { ...ME, ready: false } }, false, "missed"],
    [{ me: { ...ME, status: "paused" } }, false, "paused"],
    [{ format: "arena", me: ME }, null, "arena_ready"],
    [{ format: "arena", me: { ...ME, ready: false } }, null, "arena_confirm"],
    [{ status: "over", me: ME }, null, ""],
    [{ me: null }, null, ""],
  ];
  for (const [changes, isSeated, situation] of cases) assert.equal(situationOf({ ...RUNNING, ...changes }, isSeated), situation);
});

test("a rest gives the mean of a full table", () => {
  const points = { 2: [1, 0], 4: [6, 3, 1, 0] };
  const place_points = Object.entries(points).map(([seats, points]) => ({ seats: Number(seats), points }));

  assert.deepEqual([2, 4].map((seats) => restPoints({ seats, place_points })), [0.5, 2.5]);
});

test("the way in is shown while it is open, and the code stays behind the #", () => {
  assert.equal(linkOf({ id: "abc", join_code: "QRST" }), "https://fish.example/tournaments/abc#code=QRST");
  assert.equal(linkOf({ id: "abc", join_code: null }), "https://fish.example/tournaments/abc");
  const late = { ...RUNNING, late_until: 2 };
  assert.deepEqual([{ status: "open" }, { round: 2 }, { round: 3 }, { format: "round_robin" }, { format: "arena", round: 9 }, { status: "over" }]
    .map((changes) => isOpen({ ...late, ...changes })), [true, true, false, false, true, false]);
});

test("each format sends what the API asks for, and nothing else", () => {
  const terms = { ...usualTerms(Date.parse("2026-01-05T18:31:00Z")), name: " Club ", late: "9", rated: true };
  const sent = (changes) => {
    const { rounds, minutes, late_until, players_max, rated } = bodyOf({ ...terms, ...changes });
    return [rounds, minutes, late_until, players_max, rated];
  };

  assert.equal(bodyOf(terms).name, "Club");
  assert.equal(bodyOf(terms).starts_at, "2026-01-05T19:05:00.000Z");
  assert.equal(new Date(localTime(Date.parse("2026-07-05T19:05:00Z"))).toISOString(), "2026-07-05T19:05:00.000Z");
  assert.deepEqual(sent({}), [5, undefined, 5, 100, true]);
  assert.deepEqual(sent({ format: "arena", kinds: "both" }), [undefined, 60, undefined, 100, undefined]);
  assert.deepEqual(sent({ format: "round_robin", seats: "2", entry: "code" }), [undefined, undefined, undefined, 16, undefined]);
  assert.deepEqual(sent({ format: "round_robin", seats: "4" }), [5, undefined, undefined, 16, true]);
});

test("a file of results has a line for each player, with who they are", () => {
  const line = { place: 1, points: 2.5, games: 1, firsts: 0, rests: 1, margin: null };
  const player = { username: "eve", display_name: "=1+1", picture: null };

  assert.deepEqual(sheetRows([{ ...line, player }])[1], [1, "=1+1 (eve)", 2.5, 1, 0, 1, ""]);
  assert.equal(sheetRows([{ ...line, points: 0, player }])[1][0], "", "all share the first place without points");
});

test("a player who left without a game leaves no gap among the places, and equal players share one", () => {
  const places = (given) => withoutGaps(given.map((place) => ({ place }))).map(({ place }) => place);

  assert.deepEqual(places([1, 2, 4]), [1, 2, 3]);
  assert.deepEqual(places([1, 3, 3, 6]), [1, 2, 2, 4]);
  assert.deepEqual(places([null, null]), [null, null]);
});
