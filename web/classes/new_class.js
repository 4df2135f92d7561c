/** The form for a new class or party. */
import { html, useId, useState } from "../html.js";
import { presetName, presetOf, useRuleSets } from "../rules/rule_sets.js";
import { Choices, Select } from "../shell/choices.js";
import { Fault, Pending } from "../shell/faults.js";
import { submitted, Tick } from "../shell/forms.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { LANGUAGES, language, numberText, t } from "../text/text.js";
import { keepCodes, wordOf } from "./calls.js";

const CLOCKS = ["", "30", "60", "120"]; // seconds
const KEPT = ["1", "7", "30", "180", "366"]; // days
export const SEATS = [3, 4, 5, 6];
const MOST_PLACES = 60;

export function NewClass() {
  const id = useId();
  const [terms, setTerms] = useState({
    ...{ name: "", kind: "class", places: "24", language: language(), preset: "classic" },
    ...{ seats: "4", clock: "", emotes: false, kept: "30" },
  });
  const { data: offered, error: missing, reload } = useRuleSets();
  const { run, running, error } = useAction();
  const word = (/** @type {string} */ key) => wordOf(key, terms.kind === "party");
  /** @param {keyof typeof terms} name */
  const set = (name) => (/** @type {any} */ value) => setTerms({ ...terms, [name]: value });
  const make = () =>
    run(async () => {
      const { name, kind, language: spoken, preset, emotes } = terms;
      const body = {
        ...{ name: name.trim(), kind, language: spoken, preset, emotes },
        ...{ places: Number(terms.places), seats: Number(terms.seats), keep_days: Number(terms.kept) },
        turn_seconds: terms.clock ? Number(terms.clock) : null,
      };
      const made = await session.client.post("/classes", { body: /** @type {import("./types.js").Schemas["NewClassRequest"]} */ (body), patience: PATIENCE });
      keepCodes(made.id, made);
      navigate(`/classes/${made.id}`);
    });
  if (!offered) return html`<${Pending} error=${missing} retry=${reload} />`;
  // Tables have three to six seats, give or take one child.
  const presets = offered.presets.filter(({ players_min: least, players_max: most }) => least <= 3 && most >= 4);
  const { players_max: most } = presetOf(offered, terms.preset);
  return html`<form class="panel" onSubmit=${submitted(make)}>
    <h2>${t("classes.new")}</h2>
    <${Choices} legend=${t("classes.kind")} value=${terms.kind} onChange=${set("kind")}
      options=${["class", "party"].map((value) => ({ value, label: t(`classes.kind_${value}`), hint: t(`classes.kind_${value}_hint`) }))} />
    <div class="field">
      <label for=${`${id}-name`}>${t("classes.name")}</label>
      <input id=${`${id}-name`} value=${terms.name} required maxlength="30" autocomplete="off" aria-describedby=${`${id}-name-hint`}
        onInput=${(/** @type {any} */ event) => set("name")(event.currentTarget.value)} />
      <p class="hint" id=${`${id}-name-hint`}>${word("name_hint")}</p>
    </div>
    <div class="field">
      <label for=${`${id}-places`}>${word("places")}</label>
      <input id=${`${id}-places`} type="number" min="2" max=${MOST_PLACES} required value=${terms.places}
        onInput=${(/** @type {any} */ event) => set("places")(event.currentTarget.value)} />
    </div>
    <${Select} label=${t("classes.language")} value=${terms.language} onChange=${set("language")}
      options=${Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))} />
    <details>
      <summary>${t("classes.more")}</summary>
      <${Select} label=${t("classes.preset")} value=${terms.preset} onChange=${set("preset")}
        options=${presets.map(({ name }) => ({ value: name, label: presetName(name) }))} />
      <${Choices} legend=${t("classes.seats")} value=${terms.seats} onChange=${set("seats")}
        options=${SEATS.filter((count) => count <= most).map((count) => ({ value: String(count), label: numberText(count) }))} />
      <${Select} label=${t("classes.clock")} value=${terms.clock} onChange=${set("clock")}
        options=${CLOCKS.map((value) => ({ value, label: value ? t("classes.clock_seconds", { count: Number(value) }) : t("classes.clock_none") }))} />
      <${Tick} label=${t("classes.emotes")} isOn=${terms.emotes} set=${set("emotes")} />
      <${Select} label=${t("classes.kept")} value=${terms.kept} onChange=${set("kept")}
        options=${KEPT.map((value) => ({ value, label: t("classes.days", { count: Number(value) }), hint: t("classes.kept_hint") }))} />
    </details>
    ${error && html`<${Fault} error=${error} />`}
    <p><button type="submit" class="primary big" aria-disabled=${running}>${t("classes.make")}</button></p>
  </form>`;
}
