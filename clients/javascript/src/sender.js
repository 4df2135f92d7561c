import { textOf } from "./bodies.js";
import { Problem } from "./problem.js";
import { pause, Waits } from "./waits.js";

/** Milliseconds within which an answer must come; the longest wait of the API is 60 seconds. */
const TIMEOUT = 75_000;
/** Milliseconds for which a request is repeated. */
const PATIENCE = 120_000;
const MOST_INTERNAL_ERRORS = 3;

/**
 * @typedef {import("./commands.js").CommandRequest} CommandRequest
 * @typedef {{status: number, data: any, text: string, etag: string | null, headers: Headers}} Answer
 *   `data` is the JSON of `text`
 * @typedef {{problem: Problem, milliseconds: number}} Retry
 * @typedef {{
 *   server?: string,
 *   fetch?: typeof globalThis.fetch,
 *   patience?: number,
 *   timeout?: number,
 *   firstWait?: number,
 *   longestWait?: number,
 *   onRetry?: (retry: Retry) => void,
 * }} SenderOptions `server` is an origin, that of the page by default; times are in milliseconds, those
 *   of waits before they are lengthened at random
 */

/** Sends requests to one server, again and again while that can help, and knows its clock. */
export class Sender {
  /** @param {SenderOptions} options */
  constructor({ server = "", fetch, patience = PATIENCE, timeout = TIMEOUT, firstWait, longestWait, onRetry }) {
    this.base = `${server.replace(/\/+$/, "")}/api/v1`;
    this.fetch = fetch ?? ((...given) => globalThis.fetch(...given));
    this.patience = patience;
    this.timeout = timeout;
    this.waits = { first: firstWait, longest: longestWait };
    new Waits(this.waits); // refuses what is no wait
    this.onRetry = onRetry;
    /** Milliseconds that the server's clock is ahead of the local one. */
    this.clockOffset = 0;
  }

  /**
   * Open a path once. No redirect is followed: the API has none, and the token is for this server.
   *
   * @param {string} path below `/api/v1`
   * @param {RequestInit} init
   */
  open(path, init) {
    return this.fetch(this.base + path, { ...init, cache: "no-store", credentials: "omit", redirect: "manual" });
  }

  /**
   * Send a request until it is answered or the patience ends.
   *
   * @param {CommandRequest} request
   * @param {Record<string, string>} headers
   * @param {{signal?: AbortSignal, patience?: number, isRepeatable: boolean}} options
   * @throws {Problem} if it is refused or not answered
   */
  async send(request, headers, { signal, patience = this.patience, isRepeatable }) {
    const waits = new Waits(this.waits);
    const deadline = performance.now() + patience;
    for (;;) {
      const { answer, problem } = await this.#once(request, headers, signal);
      if (answer) return answer;
      // Without a key only a request that was surely not carried out may be repeated.
      if (!problem.isTemporary || !(isRepeatable || problem.status === 429)) throw problem;
      const milliseconds = waits.next(problem.retryAfter);
      const isHopeless = problem.status === 500 && waits.attempts >= MOST_INTERNAL_ERRORS;
      if (isHopeless || performance.now() + milliseconds > deadline) throw problem;
      this.onRetry?.({ problem, milliseconds });
      await pause(milliseconds, signal);
    }
  }

  /** @param {string} now the server's time, as a `time` frame has it */
  setClock(now) {
    const offset = Date.parse(now) - Date.now();
    if (!Number.isNaN(offset)) this.clockOffset = offset;
  }

  /**
   * @param {CommandRequest} request
   * @param {Record<string, string>} headers
   * @param {AbortSignal} [signal]
   * @returns {Promise<{answer: Answer, problem?: undefined} | {answer?: undefined, problem: Problem}>}
   * @throws the reason of the signal, if it is aborted
   */
  async #once({ method, path, body, ifMatch }, headers, signal) {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(this.timeout);
    const sent = { ...headers };
    if (body !== null) sent["Content-Type"] ??= "application/json";
    if (ifMatch !== null) sent["If-Match"] = ifMatch;
    const ending = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const response = await this.open(path, { method, headers: sent, body, signal: ending });
      const text = await textOf(response);
      const { status, ok, headers: received } = response;
      this.#readClock(received);
      if (!ok && status !== 304) return { problem: Problem.of(response, text) };
      const data = text === "" ? undefined : JSON.parse(text);
      return { answer: { status, data, text, etag: received.get("ETag"), headers: received } };
    } catch (error) {
      signal?.throwIfAborted();
      return { problem: Problem.unreachable(error) };
    }
  }

  /** @param {Headers} headers */
  #readClock(headers) {
    const offset = Date.parse(headers.get("Date") ?? "") + 500 - Date.now();
    // The header has whole seconds; the time frames of streams are more exact.
    if (Math.abs(offset - this.clockOffset) > 2_000) this.clockOffset = offset;
  }
}
