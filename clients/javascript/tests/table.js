/** Guests and games on the server that the tests are given. */
import { Client } from "../src/index.js";

export const SERVER = process.env.GOFISH_SERVER ?? "http://127.0.0.1:8000";
export const QUICK = { firstWait: 1, patience: 30_000 };

/** Register a guest and return their client. */
export async function guest(options = {}) {
  const { token } = await new Client({ server: SERVER }).post("/accounts/guest");
  return new Client({ server: SERVER, token: token.secret, ...QUICK, ...options });
}

/** Start a game of two guests; return its id and their clients by seat. */
export async function seated() {
  const players = [await guest(), await guest()];
  const { game } = await players[0].post("/games", { body: { seats: 2 } });
  await players[1].post("/games/{game_id}/join", { params: { game_id: game.id } });
  return { game: game.id, params: { game_id: game.id }, players };
}

/** Make the first legal ask for the seat to act, until `asks` of them or the end. */
export async function play(params, players, asks = Infinity) {
  for (let made = 0; made < asks; made++) {
    let state = await players[0].get("/games/{game_id}/state", { params });
    if (state.phase === "over") return;
    const player = players[state.to_act];
    if (state.you !== state.to_act) state = await player.get("/games/{game_id}/state", { params });
    const body = state.legal_actions.find(({ type }) => type === "ask");
    await player.post("/games/{game_id}/ask", { params, body, version: state.version });
  }
}

/** Web Storage in memory. */
export function storage() {
  const items = new Map();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}
