import { takesKey, UnansweredCommands } from "./commands.js";
import { Problem } from "./problem.js";
import { Sender } from "./sender.js";
import { follow } from "./streams.js";
import { ifMatch } from "./versions.js";
import { Waits } from "./waits.js";

const LINES = "application/x-ndjson";

/**
 * @typedef {import("../types/calls.d.ts").Method} Method
 * @typedef {import("../types/calls.d.ts").RequestOptions} RequestOptions
 * @typedef {import("./commands.js").Command} Command
 * @typedef {import("./sender.js").Answer} Answer
 */

/** Calls the API with one token, or with none. Paths are those of the schema, without `/api/v1`. */
export class Client {
  /**
   * @param {import("./sender.js").SenderOptions & {token?: string | null, storage?: Storage | null}} [options]
   *   `storage` keeps commands without an answer over a reload
   */
  constructor({ token = null, storage = null, ...options } = {}) {
    this.token = token;
    this.sender = new Sender(options);
    this.commands = new UnansweredCommands(storage, token);
  }

  /**
   * Read. With `etag`, return undefined if the answer is still the one with this ETag.
   *
   * @template {import("../types/calls.d.ts").PathWith<"get">} P
   * @param {P} path
   * @param {import("../types/calls.d.ts").Arguments<P, "get">} options
   * @returns {Promise<import("../types/calls.d.ts").Content<P, "get">>}
   */
  async get(path, ...[options]) {
    return (await this.request("GET", path, options)).data;
  }

  /**
   * @template {import("../types/calls.d.ts").PathWith<"post">} P
   * @param {P} path
   * @param {import("../types/calls.d.ts").Arguments<P, "post">} options
   * @returns {Promise<import("../types/calls.d.ts").Content<P, "post">>}
   */
  async post(path, ...[options]) {
    return (await this.request("POST", path, options)).data;
  }

  /**
   * @template {import("../types/calls.d.ts").PathWith<"put">} P
   * @param {P} path
   * @param {import("../types/calls.d.ts").Arguments<P, "put">} options
   * @returns {Promise<import("../types/calls.d.ts").Content<P, "put">>}
   */
  async put(path, ...[options]) {
    return (await this.request("PUT", path, options)).data;
  }

  /**
   * @template {import("../types/calls.d.ts").PathWith<"patch">} P
   * @param {P} path
   * @param {import("../types/calls.d.ts").Arguments<P, "patch">} options
   * @returns {Promise<import("../types/calls.d.ts").Content<P, "patch">>}
   */
  async patch(path, ...[options]) {
    return (await this.request("PATCH", path, options)).data;
  }

  /**
   * @template {import("../types/calls.d.ts").PathWith<"delete">} P
   * @param {P} path
   * @param {import("../types/calls.d.ts").Arguments<P, "delete">} options
   * @returns {Promise<import("../types/calls.d.ts").Content<P, "delete">>}
   */
  async delete(path, ...[options]) {
    return (await this.request("DELETE", path, options)).data;
  }

