/** Results as a sheet to print, or as a file for a spreadsheet. */
import { html } from "../html.js";
import { downloadBlob, tableText } from "../shell/download.js";
import { t } from "../text/text.js";

/** @param {{name: string, rows: (string | number)[][], children: any}} props `children` lead back */
export function SheetActions({ name, rows, children }) {
  const save = () =>
    downloadBlob(new Blob([tableText(rows)], { type: "text/csv" }), `${name.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")}.csv`);
  return html`<p class="actions no-print">
    <button type="button" class="primary" onClick=${() => print()}>${t("classes.print")}</button>
    <button type="button" onClick=${save}>${t("classes.csv")}</button>
    ${children}
  </p>`;
}
