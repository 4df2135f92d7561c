/** The seats of a game on both services: each follows the game, and asks when it is its turn. */

import http from "node:http";

import { io } from "socket.io-client";

/** Milliseconds within which a move must reach all seats. */
const LONGEST_MOVE = 20_000;

/**
 * @typedef {object} Game
 * @property {string} game its id in this service
 * @property {string[]} tokens by seat
 * @property {string[]} pack top card first
 * @property {number} dealer
 * @property {{seat: number, target: number, rank: string}[]} asks
 */

/** The versions that the seats of a game have received. */
class Versions {
  /** @param {number} seats */
  constructor(seats) {
    this.bySeat = Array.from({ length: seats }, () => -1);
    this.wake = () => {};
  }

  /**
   * Note what a seat has received.
   * @param {number} seat
   * @param {number} version
   */
  note(seat, version) {
    this.bySeat[seat] = version;
    this.wake();
  }

  /**
   * Wait until all seats have received a version.
   * @param {number} version
   * @returns {Promise<void>} rejected if it takes too long
   */
  all(version) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`a seat misses version ${version}`)), LONGEST_MOVE);
      this.wake = () => {
        if (this.bySeat.some((received) => received < version)) return;
        clearTimeout(timer);
        resolve();
      };
      this.wake();
    });
  }
}

/** A match of boardgame.io, with a socket for each seat, as its own client has. */
export class BoardgameIoTable {
  /**
   * Create the match, join all seats, and follow it.
   * @param {Game} game
   * @param {{api: number}} ports
   */
  static async open({ pack, dealer, tokens }, { api }) {
    const path = "/games/go-fish";
    const seats = tokens.length;
    const { matchID } = await post(api, `${path}/create`, { numPlayers: seats, setupData: { pack, dealer } });
    const table = new BoardgameIoTable(matchID, seats);
    for (const seat of tokens.keys()) {
      const joined = { playerID: String(seat), playerName: `seat ${seat}` };
      table.credentials[seat] = (await post(api, `${path}/${matchID}/join`, joined)).playerCredentials;
    }
    // After all joins: a join and a new socket write the same row, and one can undo the other.
    for (const seat of tokens.keys()) table.#follow(api, seat);
    await table.versions.all(0);
    return table;
  }

  /** @param {string} match @param {number} seats */
  constructor(match, seats) {
    this.match = match;
    this.versions = new Versions(seats);
    /** @type {import("socket.io-client").Socket[]} */
    this.sockets = [];
    /** @type {string[]} */
    this.credentials = [];
    this.version = 0;
  }

  /**
   * Ask, and wait until all seats have the state after it.
   * @param {Game["asks"][number]} ask
   */
  async ask({ seat, target, rank }) {
    const playerID = String(seat);
    const payload = { type: "ask", args: [target, rank], playerID, credentials: this.credentials[seat] };
    const version = this.version;
    this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, version, this.match, playerID);
    await this.versions.all(version + 1);
    this.version = this.versions.bySeat[seat];
  }

  /** Leave the match. */
  close() {
    for (const socket of this.sockets) socket.disconnect();
  }

  /** @param {number} port @param {number} seat */
  #follow(port, seat) {
    const socket = io(`http://127.0.0.1:${port}/go-fish`, { transports: ["websocket"], forceNew: true });
    const note = (/** @type {any} */ state) => {
      this.books = state.G.books;
      this.versions.note(seat, state._stateID);
    };
    socket.on("connect", () => socket.emit("sync", this.match, String(seat), this.credentials[seat]));
    socket.on("sync", (_, { state }) => note(state));
    socket.on("update", (_, state) => note(state));
    this.sockets[seat] = socket;
  }
}

/** A game of this service, with a stream for each seat, as the browser has. */
export class GoFishTable {
  /**
   * Follow the game at all seats.
   * @param {Game} game
   * @param {{api: number, streams: number}} ports
   */
  static async open({ game, tokens }, { api, streams }) {
    const table = new GoFishTable(game, tokens, api);
    for (const seat of tokens.keys()) await table.#follow(streams, seat);
    await table.versions.all(0);
    table.version = table.versions.bySeat[0];
    return table;
  }

  /** @param {string} game @param {string[]} tokens @param {number} port */
  constructor(game, tokens, port) {
    this.path = `/api/v1/games/${game}`;
    this.tokens = tokens;
    this.port = port;
    this.versions = new Versions(tokens.length);
    this.version = 0;
    /** @type {http.ClientRequest[]} */
    this.streams = [];
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  }

  /**
   * Ask, and wait until the answer and the state at all seats have arrived.
   * @param {Game["asks"][number]} ask
   */
  async ask({ seat, target, rank }) {
    const version = this.version;
    const headers = {
      Authorization: `Bearer ${this.tokens[seat]}`,
      "Idempotency-Key": `${this.path}-${version}`,
      "If-Match": `"${version}"`,
    };
    const answer = post(this.port, `${this.path}/ask`, { target, rank }, { headers, agent: this.agent });
    await Promise.all([answer, this.versions.all(version + 1)]);
    this.version = this.versions.bySeat[seat];
  }

  /** Close all connections. */
  close() {
    for (const stream of this.streams) stream.destroy();
    this.agent.destroy();
  }

  /** @param {number} port @param {number} seat */
  #follow(port, seat) {
    const headers = { Authorization: `Bearer ${this.tokens[seat]}`, Accept: "application/x-ndjson" };
    const path = `${this.path}/stream?state=true`;
    return new Promise((resolve, reject) => {
      const stream = http.get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        let rest = "";
        response.setEncoding("utf8").on("data", (text) => {
          const lines = (rest + text).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) if (line) this.#receive(seat, JSON.parse(line));
        });
        response.on("error", () => {});
        resolve(undefined);
      });
      stream.on("error", reject);
      this.streams[seat] = stream;
    });
  }

  /** @param {number} seat @param {{type: string, data: any}} frame */
  #receive(seat, { type, data }) {
    const state = type === "state" ? data : type === "move" && data.state;
    if (!state) return;
    this.books = state.seats.map((/** @type {any} */ each) => each.books.map((/** @type {any} */ book) => book.rank));
    this.versions.note(seat, state.version);
  }
}

/**
 * Send JSON and return the JSON of the answer.
 * @param {number} port
 * @param {string} path
 * @param {unknown} value
 * @param {{headers?: Record<string, string>, agent?: http.Agent}} [options]
 * @returns {Promise<any>} rejected if the status is not 2xx
 */
function post(port, path, value, { headers, agent } = {}) {
  const body = JSON.stringify(value);
  const all = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), ...headers };
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: "127.0.0.1", port, path, method: "POST", headers: all, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => (text += piece));
      response.on("end", () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(text));
        else reject(new Error(`${path}: ${statusCode} ${text}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
