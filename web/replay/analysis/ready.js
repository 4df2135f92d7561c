/** What the analysis and the knowledge need before they are shown. */
import { loadStyle } from "../../shell/style.js";
import { loadTexts } from "../../text/text.js";

/** Resolves when the texts are there and the stylesheets apply. */
export const ready = Promise.all([
  loadTexts("analysis"),
  loadStyle(new URL("../../cards/lines.css", import.meta.url)),
  loadStyle(new URL("./analysis.css", import.meta.url)),
]);
