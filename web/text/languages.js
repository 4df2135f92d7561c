/** The languages of the client. Small, as `shell/early.js` needs it before everything else. */

export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch", es: "Español" });
/** English with accents, longer and from right to left, to find what was not translated. */
export const PSEUDO = "pseudo";

/**
 * Return the language to show.
 * @param {string | null} wanted a language, or "" for the first of the browser's that there is
 */
export function languageFor(wanted) {
  return known(wanted) ?? navigator.languages.map(known).find(Boolean) ?? "en";
}

/** Request the texts of every view, and those of a table if one is to be shown. @param {string} language @param {boolean} isTable */
export function requestTexts(language, isTable) {
  const texts = language === PSEUDO ? "en" : language;
  import(`./${texts}/common.js`).catch(() => {}); // the page that needs them says so
  if (isTable) import(`./${texts}/table.js`).catch(() => {});
}

/** @param {unknown} tag of an address, or of preferences that may be damaged @returns {string | undefined} */
function known(tag) {
  const [name = ""] = String(tag).toLowerCase().split("-");
  return Object.hasOwn(LANGUAGES, name) || name === PSEUDO ? name : undefined;
}
