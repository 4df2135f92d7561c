/** English made hard to fit: accented, a third longer, and written from right to left. */

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒğĥíĵķłɱñóþɋřšŧúṽŵẋýžÅƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ";
const LETTERS = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));
const FROM_RIGHT = "\u202e";
const END = "\u202c";

/**
 * Return a catalogue in the pseudo-language.
 * @param {import("./text.js").Catalogue} catalogue
 * @returns {import("./text.js").Catalogue}
 */
export function pseudo(catalogue) {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, entry]) => [
      key,
      typeof entry === "string"
        ? changed(entry)
        : Object.fromEntries(Object.entries(entry).map(([rule, text]) => [rule, changed(text)])),
    ]),
  );
}

/** @param {string} text */
function changed(text) {
  const words = text.split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? part : accented(part)));
  return words.join("") + " ~".repeat(Math.ceil(text.length / 6));
}

/** @param {string} text */
function accented(text) {
  const letters = [...text].map((letter) => LETTERS.get(letter) ?? letter).join("");
  return letters.trim() ? FROM_RIGHT + letters + END : letters;
}
