/** The stylesheets of views without a seat. */
import { loadStyle } from "../shell/style.js";

/** Resolves when they apply. */
export const styles = Promise.all([
  loadStyle(new URL("../cards/cards.css", import.meta.url)),
  loadStyle(new URL("../table/table.css", import.meta.url)),
  loadStyle(new URL("./watch.css", import.meta.url)),
]);
