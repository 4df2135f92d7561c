const FIRST = 1_000;
const LONGEST = 60_000;
/** Seconds. A longer `Retry-After` counts as this: no timer holds forever. */
const LONGEST_RETRY_AFTER = 86_400;
const A_DAY = 1_000 * LONGEST_RETRY_AFTER; // milliseconds

/** Growing waits between attempts, lengthened by up to a half at random so that clients do not return together. */
export class Waits {
  /**
   * @param {{first?: number, longest?: number, random?: () => number}} [options] in milliseconds
   * @throws {RangeError} if a wait is not from one millisecond to a day: without one, requests never rest
   */
  constructor({ first = FIRST, longest = LONGEST, random = Math.random } = {}) {
    for (const wait of [first, longest])
      if (!(wait >= 1 && wait <= A_DAY)) throw new RangeError("A wait has from 1 to 86400000 milliseconds, a day.");
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.attempts = 0;
  }

  /**
   * Return how many milliseconds to wait before the next attempt.
   *
   * @param {number | null} [retryAfter] the least, in seconds, that the server asked for
   */
  next(retryAfter) {
    const growing = Math.min(this.first * 2 ** this.attempts, this.longest);
    this.attempts += 1;
    return Math.max(growing, (retryAfter ?? 0) * 1_000) * (1 + this.random() / 2);
  }

  /** Begin again with the shortest wait. */
  reset() {
    this.attempts = 0;
  }
}

/**
 * Return the seconds of a `Retry-After`, which is a number or a date, or null without one. A day is the most.
 *
 * @param {Headers} headers
 */
export function secondsToWait(headers) {
  const text = headers.get("Retry-After");
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER);
  // Compared with the server's own clock, since the local one may be wrong.
  const seconds = (Date.parse(text) - Date.parse(headers.get("Date") ?? new Date().toUTCString())) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER);
}

/**
 * Wait, or less if the browser reports that the network is back.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @throws the reason of the signal, if it is aborted
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", end);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    globalThis.addEventListener?.("online", end);
    signal?.addEventListener("abort", end);
  });
}
