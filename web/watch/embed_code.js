/** The markup with which other pages show a game. */
import { html } from "../html.js";
import { t } from "../text/text.js";

/** @param {{id: string}} props */
export function EmbedCode({ id }) {
  const markup = `<iframe src="${location.origin}/embed/${id}" width="720" height="640" title="Go Fish"></iframe>`;
  return html`<details class="embed-code">
    <summary>${t("watch.embed")}</summary>
    <div class="field">
      <label for="embed-code">${t("watch.embed_label")}</label>
      <input id="embed-code" readonly value=${markup} onFocus=${(/** @type {any} */ { target }) => target.select()} />
    </div>
  </details>`;
}
