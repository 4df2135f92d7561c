/**
 * The sheet of codes to print and cut: a card with a QR code for each pupil, or one for a party. It
 * leaves the screen when the tables are formed: children may see that. While one of them is missing, a
 * button shows it.
 */
import { html, useState } from "../html.js";
import { t } from "../text/text.js";
import { CodeQr, typedAddress, written } from "./code.js";

/** @param {{group: import("./types.js").Group, issued: import("./calls.js").Issued}} props */
export function CodeCards({ group, issued }) {
  const { codes, partyCode } = issued;
  const [isAskedFor, show] = useState(false);
  const isLate = !["waiting", "over"].includes(group.status) && group.places.filter(({ signed_in }) => signed_in).length < group.size;
  const isShown = group.status === "waiting" || (isLate && isAskedFor);
  return html`${isLate && html`<p class="actions no-print">
    <button type="button" aria-expanded=${isAskedFor} onClick=${() => show(!isAskedFor)}>${t("classes.show_cards")}</button></p>`}
  <section class=${isShown ? "class-cards" : "class-cards print-only"} aria-labelledby="class-cards">
    <h2 id="class-cards">${t("classes.cards_of", { name: group.name })}</h2>
    ${partyCode &&
    html`<div class="card-party">
      <${CodeQr} code=${partyCode} />
      <p>${t("classes.card_address", { address: typedAddress() })}<br /><strong class="code">${written(partyCode)}</strong></p>
    </div>`}
    <ul class="plain">
      ${codes.map(
        ({ place, name, code }) => html`<li key=${place} class="code-card">
          <${CodeQr} code=${code} />
          <p>
            <strong class="card-name">${name}</strong>
            <span>${t("classes.card_address", { address: typedAddress() })}</span>
            <strong class="code">${written(code)}</strong>
            <span class="soft">${t("classes.card_number", { name: group.name, number: place })}</span>
          </p>
        </li>`,
      )}
    </ul>
  </section>`;
}
