/** What a director does next, and what happens by itself if they do nothing. */
import { Main, StepPanel } from "../hosting/step.js";
import { html } from "../html.js";
import { t } from "../text/text.js";
import { direct, stepOf, takesPart } from "./calls.js";
import { Finished } from "./tables.js";
import { Countdown, isPlayedLast, whereText } from "./view.js";

const MORE_MINUTES = 10; // of an arena

/** @typedef {{tournament: import("./calls.js").Tournament, act: import("./calls.js").Act, running: boolean}} StepProps */

/** @param {StepProps} props */
export function NextStep({ tournament, act, running }) {
  const { id, confirmed, players, players_min: least } = tournament;
  const step = stepOf(tournament);
  /** @param {"begin" | "pause" | "resume"} action @param {string} label @param {boolean} [isEarly] nothing to begin with */
  const main = (action, label, isEarly = false) =>
    html`<${Main} label=${t(label)} running=${running || isEarly} onClick=${() => act(() => direct(id, { action }))} />`;
  /** @param {string} address @param {string} label */
  const link = (address, label) => html`<a class="button primary big" href=${address}>${t(label)}</a>`;
  const pause = html`<button type="button" aria-disabled=${running} onClick=${() => act(() => direct(id, { action: "pause" }))}>
    ${t("tournaments.pause_all")}</button>`;
  const mayHasten = !takesPart(tournament);
  const buttons = {
    gather: () => link("#joining", "tournaments.bring_players"),
    begin: () => (mayHasten ? main("begin", "tournaments.begin") : link("#joining", "tournaments.bring_players")),
    confirm: () => html`${mayHasten && main("begin", "tournaments.begin_round", confirmed < 2)} ${pause}`,
    play: () => main("pause", "tournaments.pause_all"),
    arena: () => main("pause", "tournaments.pause_all"),
    paused: () => main("resume", "classes.resume"),
    over: () => link(`/tournaments/${id}/results`, "classes.results"),
    cancelled: () => link("/tournaments/new", "tournaments.new"),
  };
  return html`<${StepPanel}>
    <p role="status">${whereText(tournament)} ${t(step === "play" && isPlayedLast(tournament) ? "tournaments.last_round" : `tournaments.step_${step}`, { players, least })}
      ${["begin", "confirm"].includes(step) && !mayHasten && ` ${t("tournaments.you_play_too")}`}</p>
    ${step === "play" && html`<${Finished} tournament=${tournament} />`}
    <${Countdown} tournament=${tournament} />
    <p class="actions">
      ${buttons[step]()}
      ${["play", "confirm", "arena"].includes(step) && tournament.format !== "round_robin" && html`<${Extend} ...${{ tournament, act, running }} />`}
    </p>
  <//>`;
}

/** @param {StepProps} props */
function Extend({ tournament: { id, format }, act, running }) {
  const by = format === "arena" ? MORE_MINUTES : 1;
  return html`<button type="button" aria-disabled=${running} onClick=${() => act(() => direct(id, { action: "extend", by }))}>
    ${t(format === "arena" ? "tournaments.more_minutes" : "tournaments.more_rounds", { count: by })}</button>`;
}
