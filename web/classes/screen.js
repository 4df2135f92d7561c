/** What a projector shows to the whole room, readable from the last row, with or without names. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { useFullScreen } from "../shell/full_screen.js";
import { useTitle } from "../shell/title.js";
import { numberText, t } from "../text/text.js";
import { isOpen } from "./calls.js";
import { CodeQr, typedAddress, written } from "./code.js";
import { usePolled } from "../hosting/polled.js";
import { useHostingStyle } from "../hosting/style.js";
import { isActing, isWinner } from "./tables.js";
import { TimeLeft } from "../hosting/time_left.js";

const POLL = 2000; // milliseconds

/** @typedef {import("./types.js").Group} Group */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Screen({ params, fragment }) {
  const id = params["id"] ?? "";
  useHostingStyle();
  const { data: group, error, look } = usePolled("/classes/{class_id}", { class_id: id }, POLL);
  const [hasNames, showNames] = useState(true);
  const [partyCode = null] = fragment.keys(); // of the page that has made it
  useTitle(group?.name ?? t("classes.title"));
  if (!group) return error ? html`<h1>${t("classes.title")}</h1><${Fault} error=${error} retry=${look} />` : html`<p class="loading" role="status">${t("common.loading")}</p>`;
  const hasTables = group.tables.length > 0 && group.status !== "waiting";
  return html`<div class=${`class-screen tables-${Math.min(group.tables.length, 12)}`}>
    <header>
      <h1>${group.name}</h1>
      ${group.round > 0 && html`<p>${t("classes.round", { round: group.round })}</p>`}
      ${group.status === "playing" && html`<p class="screen-clock"><${TimeLeft} endsAt=${group.round_ends_at} isPaused=${group.paused} /></p>`}
      <p class="screen-tools">
        <button type="button" aria-pressed=${hasNames} onClick=${() => showNames(!hasNames)}>${t("classes.names")}</button>
        <${FullScreen} />
      </p>
    </header>
    ${group.paused && html`<p class="screen-paused" role="status">${t("classes.paused_screen")}</p>`}
    ${group.status === "over"
      ? html`<p class="screen-big">${t("classes.over_pupil")}</p>`
      : hasTables
        ? html`<${ScreenTables} group=${group} hasNames=${hasNames} />`
        : html`<${Arriving} group=${group} partyCode=${partyCode} hasNames=${hasNames} />`}
  </div>`;
}

/** @param {{group: Group, partyCode: string | null, hasNames: boolean}} props */
function Arriving({ group, partyCode, hasNames }) {
  const present = group.places.filter(({ signed_in }) => signed_in);
  return html`<div class="screen-arriving">
    <div>
      <p>${t(isOpen(group) ? "classes.screen_open" : "classes.screen_shut")}</p>
      ${isOpen(group) && html`<p class="screen-big">${typedAddress()}</p>`}
      ${partyCode && html`<p class="screen-big code">${written(partyCode)}</p>`}
      <p class="screen-count" role="status">${t("classes.signed_in_of", { count: present.length, places: group.size })}</p>
    </div>
    ${partyCode && html`<${CodeQr} code=${partyCode} />`}
    ${hasNames && html`<ul class="plain">${present.map(({ number, name }) => html`<li key=${number}>${name}</li>`)}</ul>`}
  </div>`;
}

/** @param {{group: Group, hasNames: boolean}} props */
function ScreenTables({ group, hasNames }) {
  return html`<ul class="plain screen-tables">
    ${group.tables.map(
      (table) => html`<li key=${table.number} class=${table.status}>
        <h2>${t("classes.table", { number: table.number })}</h2>
        <ol class="plain">
          ${table.seats.map((seat) => {
            const name = seat.place === null ? t("classes.bot") : hasNames ? seat.name : t("classes.seat", { number: seat.seat + 1 });
            const marks = [isActing(table, seat) && "acting", isWinner(table, seat) && "winner"].filter(Boolean).join(" ");
            return html`<li key=${seat.seat} class=${marks}>
              <span>${name}${marks && html`<span class="visually-hidden"> (${t(marks === "acting" ? "classes.turn" : "classes.first")})</span>`}</span>
              ${table.status !== "formed" && html`<b>${numberText(table.scores?.[seat.seat] ?? 0)}</b>`}
            </li>`;
          })}
        </ol>
      </li>`,
    )}
  </ul>`;
}

function FullScreen() {
  const { isFull, fill } = useFullScreen();
  if (!fill) return null;
  return html`<button type="button" aria-pressed=${isFull} onClick=${fill}>${t("classes.full_screen")}</button>`;
}
