/** Why a page no longer follows a game whose stream has ended for good, and where to go. */

import { html } from "../html.js";
import { session } from "../shell/session.js";
import { useTitle } from "../shell/title.js";
import { hasText, t } from "../text/text.js";

/** Ends that the game itself shows. */
const SHOWN = new Set(["game_over", "game_closed"]);

/**
 * Return a sentence, or "" while the page follows the game, and after its end.
 * @param {string | null} end the reason
 */
export function endText(end) {
  if (end === null || SHOWN.has(end)) return "";
  const key = `table.end.${end}`;
  return t(hasText(key) ? key : "table.stream_ended");
}

/** @param {{end: string | null}} props */
export function StreamEnd({ end }) {
  const text = endText(end);
  return text && html`<div class="fault" role="alert">
    <p>${text}</p>
    <p class="actions">
      <button type="button" onClick=${() => location.reload()}>${t("table.load_again")}</button>
      ${!session.pupil && html`<a class="button quiet" href="/">${t("common.to_start")}</a>`}
    </p>
  </div>`;
}

/** What a player sees whose seat was freed before the start. */
export function SeatLost() {
  useTitle(t("table.seat_lost_title"));
  return html`<div class="narrow panel" role="alert">
    <h1>${t("table.seat_lost_title")}</h1>
    <p>${t("table.end.seat_left")}</p>
    ${!session.pupil && html`<p class="actions">
      <a class="button primary" href="/lobby">${t("table.other_tables")}</a>
      <a class="button" href="/">${t("common.to_start")}</a>
    </p>`}
  </div>`;
}
