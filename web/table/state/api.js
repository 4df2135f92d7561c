/** The calls of the table: the only module here that knows how the client of the API is used. */

import { session } from "../../shell/session.js";

const PAGE = 100; // moves

/**
 * @typedef {import("../types.js").Action} Action
 * @typedef {import("../types.js").Frame} Frame
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
  return {
    id,

    /** @param {AbortSignal} [signal] @returns {Promise<Game>} */
    async read(signal) {
      await session.ready;
      return read("/games/{game_id}", { params, ...(signal && { signal }) });
    },

    /**
     * @param {{after: number, signal: AbortSignal, onConnection: (state: string) => void}} options
     * @returns {AsyncIterable<Frame>}
     */
    follow({ after, signal, onConnection }) {
      return client().followGame(id, {
        after,
        state: true,
        signal,
        onConnection: (/** @type {{state: string}} */ { state }) => onConnection(state === "waiting" ? "lost" : state),
      });
    },

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
    empty: (seat) => client().delete("/games/{game_id}/seats/{seat}", { params: { ...params, seat } }).then(dataOf),
    /** @param {string} player */
    invite: (player) => post("/games/{game_id}/invitations", { params, body: { player } }),
    invitations: () => read("/games/{game_id}/invitations", { params }),
    link: () => read("/games/{game_id}/invitation_link", { params }),
    /** @param {string | undefined} reason */
    decline: (reason) => post("/games/{game_id}/decline", { params, body: reason ? { reason } : {} }),
    watchCode: () => post("/games/{game_id}/watch_code", { params, body: {} }),
    disputes: () => read("/games/{game_id}/disputes", { params }),
    /** @param {Record<string, unknown>} body */
    dispute: (body) => post("/games/{game_id}/disputes", { params, body }),
    /** @param {string} dispute @param {string} words */
    appeal: (dispute, words) => post("/disputes/{dispute_id}/appeal", { params: { dispute_id: dispute }, body: { words } }),
    /** @param {string} username */
    block: (username) => client().put("/me/blocks/{username}", { params: { username } }).then(dataOf),
  };
}

/**
 * The commands of the table. The one without an answer is kept, with its key, also over a reload:
 * sent again it counts once.
 */
export class Commands {
  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
    this.name = `gofish.unanswered.${id}`;
  }

  /** @returns {{action: Action, version: number, key: string} | null} */
  unanswered() {
    try {
      return JSON.parse(sessionStorage.getItem(this.name) ?? "null");
    } catch {
      return null;
    }
  }

  /** Send the kept command again. */
  async resume() {
    const kept = this.unanswered();
    return kept && this.#post(kept);
  }

  /** @param {Action} action @param {number} version of the state that it was decided on */
  send(action, version) {
    const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const command = { action, version, key };
    this.#keep(command);
    return this.#post(command);
  }

  /** @param {{action: Action, version: number, key: string}} command */
  async #post({ action, version, key }) {
    const { type, ...body } = action;
    const path = `/games/{game_id}/${type}`;
    try {
      const answer = await post(path, { params: { game_id: this.id }, body, key, etag: `"${version}"` });
      this.#keep(null);
      return answer;
    } catch (error) {
      if (isDecided(error)) this.#keep(null);
      throw error;
    }
  }

  /** @param {object | null} command */
  #keep(command) {
    try {
      if (command) sessionStorage.setItem(this.name, JSON.stringify(command));
      else sessionStorage.removeItem(this.name);
    } catch {
      // Without storage the command is lost with the page, but not by a cut.
    }
  }
}

/** Whether a refusal is final: the command was not carried out. @param {any} error */
export const isDecided = (error) => error?.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);

/** @param {string} path @param {any} options @returns {Promise<any>} */
const read = (path, options) => /** @type {any} */ (session.client).get(path, options).then(dataOf);

/** @param {string} path @param {any} options @returns {Promise<any>} */
const post = (path, options) => /** @type {any} */ (session.client).post(path, options).then(dataOf);

/** @param {any} answer */
const dataOf = ({ data }) => data;
