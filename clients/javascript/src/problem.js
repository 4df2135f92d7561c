import { secondsToWait } from "./waits.js";

/** Statuses after which the same request may succeed. */
const TEMPORARY = new Set([0, 408, 429, 500, 502, 503, 504]);
/** Statuses after which it is unknown whether a command ran, or will run. */
const UNDECIDED = new Set([...TEMPORARY, 401]);
/** Of the message of an error. */
const MOST_CHARACTERS = 2_000;

/**
 * Why a call failed. `code` is stable, and the one to choose by; `detail` is a sentence for people.
 * Besides the codes of the API there are two: `unreachable` (status 0) if no whole answer came, and
 * `unexpected_answer` if the answer is not one of the API.
 */
export class Problem extends Error {
  /**
   * @param {{
   *   code: string, status: number, title?: string, detail?: string, retryAfter?: number | null,
   *   errors?: {pointer: string, code: string, detail: string}[], cause?: unknown,
   * }} fields `retryAfter` in seconds; `detail` may be anything that a server sends, the message of
   *   the error is printable
   */
  constructor({ code, status, title = code, detail = title, retryAfter = null, errors = [], cause }) {
    super(printable(detail), { cause });
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.errors = errors;
  }

  /** Whether the same request may succeed later. */
  get isTemporary() {
    return TEMPORARY.has(this.status);
  }

  /** Whether the server has decided: it did not carry out the command, and never will. */
  get isRefusal() {
    return !UNDECIDED.has(this.status);
  }

  /**
   * Return the problem of an answer that is no success.
   *
   * @param {Response} response
   * @param {string} text its body
   */
  static of({ status, headers }, text) {
    const retryAfter = secondsToWait(headers);
    try {
      const { code, title, detail, errors } = JSON.parse(text);
      const listed = Array.isArray(errors) ? errors : [];
      if (typeof code === "string") return new Problem({ code, status, title, detail, errors: listed, retryAfter });
    } catch {
      // A proxy may answer with a page of its own.
    }
    const code = TEMPORARY.has(status) ? "unavailable" : "unexpected_answer";
    return new Problem({ code, status, retryAfter, detail: `The server answered with status ${status}.` });
  }

  /**
   * Return the problem of a request without a whole answer.
   *
   * @param {unknown} cause
   */
  static unreachable(cause) {
    return new Problem({ code: "unreachable", status: 0, detail: "The server cannot be reached.", cause });
  }
}

/**
 * Return a text as one line that steers no terminal.
 *
 * @param {unknown} text
 */
const printable = (text) =>
  String(text)
    .slice(0, MOST_CHARACTERS)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
