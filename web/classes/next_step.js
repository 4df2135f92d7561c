/** What a teacher does next: one clear button, with the choices that belong to it. */
import { Main, StepPanel } from "../hosting/step.js";
import { TimeLeft, useTimeLeft } from "../hosting/time_left.js";
import { html, useEffect, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Select } from "../shell/choices.js";
import { Question } from "../shell/dialog.js";
import { numberText, t } from "../text/text.js";
import { direct, formTables, isOpen, start } from "./calls.js";
import { SEATS } from "./new_class.js";

const MINUTES = ["", "5", "10", "15", "20", "30", "45"];

/**
 * @typedef {{group: import("./types.js").Group, act: import("./view.js").Act, running: boolean}} StepProps
 */

/** @param {StepProps} props */
export function NextStep(props) {
  const { group } = props;
  useEffect(() => {
    if (group.status === "between") announce(t("classes.step_between"));
  }, []);
  const step = group.paused && group.status !== "over" ? Paused : STEPS[group.status];
  return html`<${StepPanel}><${step} ...${props} /><//>`;
}

/** @param {StepProps} props */
function Waiting({ group, act, running }) {
  const signedIn = group.places.filter(({ signed_in }) => signed_in).length;
  if (!isOpen(group)) {
    return html`<p>${t("classes.step_closed")}</p>
      <${Main} label=${t("classes.open")} running=${running} onClick=${() => act(() => direct(group.id, "open"), t("classes.opened"))} />`;
  }
  return html`
    <p role="status">${t("classes.step_waiting", { count: signedIn, places: group.size })}</p>
    <${Forming} group=${group} act=${act} running=${running} isEmpty=${signedIn === 0} />
  `;
}

/** Forms tables. @param {StepProps & {isEmpty?: boolean, label?: string}} props */
function Forming({ group, act, running, isEmpty = false, label = t("classes.form") }) {
  const [seats, setSeats] = useState(String(group.seats));
  const [by, setBy] = useState(/** @type {"results" | "lot"} */ (group.round > 0 ? "results" : "lot"));
  const form = () => act(() => formTables(group.id, { by, seats: Number(seats) }), t("classes.formed"));
  return html`<div class="class-choices">
    <${Main} label=${label} running=${running || isEmpty} onClick=${form} />
    <${Select} label=${t("classes.seats")} value=${seats} onChange=${setSeats}
      options=${SEATS.map((count) => ({ value: String(count), label: numberText(count) }))} />
    ${group.round > 0 &&
    html`<${Select} label=${t("classes.by")} value=${by} onChange=${setBy}
      options=${["results", "lot"].map((value) => ({ value, label: t(`classes.by_${value}`) }))} />`}
  </div>`;
}

/** @param {StepProps} props */
function Formed({ group, act, running }) {
  const [minutes, setMinutes] = useState("15");
  const [isForming, formAgain] = useState(false);
  const startAll = () => act(() => start(group.id, minutes ? { minutes: Number(minutes) } : {}), t("classes.started"));
  return html`
    <p>${t("classes.step_formed")}</p>
    <div class="class-choices">
      <${Main} label=${t("classes.start")} running=${running} onClick=${startAll} />
      <${Select} label=${t("classes.minutes")} value=${minutes} onChange=${setMinutes}
        options=${MINUTES.map((value) => ({ value, label: value ? t("classes.minutes_count", { count: Number(value) }) : t("classes.minutes_none") }))} />
      ${!isForming && html`<button type="button" class="quiet" onClick=${() => formAgain(true)}>${t("classes.form_otherwise")}</button>`}
    </div>
    ${isForming && html`<${Forming} group=${group} act=${act} running=${running} label=${t("classes.form_again")} />`}
  `;
}

/** @param {StepProps} props */
function Playing({ group, act, running }) {
  const [asks, ask] = useState(false);
  const left = useTimeLeft(group.round_ends_at, false);
  const over = group.tables.filter(({ status }) => status === "over").length;
  const unopened = group.tables.some(({ game }) => game === null);
  const finish = () => {
    ask(false);
    act(() => direct(group.id, "finish"), t("classes.finished"));
  };
  const isLate = left === 0;
  return html`
    <p class="class-clock"><${TimeLeft} endsAt=${group.round_ends_at} isPaused=${false} />
      <span>${t("classes.step_playing", { count: over, tables: group.tables.length })}</span></p>
    <p class="actions">
      <button type="button" class=${isLate ? "" : "primary big"} aria-disabled=${running}
        onClick=${() => act(() => direct(group.id, "pause"), t("classes.paused"))}>${t("classes.pause")}</button>
      ${unopened && html`<button type="button" aria-disabled=${running} onClick=${() => act(() => start(group.id))}>${t("classes.start_rest")}</button>`}
      <button type="button" class=${isLate ? "primary big" : ""} onClick=${() => ask(true)}>${t("classes.finish")}</button>
    </p>
    ${asks &&
    html`<${Question} title=${t("classes.finish_title")} confirm=${t("classes.finish")} onConfirm=${finish} close=${() => ask(false)} running=${running}>
      <p>${t("classes.finish_text")}</p>
    <//>`}
  `;
}

/** @param {StepProps} props */
function Paused({ group, act, running }) {
  return html`<${Main} label=${t("classes.resume")} running=${running} onClick=${() => act(() => direct(group.id, "resume"), t("classes.goes_on"))} />`;
}

/** @param {StepProps} props */
function Between(props) {
  return html`<p>${t("classes.step_between")}</p><${Forming} ...${props} label=${t("classes.next_round")} />`;
}

/** @param {StepProps} props */
function Over({ group }) {
  return html`<p>${t("classes.step_over")}</p>
    <p class="actions"><a class="button primary big" href=${`/classes/${group.id}/results`}>${t("classes.results")}</a></p>`;
}

const STEPS = { waiting: Waiting, formed: Formed, playing: Playing, between: Between, over: Over };
