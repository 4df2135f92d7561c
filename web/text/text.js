/**
 * The words of the client. Sentences are in the catalogues, one module per language and area;
 * English is the source. `await loadTexts("table")` before `t("table.ask")`.
 */
import { LANGUAGES, languageFor, PSEUDO } from "./languages.js";

/**
 * A text with `{names}`, or texts by plural category, which `count` chooses.
 * @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Entry
 * @typedef {Record<string, Entry>} Catalogue
 * @typedef {Record<string, string | number>} Values
 */

export { LANGUAGES, PSEUDO };
/** What is shown if the texts cannot be loaded: a sentence, and a button that loads the page again. */
export const NOT_LOADED = {
  en: ["The page did not load completely.", "Load again"],
  de: ["Die Seite wurde nicht vollständig geladen.", "Neu laden"],
  es: ["La página no se cargó por completo.", "Cargar de nuevo"],
};

let locale = "en";
/** @type {Map<string, Catalogue>} */
const catalogues = new Map();
/** @type {readonly string[]} areas whose texts stand in for those of others, the first one first */
let standIns = [];
/** @type {Map<string, any>} what `Intl` writes with, by language, kind and options; slow to make */
const writers = new Map();
/** Whole numbers below this have the same digits and plural categories in each language. */
const SMALL = 1000;

/** Return the language of texts, for `Intl`. */
export function language() {
  return /** @type {keyof typeof LANGUAGES} */ (locale === PSEUDO ? "en" : locale);
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
  locale = languageFor(wanted);
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
 * Let the texts of some loaded areas stand in for those of others. Such an area has whole keys:
 * `"table.books"` of the area `pairs` replaces the text of that key.
 * @param {readonly string[]} areas
 */
export function standInWith(areas) {
  standIns = areas;
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
  return !options && isSmall(number) ? String(number) : writer(Intl.NumberFormat, options).format(number);
}

/** @param {string | Date} time @param {Intl.DateTimeFormatOptions} [options] */
export function dateText(time, options = { dateStyle: "medium", timeStyle: "short" }) {
  return writer(Intl.DateTimeFormat, options).format(new Date(time));
}

/** @param {string[]} items */
export function listText(items) {
  return items.length < 2 ? items.join("") : writer(Intl.ListFormat).format(items);
}

/** Return the plural category of a number. @param {number} number */
function pluralRule(number) {
  if (isSmall(number)) return number === 1 ? "one" : "other";
  return writer(Intl.PluralRules).select(number);
}

/** @param {number} number */
const isSmall = (number) => Number.isInteger(number) && number >= 0 && number < SMALL;

/**
 * @template Writer
 * @param {new (language: string, options?: any) => Writer} Kind
 * @param {object} [options]
 * @returns {Writer}
 */
function writer(Kind, options) {
  const key = `${language()} ${Kind.name} ${JSON.stringify(options)}`;
  const known = writers.get(key) ?? new Kind(language(), options);
  writers.set(key, known);
  return known;
}

/** @param {string} key @returns {Entry | undefined} */
function entryOf(key) {
  const [area = "", ...rest] = key.split(".");
  for (const each of standIns) {
    const text = catalogues.get(each)?.[key];
    if (text !== undefined) return text;
  }
  return catalogues.get(area)?.[rest.join(".")];
}

/** @param {Entry | undefined} entry @param {Record<string, any>} values @returns {string} */
function chosen(entry, values) {
  if (entry === undefined) return "";
  if (typeof entry === "string") return entry;
  const count = values["count"];
  return entry[pluralRule(typeof count === "number" ? count : 0)] ?? entry.other ?? "";
}

/** @param {any} value */
function shown(value) {
  return typeof value === "number" ? numberText(value) : value;
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
