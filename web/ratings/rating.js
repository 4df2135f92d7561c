/** A rating in words: the number, how uncertain it is, and whether it is provisional. */
import { numberText, t } from "../text/text.js";

/**
 * @typedef {{rating: number, uncertainty: number, provisional?: boolean}} Numbers
 * @typedef {Numbers & {seat: number}} SeatRating
 */

/** @param {Numbers} numbers */
export function ratingText({ rating, uncertainty, provisional }) {
  const text = t("ratings.shown", { rating: rounded(rating), uncertainty: rounded(uncertainty) });
  return provisional ? `${text}, ${t("ratings.provisional")}` : text;
}

/**
 * Return the rating of the player of a seat in words, or "" if there is none to show.
 * @param {Record<string, any>} game
 * @param {number} seat
 */
export function seatRating(game, seat) {
  const found = /** @type {SeatRating[]} */ (game["ratings"] ?? []).find((each) => each.seat === seat);
  return found ? ratingText(found) : "";
}

/** @param {number} value */
export function rounded(value) {
  return numberText(value, { maximumFractionDigits: 0 });
}
