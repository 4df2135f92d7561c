/** The children of a class, and what a teacher does for one of them. */
import { html, useState } from "../html.js";
import { Dialog, Question } from "../shell/dialog.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { formTables, free, move, renewCodes } from "./calls.js";
import { CodeQr, written } from "./code.js";

/**
 * @typedef {import("./types.js").Group} Group
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Table} Table
 */

/** The children without a table: before the first round all of them. @param {{group: Group, choose: (place: number) => void}} props */
export function Children({ group, choose }) {
  const hasTables = group.status !== "waiting";
  const shown = group.places.filter((place) => !hasTables || !isSeated(group, place));
  if (!shown.length || group.status === "over") return null;
  return html`<section aria-labelledby="class-children">
    <h2 id="class-children">${t(hasTables ? "classes.without_table" : group.kind === "party" ? "classes.names" : "classes.children")}</h2>
    <ul class="plain class-children">
      ${shown.map(
        (place) => html`<li key=${place.number}>
          <button type="button" class=${`child ${place.signed_in ? "in" : "out"}`} onClick=${() => choose(place.number)}>
            <span>${place.name}</span>
            <small>${t(stateOf(place))}</small>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {Place} place */
const stateOf = ({ signed_in }) => (signed_in ? "classes.in" : "classes.not_in");

/** Whether a child is on a seat themselves. @param {Group} group @param {Place} place */
const isSeated = ({ tables }, { number }) =>
  tables.some(({ status, seats }) => seats.some((seat) => seat.place === number && (!seat.bot || status === "over")));

/**
 * @param {{group: Group, place: Place, act: import("./view.js").Act, running: boolean, refusal: unknown,
 *   look: () => void, close: () => void}} props
 */
export function ChildDialog({ group, place, act, running, refusal, look, close }) {
  const { run, error } = useAction();
  const [code, setCode] = useState("");
  const [isFreeing, askToFree] = useState(false);
  const { number } = place;
  const own = group.tables.find((table) => table.seats.some((seat) => seat.place === number));
  const seatAt = async (/** @type {number | null} */ table) => {
    await act(() =>
      table !== null && isFormed
        ? formTables(group.id, { by: "hand", tables: arranged(group.tables, number, table), seats: group.seats })
        : move(group.id, number, table),
    );
    close();
  };
  const isFormed = place.signed_in && group.status === "formed";
  const isPlaying = place.signed_in && group.status === "playing";
  const goals = group.tables.filter((table) => mayGoTo(table, number, isFormed));
  const rename = () =>
    run(async () => {
      await session.client.post("/classes/{class_id}/places/{place}/name", { params: { class_id: group.id, place: number }, patience: PATIENCE });
      look();
    });
  const renew = () =>
    run(async () => {
      const { codes } = await renewCodes(group.id, { places: [number] });
      setCode(codes[0]?.code ?? "");
    });
  if (isFreeing) {
    const confirm = async () => {
      await act(() => free(group.id, number), t("classes.freed"));
      close();
    };
    return html`<${Question} title=${t("classes.free_title", { name: place.name })} confirm=${t("classes.free")} onConfirm=${confirm}
      close=${() => askToFree(false)} running=${running}>
      <p>${t(`classes.free_text_${group.kind}`)}</p>
    <//>`;
  }
  return html`<${Dialog} title=${place.name} close=${close}>
    <p>${own ? t("classes.at_table", { number: own.number }) : t("classes.at_no_table")} · ${t(stateOf(place))}</p>
    ${Boolean(error ?? refusal) && html`<${Fault} error=${error ?? refusal} />`}
    ${(isFormed || isPlaying) &&
    html`<h3>${t("classes.seat_at")}</h3>
      ${goals.length === 0 && html`<p class="hint">${t("classes.no_goal")}</p>`}
      <p class="actions">
        ${goals.map(
          (table) => html`<button type="button" key=${table.number} aria-disabled=${running}
            onClick=${() => seatAt(table.number)}>${t("classes.table", { number: table.number })}</button>`,
        )}
        ${isPlaying && isSeated(group, place) && html`<button type="button" aria-disabled=${running} onClick=${() => seatAt(null)}>${t("classes.take_off")}</button>`}
      </p>`}
    ${code && html`<div class="new-code"><${CodeQr} code=${code} /> <strong class="code">${written(code)}</strong></div>`}
    ${group.status !== "over" &&
    html`<p class="actions">
      <button type="button" onClick=${rename}>${t("classes.another_name")}</button>
      <button type="button" onClick=${renew}>${t("classes.new_code")}</button>
      ${(group.kind === "party" || place.signed_in) &&
      html`<button type="button" class="danger" onClick=${() => askToFree(true)}>${t("classes.free")}</button>`}
    </p>
    <p class="hint">${t("classes.new_code_hint")}</p>`}
  <//>`;
}

/** Whether a child can sit down at a table. @param {Table} table @param {number} place @param {boolean} isFormed */
function mayGoTo(table, place, isFormed) {
  const isThere = table.seats.some((seat) => seat.place === place && !seat.bot);
  if (isThere) return false;
  const children = table.seats.filter((seat) => seat.place !== null).length;
  return isFormed ? children < 6 : table.status === "playing" && table.seats.some(({ bot }) => bot);
}

/**
 * Return the places by table after a child was put at another one.
 * @param {readonly Table[]} tables @param {number} place @param {number} goal the number of a table
 */
function arranged(tables, place, goal) {
  return tables
    .map(({ number, seats }) => {
      const others = seats.flatMap((seat) => (seat.place === null || seat.place === place ? [] : [seat.place]));
      return number === goal ? [...others, place] : others;
    })
    .filter((places) => places.length > 0);
}
