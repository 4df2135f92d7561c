/** The calls of the table: the only module here that knows how the client of the API is used. */

import { session } from "../../shell/session.js";

const PAGE = 100; // moves
/** Milliseconds for which a command is sent again; after that the player decides. */
const PATIENCE = 600_000;

/**
 * @typedef {import("../types.js").Action} Action
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Move} Move
 */

/**
 * Return the calls about one game.
 * @param {string} id
 */
export function gameApi(id) {
  const params = { game_id: id };
  const client = () => session.client;
  const isOfGame = (/** @type {{path: string}} */ { path }) => path.startsWith(`/games/${id}/`);
  return {
    id,

    /** @returns {Promise<Game>} */
    read: () => read("/games/{game_id}", { params }),

    /**
     * Return the moves before one, as many as a page has.
     * @param {number} number
     * @returns {Promise<Move[]>}
     */
    async movesBefore(number) {
      const after = Math.max(number - 1 - PAGE, 0);
      const limit = number - 1 - after;
      if (limit < 1) return [];
      return (await read("/games/{game_id}/moves", { params, query: { after, limit } })).moves;
    },

    /**
     * Give a command of the table, valid in one version of the game only. The client keeps its key
     * until it is answered, also over a reload.
     * @param {Action} action
     * @param {number} version
     */
    command: ({ type, ...body }, version) =>
      post(`/games/{game_id}/${type}`, { params, body, version, patience: PATIENCE }),

    /** Whether a command of this game has no answer, as after a reload. */
    hasUnanswered: () => client().unanswered().some(isOfGame),

    /** Send such commands again; return the last answer, or null. */
    async settle() {
      const settled = (await client().settle({ patience: PATIENCE })).filter(({ command }) => isOfGame(command));
      return settled.findLast(({ answer }) => answer?.data?.moves)?.answer?.data ?? null;
    },

    /** @param {{seat?: number, join_code?: string}} body */
    async join(body) {
      await session.needAccount();
      return post("/games/{game_id}/join", { params, body });
    },
    leave: () => post("/games/{game_id}/leave", { params, body: {} }),
    start: () => post("/games/{game_id}/start", { params, body: {} }),
    rematch: () => post("/games/{game_id}/rematch", { params, body: {} }),
    /** @param {string} level @param {number} seat */
    seatBot: (level, seat) => post("/games/{game_id}/bots", { params, body: { level, seat } }),
    /** @param {number} seat */
    empty: (seat) => client().delete("/games/{game_id}/seats/{seat}", { params: { ...params, seat } }),
    /** @param {string} player */
    invite: (player) => post("/games/{game_id}/invitations", { params, body: { player } }),
    invitations: () => read("/games/{game_id}/invitations", { params }),
    link: () => read("/games/{game_id}/invitation_link", { params }),
    renewWatchCode: () => post("/games/{game_id}/watch_code", { params }),
    revokeWatchCode: () => client().delete("/games/{game_id}/watch_code", { params }),
    /** @param {string} emote */
    emote: (emote) => post("/games/{game_id}/emotes", { params, body: { emote } }),
    disputes: () => read("/games/{game_id}/disputes", { params }),
    /** @param {Record<string, unknown>} body */
    dispute: (body) => post("/games/{game_id}/disputes", { params, body }),
    /** @param {string} username */
    block: (username) => client().put("/me/blocks/{username}", { params: { username } }),
  };
}

/** @param {string} path @param {any} options @returns {Promise<any>} */
const read = (path, options) => /** @type {any} */ (session.client).get(path, options);

/** @param {string} path @param {any} options @returns {Promise<any>} */
const post = (path, options) => /** @type {any} */ (session.client).post(path, options);
