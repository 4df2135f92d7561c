/**
 * Play games of two to their end and follow them, however often the server is killed meanwhile.
 *
 *     node play_through_faults.js SERVER GAMES TOKEN TOKEN
 *
 * Prints one JSON object for each game: its id, the acknowledged moves of each command, and the moves
 * that each player's stream gave.
 */
import { argv } from "node:process";
import { Client, Waits } from "../src/index.js";

const FOREVER = 600_000;
const [server, games, ...tokens] = argv.slice(2);
let repeated = 0;
// The server lives for a second or two between kills: who waits a minute meets it dead nearly always.
const shared = { server, firstWait: 20, longestWait: 500, patience: FOREVER, onRetry: () => (repeated += 1) };
const players = tokens.map((token) => new Client({ ...shared, token }));

/** Play one game; return what happened. */
async function play() {
  const acknowledged = [];
  const command = async (sent) => {
    const answer = await sent;
    acknowledged.push(answer.moves.map(({ number, digest }) => [number, digest]));
    return answer;
  };
  const [host, guest] = players;
  const { game } = await command(host.post("/games", { body: { seats: 2 } }));
  const params = { game_id: game.id };
  const following = players.map((player) => follow(player, game.id));
  let { state } = await command(guest.post("/games/{game_id}/join", { params, body: { entropy: "herring" } }));
  while (state.phase !== "over") {
    const player = players[state.to_act];
    if (state.you !== state.to_act) state = await player.get("/games/{game_id}/state", { params });
    const legal = state.legal_actions.filter(({ type }) => type === "ask");
    const body = legal[Math.floor(Math.random() * legal.length)];
    ({ state } = await command(player.post("/games/{game_id}/ask", { params, body, version: state.version })));
  }
  return { game: game.id, acknowledged, streamed: await Promise.all(following) };
}

/** Return all moves of a game, as a player's stream gives them. */
async function follow(player, game) {
  const moves = [];
  const options = { after: 0, silence: 5_000, waits: new Waits({ first: 20, longest: 1_000 }) };
  for await (const frame of player.followGame(game, options)) if (frame.type === "move") moves.push(frame.data);
  return moves;
}

for (let made = 0; made < Number(games); made++) console.log(JSON.stringify(await play()));
console.error(`${repeated} requests repeated`);
