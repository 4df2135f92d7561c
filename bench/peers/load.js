/**
 * Play games on one of both services, and measure the time from each ask until all seats have
 * received it.
 *
 * Each line of standard input is a round: `{service, ports, atOnce, games}`. It is answered by a
 * line when all seats follow their games. After the next line, whatever it says, the games are
 * played, as many at once as wanted, and a line of results follows.
 */

import { createInterface } from "node:readline";

import { BoardgameIoTable, GoFishTable } from "./seats.js";

const TABLES = { "boardgame.io": BoardgameIoTable, gofish: GoFishTable };

/**
 * @typedef {object} Round
 * @property {keyof typeof TABLES} service
 * @property {{api: number, streams: number}[]} ports of each server; games are shared out in turn
 * @property {number} atOnce
 * @property {import("./seats.js").Game[]} games
 */

/**
 * Play the games and return what was measured: seconds, and each game's books in the end.
 * @param {(GoFishTable | BoardgameIoTable)[]} tables
 * @param {Round} round
 */
async function play(tables, { games, atOnce }) {
  /** @type {number[]} */
  const latencies = [];
  const waiting = tables.entries();
  const player = async () => {
    for (const [number, table] of waiting) {
      for (const ask of games[number].asks) {
        const began = performance.now();
        await table.ask(ask);
        latencies.push((performance.now() - began) / 1000);
      }
    }
  };
  const used = process.cpuUsage();
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, player));
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { seconds, latencies, cpu: (user + system) / 1e6, books: tables.map(({ books }) => books) };
}

/** @param {unknown} value */
const answer = (value) => console.log(JSON.stringify(value));

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let line = await lines.next(); !line.done; line = await lines.next()) {
  /** @type {Round} */
  const round = JSON.parse(line.value);
  const tables = [];
  for (const [number, game] of round.games.entries()) {
    tables.push(await TABLES[round.service].open(game, round.ports[number % round.ports.length]));
  }
  answer("following");
  await lines.next();
  answer(await play(tables, round));
  for (const table of tables) table.close();
}
