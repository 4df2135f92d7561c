/**
 * The words of the client. Sentences are in the catalogues, one module per language and area;
 * English is the source. `await loadTexts("table")` before `t("table.ask")`.
 */

/**
 * A text with `{names}`, or texts by plural category, which `count` chooses.
 * @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Entry
 * @typedef {Record<string, Entry>} Catalogue
 * @typedef {Record<string, string | number>} Values
 */

export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch", es: "Español" });
/** English with accents, longer and from right to left, to find what was not translated. */
export const PSEUDO = "pseudo";

let locale = "en";
/** @type {Map<string, Catalogue>} */
const catalogues = new Map();
/** @type {Intl.PluralRules} */
let plurals;
/** @type {Intl.NumberFormat} */
let numbers;

/** Return the language of texts, for `Intl`. */
export function language() {
  return locale === PSEUDO ? "en" : locale;
}

/** Return the chosen language, which may be the pseudo-language. */
export function chosenLocale() {
  return locale;
}

/**
 * Choose a language and load the texts that every view needs.
 * @param {string} wanted a language, or "" for the first of the browser's that there is
 */
export async function chooseLocale(wanted) {
  locale = known(wanted) ?? navigator.languages.map(known).find(Boolean) ?? "en";
  plurals = new Intl.PluralRules(language());
  numbers = new Intl.NumberFormat(language());
  const areas = [...catalogues.keys()];
  catalogues.clear();
  document.documentElement.lang = language();
  document.documentElement.dir = locale === PSEUDO ? "rtl" : "ltr";
  await Promise.all(["common", ...areas.filter((area) => area !== "common")].map(loadTexts));
}

/**
 * Load an area of the catalogue. Each language has every text, so no other language is loaded.
 * @param {string} area
 */
export async function loadTexts(area) {
  if (catalogues.has(area)) return;
  const wanted = locale;
  const texts = wanted === PSEUDO ? await pseudoTexts(area) : await catalogue(wanted, area);
  if (wanted !== locale) return loadTexts(area); // another language was chosen meanwhile
  catalogues.set(area, texts);
}

/**
 * Return a text.
 * @param {string} key area and name: `start.play`
 * @param {Values} [values] numbers are shown as the language writes them
 */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/**
 * Return a text as an array, with markup in place of its names.
 * @param {string} key
 * @param {Record<string, any>} values
 * @returns {any[]}
 */
export function parts(key, values) {
  const text = chosen(entryOf(key), values);
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? shown(values[part]) : part));
}

/**
 * Return whether there is a text.
 * @param {string} key
 */
export function hasText(key) {
  return entryOf(key) !== undefined;
}

/** @param {number} number @param {Intl.NumberFormatOptions} [options] */
export function numberText(number, options) {
  return options ? new Intl.NumberFormat(language(), options).format(number) : numbers.format(number);
}

/** @param {string | Date} time @param {Intl.DateTimeFormatOptions} [options] */
export function dateText(time, options = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(language(), options).format(new Date(time));
}

/** @param {string[]} items */
export function listText(items) {
  return new Intl.ListFormat(language()).format(items);
}

/** @param {string} key @returns {Entry | undefined} */
function entryOf(key) {
  const [area = "", ...rest] = key.split(".");
  return catalogues.get(area)?.[rest.join(".")];
}

/** @param {Entry | undefined} entry @param {Record<string, any>} values @returns {string} */
function chosen(entry, values) {
  if (entry === undefined) return "";
  if (typeof entry === "string") return entry;
  const count = values["count"];
  return entry[plurals.select(typeof count === "number" ? count : 0)] ?? entry.other ?? "";
}

/** @param {any} value */
function shown(value) {
  return typeof value === "number" ? numbers.format(value) : value;
}

/** @param {string | undefined} tag @returns {string | undefined} */
function known(tag) {
  const [name = ""] = (tag ?? "").toLowerCase().split("-");
  return name in LANGUAGES || name === PSEUDO ? name : undefined;
}

/** @param {string} area @returns {Promise<Catalogue>} */
async function pseudoTexts(area) {
  const english = catalogue("en", area);
  return (await import("./pseudo.js")).pseudo(await english);
}

/** @param {string} name @param {string} area @returns {Promise<Catalogue>} */
async function catalogue(name, area) {
  return (await import(`./${name}/${area}.js`)).default;
}
