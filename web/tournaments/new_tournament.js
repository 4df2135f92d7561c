/** The form for a new tournament. */
import { html, useId, useState } from "../html.js";
import { presetName, presetOf, useRuleSets } from "../rules/rule_sets.js";
import { Choices, Select } from "../shell/choices.js";
import { Fault, Pending } from "../shell/faults.js";
import { submitted, Tick } from "../shell/forms.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { numberText, t } from "../text/text.js";
import { ForPeople } from "./for_people.js";
import { bodyOf, hasRounds, localTime, mayBeRated, usualTerms } from "./terms_of_new.js";

const FORMATS = ["rounds", "round_robin", "arena"];
const SEATS = [2, 3, 4, 5, 6];
const CLOCKS = ["20", "30", "60", "120"]; // seconds
const DAYS_AHEAD = 60;
const DAY = 24 * 3600_000; // milliseconds
const MOST_ROUNDS = 30;
const MOST_PLAYERS = 1000;

export default function NewTournament() {
  useSharedStyle();
  useTitle(t("tournaments.new"));
  return html`<div class="narrow">
    <h1>${t("tournaments.new")}</h1>
    <p class="lead">${t("tournaments.new_lead")}</p>
    <${ForPeople} view=${Form} />
  </div>`;
}

function Form() {
  const [terms, setTerms] = useState(() => usualTerms(session.client.now()));
  const { data: offered, error: missing, reload } = useRuleSets();
  const { run, running, error } = useAction();
  /** @param {keyof typeof terms} name */
  const set = (name) => (/** @type {any} */ value) => setTerms({ ...terms, [name]: value });
  const open = () =>
    run(async () => {
      const body = /** @type {import("./calls.js").Schemas["NewTournamentRequest"]} */ (bodyOf(terms));
      const { id } = await session.client.post("/tournaments", { body, patience: PATIENCE });
      navigate(`/tournaments/${id}/direct`, { replace: true });
    });
  /** @param {"format" | "entry" | "kinds"} name @param {string[]} values */
  const choices = (name, values) => html`<${Choices} legend=${t(`tournaments.${name}`)} value=${terms[name]} onChange=${set(name)}
    options=${values.map((value) => ({ value, label: t(`tournaments.${name}_${value}_name`), hint: t(`tournaments.${name}_${value}_hint`) }))} />`;
  /** @param {keyof typeof terms} name @param {object} [limits] */
  const field = (name, limits) => html`<${Field} label=${t(`tournaments.field_${name}`)} value=${terms[name]} set=${set(name)} limits=${limits} />`;
  if (!offered) return html`<${Pending} error=${missing} retry=${reload} />`;
  const now = session.client.now();
  const presets = offered.presets.filter(({ players_min: least }) => least <= 2); // tables may get smaller
  const seats = SEATS.filter((count) => count <= presetOf(offered, terms.preset).players_max).map(String);
  return html`<form class="panel" onSubmit=${submitted(open)}>
    ${field("name", { maxlength: 30, autocomplete: "off" })}
    ${choices("format", FORMATS)}
    ${hasRounds(terms) && field("rounds", { type: "number", min: 1, max: MOST_ROUNDS })}
    ${terms.format === "arena" && field("minutes", { type: "number", min: 5, max: 720 })}
    <${Choices} legend=${t("classes.seats")} value=${terms.seats} onChange=${set("seats")}
      options=${seats.map((value) => ({ value, label: numberText(Number(value)) }))} />
    ${field("at", { type: "datetime-local", min: localTime(now), max: localTime(now + DAYS_AHEAD * DAY) })}
    ${choices("entry", ["open", "code", "invited"])}
    <details>
      <summary>${t("classes.more")}</summary>
      ${choices("kinds", ["people", "both", "bots"])}
      ${terms.format === "rounds" &&
      html`<${Select} label=${t("tournaments.late")} value=${terms.late} onChange=${set("late")}
        options=${Array.from({ length: Math.min(Number(terms.rounds) || 0, MOST_ROUNDS) + 1 }, (_, round) => ({
          value: String(round),
          label: round ? t("tournaments.late_until", { round }) : t("tournaments.late_never"),
        }))} />`}
      <${Select} label=${t("classes.clock")} value=${terms.clock} onChange=${set("clock")}
        options=${CLOCKS.map((value) => ({ value, label: t("classes.clock_seconds", { count: Number(value) }) }))} />
      <${Select} label=${t("classes.preset")} value=${terms.preset}
        onChange=${(/** @type {string} */ preset) =>
          setTerms({ ...terms, preset, seats: String(Math.min(Number(terms.seats), presetOf(offered, preset).players_max)) })}
        options=${presets.map(({ name }) => ({ value: name, label: presetName(name) }))} />
      ${field("least", { type: "number", min: 2, max: Math.min(Number(terms.most) || 2, MOST_PLAYERS) })}
      ${field("most", { type: "number", min: Math.max(2, Number(terms.seats) - 1), max: MOST_PLAYERS })}
      ${mayBeRated(terms) && html`<${Tick} label=${t("tournaments.make_rated")} isOn=${terms.rated} set=${set("rated")} />`}
    </details>
    ${error && html`<${Fault} error=${error} />`}
    <p><button type="submit" class="primary big" aria-disabled=${running}>${t("tournaments.open")}</button></p>
  </form>`;
}

/** @param {{label: string, value: string, set: (value: string) => void, limits: object}} props */
function Field({ label, value, set, limits }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} value=${value} required ...${limits} onInput=${(/** @type {any} */ event) => set(event.currentTarget.value)} />
  </div>`;
}