  /**
   * Send a request, again and again while that can help, and return the whole answer.
   *
   * @param {Method} method
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<Answer>}
   * @throws {Problem} if the server refuses, or does not answer within the patience
   */
  async request(method, path, { params, query, body, key, version, etag, watchCode, signal, patience } = {}) {
    const address = filled(path, params) + queryText(query);
    const isForm = body instanceof URLSearchParams; // as the endpoints of OAuth take it
    const content = body === undefined ? null : isForm ? body.toString() : JSON.stringify(body);
    const isRead = method === "GET";
    const headers = this.#headers({
      "If-None-Match": isRead ? etag : undefined,
      "X-Watch-Code": watchCode,
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : undefined,
    });
    const match = version === undefined ? (isRead ? undefined : etag) : ifMatch(version);
    const sent = { method, path: address, body: content, ifMatch: match ?? null };
    if (key === undefined && !takesKey(method, path)) {
      return this.sender.send(sent, headers, { signal, patience, isRepeatable: method !== "POST" });
    }
    return this.#command(this.#own().begin(sent, key), { headers, signal, patience });
  }

  /** Commands without an answer, for example from before a reload; `settle` sends them again. */
  unanswered() {
    return this.#own().list();
  }

  /**
   * Send commands without an answer again, with the keys that they had, and return what became of each.
   *
   * @param {{signal?: AbortSignal, patience?: number}} [options]
   * @returns {Promise<{command: Command, answer?: Answer, problem?: unknown}[]>}
   */
  async settle(options = {}) {
    const settled = [];
    for (const command of this.unanswered()) {
      const sent = this.#command(command, { headers: this.#headers({}), ...options });
      settled.push(await sent.then((answer) => ({ command, answer }), (problem) => ({ command, problem })));
    }
    return settled;
  }

  /**
   * Follow a game: yield its frames, each once, and heal after each cut. The last is an `end` with its
   * `reason`. Skip types that you do not know.
   *
   * @param {string} game
   * @param {{after?: number, state?: boolean, emotes?: boolean, watchCode?: string | undefined} & import("./streams.js").FollowOptions} [options]
   *   `after` is the last move that you have; with `state`, the newest move carries the state after it;
   *   without `emotes`, none are sent
   * @returns {AsyncGenerator<import("../types/calls.d.ts").GameFrame, void>}
   * @throws {Problem} if the stream is refused
   */
  followGame(game, { after, state = false, emotes = true, watchCode, ...options } = {}) {
    const path = filled("/games/{game_id}/stream", { game_id: game });
    /** @type {(after: number | undefined) => string} */
    const address = (last) => path + queryText({ after: last, state: state || undefined, emotes: emotes ? undefined : false });
    return this.#follow(address, watchCode, after, options);
  }

  /**
   * Follow all that concerns the account. Each connection begins with a `snapshot`.
   *
   * @param {import("./streams.js").FollowOptions} [options]
   * @returns {AsyncGenerator<import("../types/calls.d.ts").AccountFrame, void>}
   * @throws {Problem} if the stream is refused
   */
  followAccount(options = {}) {
    return this.#follow(() => "/me/stream", undefined, undefined, options);
  }

  /** Return the server's time in milliseconds since 1970, as far as answers and streams have shown it. */
  now() {
    return Date.now() + this.sender.clockOffset;
  }

  /**
   * @param {(after: number | undefined) => string} address
   * @param {string | undefined} watchCode
   * @param {number | undefined} after
   * @param {import("./streams.js").FollowOptions} options
   * @returns {AsyncGenerator<any, void>}
   */
  async *#follow(address, watchCode, after, options) {
    const headers = { ...this.#headers({ "X-Watch-Code": watchCode }), Accept: LINES };
    /** @type {(after: number | undefined, signal: AbortSignal) => Promise<Response>} */
    const open = (last, signal) =>
      this.sender.open(address(last), { headers, signal });
    const waits = options.waits ?? new Waits(this.sender.waits);
    for await (const frame of follow(open, after, { ...options, waits })) {
      if (frame.type === "time") this.sender.setClock(frame.data?.now);
      yield frame;
    }
  }

  /**
   * @param {Command} command
   * @param {{headers: Record<string, string>, signal?: AbortSignal, patience?: number}} options
   */
  async #command(command, { headers, signal, patience }) {
    const commands = this.#own();
    try {
      const keyed = { ...headers, "Idempotency-Key": command.key };
      const answer = await this.sender.send(command, keyed, { signal, patience, isRepeatable: true });
      commands.end(command.key);
      return answer;
    } catch (problem) {
      if (problem instanceof Problem && problem.isRefusal) commands.end(command.key);
      throw problem;
    }
  }

  /** @param {Record<string, string | undefined>} fields */
  #headers(fields) {
    const all = { ...fields, Authorization: this.token ? `Bearer ${this.token}` : undefined };
    return /** @type {Record<string, string>} */ (
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    );
  }

  /** Return the commands of the token, which may have been set since. */
  #own() {
    const { storage } = this.commands;
    const current = new UnansweredCommands(storage, this.token);
    if (current.owner !== this.commands.owner) this.commands = current;
    return this.commands;
  }
}

/**
 * @param {string} path
 * @param {Record<string, string | number>} [params]
 */
const filled = (path, params = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    if (params[name] === undefined) throw new TypeError(`${path} needs ${name} in params.`);
    return encodeURIComponent(params[name]);
  });

/** @param {Record<string, unknown>} [query] */
function queryText(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}
