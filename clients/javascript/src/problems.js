/** Refusals of the service, and answers that did not arrive, as one kind of error. */

/** No answer came: the server or the network is away. */
export const NO_ANSWER = "no_answer";

export class Problem extends Error {
  /**
   * @param {{code: string, status: number, detail: string, retryAfter?: number | null,
   *   errors?: {pointer: string, code: string, detail: string}[]}} problem
   */
  constructor({ code, status, detail, retryAfter = null, errors = [] }) {
    super(detail);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    /** Seconds, or null. */
    this.retryAfter = retryAfter;
    this.errors = errors;
  }
}

/**
 * Return the problem of an answer that is no success.
 * @param {Response} answer
 */
export async function problemOf(answer) {
  const after = Number(answer.headers.get("Retry-After"));
  const found = { status: answer.status, retryAfter: after > 0 ? after : null };
  try {
    const { code, detail, title, errors } = await answer.json();
    return new Problem({ ...found, code, detail: detail ?? title, errors: errors ?? [] });
  } catch {
    return new Problem({ ...found, code: `http_${answer.status}`, detail: answer.statusText });
  }
}
