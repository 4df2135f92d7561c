/** Chances, and differences of them, as text. */
import { numberText } from "../../text/text.js";

/** Standard errors to either side of a value; the true one lies between them 19 times of 20. */
const ERRORS = 2;

/** Return a chance in percent. @param {number} chance 0 to 1 */
export const percent = (chance) => numberText(chance, { style: "percent", maximumFractionDigits: 0 });

/** Return a difference of two chances in points, with its sign. @param {number} difference */
export const signedPoints = (difference) =>
  numberText(100 * difference, { maximumFractionDigits: 0, signDisplay: "exceptZero" });

/** Return the whole points of a difference, which choose the plural. @param {number} difference */
export const wholePoints = (difference) => Math.round(100 * difference);

/** Return a loss of chance in points. @param {number} cost */
export const costPoints = (cost) => numberText(100 * cost, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * Return the ends of the range in which the true value probably is.
 * @param {import("./types.js").Estimate} estimate
 */
export const rangeOf = ({ value, error }) => ({ from: value - ERRORS * error, to: value + ERRORS * error });

/**
 * Return the win chances after a move, or null before the deal.
 * @param {readonly import("./types.js").WinChances[]} chances by move, in order
 * @param {number} at
 */
export const chancesAt = (chances, at) => chances.findLast(({ number }) => number <= at) ?? null;
