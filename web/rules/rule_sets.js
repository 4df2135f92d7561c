/** Presets, overlays and levels of bots that the server offers, in words. */
import { readOnce, useLoaded } from "../shell/requests.js";
import { hasText, numberText, t } from "../text/text.js";

/**
 * @typedef {import("../shell/choices.js").Option} Option
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]} Schemas
 * @typedef {Schemas["Rulesets"]} RuleSets
 * @typedef {Schemas["Ruleset"]} Preset
 */

/** Read what the server offers; `data` is there once it has answered. */
export const useRuleSets = () => useLoaded(() => readOnce("/rulesets"), []);

/** @param {RuleSets} offered @returns {Option[]} */
export function presetOptions({ presets }) {
  return presets.map(({ name }) => ({ value: name, label: presetName(name), hint: t(`start.preset_${name}_hint`) }));
}

/** @param {RuleSets} offered @returns {Option[]} */
export function levelOptions({ levels }) {
  return levels.map((value) => ({ value, label: t(`start.level_${value}`), hint: t(`start.level_${value}_hint`) }));
}

/**
 * Return a level, or the strongest one that the server offers if it does not offer this.
 * @param {RuleSets} offered @param {string} level @returns {string}
 */
export function levelOf({ levels }, level) {
  return levels.find((each) => each === level) ?? levels[levels.length - 1] ?? level;
}

/** @param {Preset} preset @returns {Option[]} */
export function seatOptions({ players_min: least, players_max: most }) {
  return Array.from({ length: most - least + 1 }, (_, index) => ({
    value: String(index + least),
    label: numberText(index + least),
  }));
}

/**
 * Return a preset, or the first one if none has this name.
 * @param {RuleSets} offered @param {string} name @returns {Preset}
 */
export function presetOf({ presets }, name) {
  return /** @type {Preset} */ (presets.find((preset) => preset.name === name) ?? presets[0]);
}

/** Return the names of the overlays that fit a preset. @param {RuleSets} offered @param {string} preset */
export function overlaysOf({ overlays }, preset) {
  return overlays.filter(({ presets }) => presets.includes(preset)).map(({ name }) => name);
}

/**
 * Return the number of seats of a preset that is nearest to a wanted one.
 * @param {number} seats @param {Preset} preset
 */
export function fittingSeats(seats, { players_min: least, players_max: most }) {
  return Math.min(Math.max(seats, least), most);
}

/** @param {string} preset */
export function presetName(preset) {
  return hasText(`common.preset_${preset}`) ? t(`common.preset_${preset}`) : preset;
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
