/** Requests to the API, with a token, keys for retries, and problems as errors. */
import { NO_ANSWER, Problem, problemOf } from "./problems.js";

/**
 * @typedef {object} Options
 * @property {Record<string, string | number>} [params] parts of the path by name
 * @property {Record<string, string | number | boolean | undefined>} [query]
 * @property {unknown} [body]
 * @property {string} [etag] of a read: `If-None-Match`; of a command: `If-Match`
 * @property {string} [key] the `Idempotency-Key`; null for none
 * @property {AbortSignal} [signal]
 *
 * @typedef {{data: any, status: number, etag: string | null}} Answer
 * `data` is null with status 204 and 304
 */

const TRIES = 4;

export class Client {
  /**
   * @param {{server?: string, token?: string | null, fetch?: typeof fetch}} [options]
   */
  constructor({ server = "", token = null, fetch = globalThis.fetch.bind(globalThis) } = {}) {
    this.server = server;
    this.token = token;
    this.fetch = fetch;
  }

  /** @param {string} path @param {Options} [options] */
  get(path, options) {
    return this.send("GET", path, options);
  }

  /** @param {string} path @param {Options} [options] */
  post(path, options) {
    return this.send("POST", path, { key: crypto.randomUUID(), ...options });
  }

  /** @param {string} path @param {Options} [options] */
  put(path, options) {
    return this.send("PUT", path, options);
  }

  /** @param {string} path @param {Options} [options] */
  patch(path, options) {
    return this.send("PATCH", path, options);
  }

  /** @param {string} path @param {Options} [options] */
  delete(path, options) {
    return this.send("DELETE", path, options);
  }

  /**
   * Follow the account's stream: yields frames `{type, data}`.
   * @param {{signal?: AbortSignal}} [options]
   */
  async *followAccount({ signal } = {}) {
    const answer = await this.request("GET", "/me/stream", {
      headers: { Accept: "application/x-ndjson" },
      signal,
    });
    yield* lines(answer);
  }

  /**
   * @param {string} method @param {string} path @param {Options} [options]
   * @returns {Promise<Answer>}
   */
  async send(method, path, { params = {}, query = {}, body, etag, key, signal } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = key;
    if (etag) headers[method === "GET" ? "If-None-Match" : "If-Match"] = etag;
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const address = filled + (search.size ? `?${search}` : "");
    const sent = { headers, signal, body: body === undefined ? null : JSON.stringify(body) };
    for (let tried = 1; ; tried++) {
      try {
        const answer = await this.request(method, address, sent);
        const isEmpty = answer.status === 204 || answer.status === 304;
        const data = isEmpty ? null : await answer.json();
        return { data, status: answer.status, etag: answer.headers.get("ETag") };
      } catch (problem) {
        if (!(problem instanceof Problem) || tried === TRIES || !mayRetry(method, key, problem)) {
          throw problem;
        }
        await waited((problem.retryAfter ?? 2 ** (tried - 1)) * 1000 * (1 + Math.random() / 2));
      }
    }
  }

  /**
   * @param {string} method @param {string} path
   * @param {{headers: Record<string, string>, body?: string | null, signal?: AbortSignal | undefined}} sent
   * @returns {Promise<Response>}
   */
  async request(method, path, { headers, body = null, signal }) {
    /** @type {Record<string, string>} */
    const own = { Accept: "application/json" };
    if (this.token) own["Authorization"] = `Bearer ${this.token}`;
    /** @type {Response} */
    let answer;
    try {
      answer = await this.fetch(`${this.server}/api/v1${path}`, {
        method,
        headers: { ...own, ...headers },
        body,
        credentials: "omit",
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem({ code: NO_ANSWER, status: 0, detail: String(error) });
    }
    if (!answer.ok && answer.status !== 304) throw await problemOf(answer);
    return answer;
  }
}

/** @param {string} method @param {string | undefined} key @param {Problem} problem */
function mayRetry(method, key, { status, retryAfter }) {
  if (method === "POST" && !key) return false;
  return status === 0 || [502, 503, 504].includes(status) || (status === 429 && (retryAfter ?? 99) <= 5);
}

/** @param {number} time in milliseconds @returns {Promise<void>} */
function waited(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** @param {Response} answer */
async function* lines(answer) {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const read = (rest + value).split("\n");
    rest = read.pop() ?? "";
    for (const line of read) if (line) yield JSON.parse(line);
  }
}
