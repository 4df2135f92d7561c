/** Presets, overlays and levels of bots in words, and how many seats each preset has. */
import { hasText, numberText, t } from "../text/text.js";

/** @typedef {import("../shell/choices.js").Option} Option */

/** Most seats of each preset; each has at least two. */
export const MOST_SEATS = /** @type {Record<string, number>} */ ({
  classic: 6,
  bicycle: 5,
  bicycle_authors: 5,
  pairs: 6,
  pagat: 6,
  pagat_authors: 6,
});
export const LEVELS = ["random", "forgetful", "memory", "expert"];
export const OVERLAYS = [
  ...["pairs", "open_hand", "wild_cards", "pointed_questions", "fish_penalty", "specific_card"],
  ...["bluff", "play_on", "series", "honour"],
];
/** Presets that some overlays fit; the others fit all. */
const FITS = /** @type {Record<string, string[]>} */ ({
  fish_penalty: ["classic", "bicycle", "pairs", "pagat"],
  play_on: ["pairs", "pagat"],
});

/** @returns {Option[]} */
export function presetOptions() {
  return Object.keys(MOST_SEATS).map((value) => ({
    value,
    label: presetName(value),
    hint: t(`start.preset_${value}_hint`),
  }));
}

/** @returns {Option[]} */
export function levelOptions() {
  return LEVELS.map((value) => ({
    value,
    label: t(`start.level_${value}`),
    hint: t(`start.level_${value}_hint`),
  }));
}

/** @param {string} preset @returns {Option[]} */
export function seatOptions(preset) {
  const most = MOST_SEATS[preset] ?? 6;
  return Array.from({ length: most - 1 }, (_, index) => ({
    value: String(index + 2),
    label: numberText(index + 2),
  }));
}

/** @param {string} preset */
export function overlaysOf(preset) {
  return OVERLAYS.filter((overlay) => FITS[overlay]?.includes(preset) ?? true);
}

/**
 * Return a number of seats that a preset has.
 * @param {number} seats @param {string} preset
 */
export function fittingSeats(seats, preset) {
  return Math.min(Math.max(seats, 2), MOST_SEATS[preset] ?? 6);
}

/** @param {string} preset */
export function presetName(preset) {
  return hasText(`start.preset_${preset}`) ? t(`start.preset_${preset}`) : preset;
}

/** @param {string} overlay */
export function overlayName(overlay) {
  return hasText(`start.overlay_${overlay}`) ? t(`start.overlay_${overlay}`) : overlay;
}

/**
 * Return the rules of a game in a few words.
 * @param {{preset: string, overlays: string[]}} game
 */
export function rulesText({ preset, overlays }) {
  return [presetName(preset), ...overlays.map(overlayName)].join(" · ");
}
