/** A placeholder. */
import { html } from "../html.js";

/** @param {import("../shell/routes.js").ViewProps} _ */
export default function Placeholder(_) {
  return html`<h1>watch</h1>`;
}
