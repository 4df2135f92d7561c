/** Give the person at the page a file that was made in it. */
import { numberText } from "../text/text.js";

/** @param {string} text JSON @param {string} name of the file */
export function download(text, name) {
  downloadBlob(new Blob([text], { type: "application/json" }), name);
}

/** @param {Blob} content @param {string} name of the file */
export function downloadBlob(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Return rows as CSV that spreadsheets in the language of the page open: with a byte order mark, and
 * with semicolons where a comma is in numbers. A text that a spreadsheet would calculate, such as a
 * name that a player chose, gets an apostrophe in front, as OWASP advises.
 * @param {(string | number)[][]} rows
 */
export function tableText(rows) {
  const separator = numberText(1.5).includes(",") ? ";" : ",";
  const cell = (/** @type {string | number} */ value) =>
    typeof value === "number"
      ? numberText(value, { useGrouping: false, maximumFractionDigits: 4 })
      : `"${value.replace(/^(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/u, "'").replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join("")}`;
}
