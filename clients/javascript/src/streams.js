import { textOf } from "./bodies.js";
import { linesOf } from "./lines.js";
import { Problem } from "./problem.js";
import { FINAL_REASONS } from "./reasons.js";
import { pause, Waits } from "./waits.js";

/** Milliseconds without a byte after which a connection counts as cut: three heartbeats. */
const LONGEST_SILENCE = 45_000;
/** A connection that lasted so many milliseconds was good: the waits begin again. */
const LASTING = 20_000;
const ADVICE =
  "The token has expired or was revoked. Sign in again, or create a token with POST /api/v1/tokens.";

/**
 * @typedef {{type: string, id?: number, data: any}} Frame
 * @typedef {{state: "connecting" | "open"} | {state: "waiting", milliseconds: number, problem: Problem}} Connection
 * @typedef {{
 *   signal?: AbortSignal,
 *   silence?: number,
 *   waits?: Waits,
 *   onConnection?: (connection: Connection) => void,
 * }} FollowOptions `silence` in milliseconds
 */

/**
 * Yield the frames of a stream, each once, and open it again after each cut. The last frame is an
 * `end` with the reason, and with `advice` if the token is the reason; an abort ends without one.
 *
 * @param {(after: number | undefined, signal: AbortSignal) => Promise<Response>} open
 * @param {number | undefined} after the last move that the caller has
 * @param {FollowOptions} options
 * @returns {AsyncGenerator<Frame, void>}
 * @throws {Problem} if the stream is refused
 */
export async function* follow(open, after, { signal, silence = LONGEST_SILENCE, waits = new Waits(), onConnection }) {
  const seen = new SeenFrames(after);
  while (!signal?.aborted) {
    const silenced = new SilenceTimer(silence, signal);
    const began = Date.now();
    const had = seen.cursor;
    let problem = Problem.unreachable(null);
    try {
      onConnection?.({ state: "connecting" });
      const response = await open(seen.cursor, silenced.signal);
      // All moves of a game that has ended.
      if (response.status === 204) return yield ending(seen.phase === "closed" ? "game_closed" : "game_over");
      if (!response.ok || !response.body) throw Problem.of(response, await textOf(response));
      onConnection?.({ state: "open" });
      for await (const frame of linesOf(response.body, () => silenced.restart())) {
        if (frame.type === "end" && FINAL_REASONS.includes(frame.data.reason)) return yield ending(frame.data.reason);
        if (frame.type === "end") break;
        if (seen.isNew(frame)) yield frame;
        // What arrived in one piece with the last frame is not for a caller who has left.
        if (signal?.aborted) return;
      }
    } catch (error) {
      problem = error instanceof Problem ? error : Problem.unreachable(error);
      if (signal?.aborted) return;
      if (problem.status === 401) return yield ending(problem.code);
      if (!problem.isTemporary) throw problem;
    } finally {
      silenced.stop();
    }
    if (signal?.aborted) return;
    // A server that accepts and cuts at once must not be asked in a hot loop.
    if (seen.cursor !== had || Date.now() - began > LASTING) waits.reset();
    const milliseconds = waits.next(problem.retryAfter);
    onConnection?.({ state: "waiting", milliseconds, problem });
    await pause(milliseconds, signal).catch(() => {});
  }
}

/**
 * Return the last frame of a stream.
 *
 * @param {string} reason
 * @returns {Frame}
 */
const ending = (reason) => ({
  type: "end",
  data: reason === "invalid_token" ? { reason, advice: ADVICE } : { reason },
});

/** What the caller was given: a resumed stream repeats the state, and can repeat moves. */
class SeenFrames {
  /** @param {number | undefined} cursor number of the last move, the cursor of the stream */
  constructor(cursor) {
    this.cursor = cursor;
    this.version = -1;
    this.players = "";
    this.phase = "";
    /** @type {string | null | undefined} */
    this.deadline = undefined;
  }

  /**
   * Return whether a frame is new, and note it. Frames of unknown types are new.
   *
   * @param {Frame} frame
   */
  isNew({ type, id, data }) {
    if (type === "move" && id !== undefined) {
      if (this.cursor !== undefined && id <= this.cursor) return false;
      this.cursor = id;
      if (data.state) this.#note(data.state);
    }
    if (type === "state") {
      this.cursor ??= id;
      // After an outage, clocks get its time back without a move.
      if (data.version < this.version) return false;
      if (data.version === this.version && data.deadline === this.deadline) return false;
      this.#note(data);
    }
    if (type === "time" && data?.version === this.version) this.deadline = data.deadline;
    if (type === "players") {
      const shown = JSON.stringify(data);
      if (shown === this.players) return false;
      this.players = shown;
    }
    return true;
  }

  /** @param {{version: number, phase: string, deadline?: string | null}} state */
  #note({ version, phase, deadline }) {
    this.version = version;
    this.phase = phase;
    this.deadline = deadline;
  }
}

/** Aborts a connection on which nothing arrives, also while the device slept. */
class SilenceTimer {
  /**
   * @param {number} longest in milliseconds
   * @param {AbortSignal | undefined} signal of the caller
   */
  constructor(longest, signal) {
    const connection = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let last = 0;
    const cut = () => connection.abort(signal?.reason ?? new Error("The stream is silent."));
    // Timers stand still while a device sleeps, the clock does not.
    const check = () => Date.now() - last > longest && cut();
    this.signal = connection.signal;
    this.restart = () => {
      last = Date.now();
      clearTimeout(timer);
      timer = setTimeout(cut, longest);
    };
    this.stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cut);
      globalThis.removeEventListener?.("visibilitychange", check);
      connection.abort();
    };
    this.restart();
    signal?.addEventListener("abort", cut);
    globalThis.addEventListener?.("visibilitychange", check);
  }
}
