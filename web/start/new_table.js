/** Open a table for people. */
import { html, useState } from "../html.js";
import { PlayAs, useIdentity } from "../players/identity.js";
import { fittingSeats, overlayName, overlaysOf, presetOf, presetOptions, seatOptions, useRuleSets } from "../rules/rule_sets.js";
import { Choices, Select } from "../shell/choices.js";
import { submitted, Tick } from "../shell/forms.js";
import { Fault, Pending } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { clockText } from "./games.js";

const RATED_OVERLAYS = ["series", "play_on"];
const CLOCKS = ["", "30", "60", "180", "86400"]; // seconds

/**
 * @typedef {{visibility: string, seats: number, preset: string, overlays: string[], clock: string,
 *   spectators: boolean, bots: boolean, standIns: boolean, aids: boolean, rated: boolean}} Terms
 */

/** @type {Terms} */
const TERMS = {
  visibility: "private",
  seats: 4,
  preset: "classic",
  overlays: [],
  clock: "60",
  spectators: true,
  bots: true,
  standIns: true,
  aids: false,
  rated: false,
};

export default function NewTable() {
  useSharedStyle();
  useTitle(t("start.way_new"));
  const [terms, setTerms] = useState(TERMS);
  const { data: offered, error: missing, reload } = useRuleSets();
  const { run, running, error } = useAction();
  const identity = useIdentity();
  /** @param {Partial<Terms>} changes */
  const change = (changes) => setTerms({ ...terms, ...changes });
  const open = () =>
    run(async () => {
      await session.needAccount();
      await identity.save();
      const body = /** @type {any} */ (bodyOf(terms));
      const { state } = await session.client.post("/games", { body, patience: PATIENCE });
      navigate(`/games/${state.game}`, { replace: true });
    });
  return html`
    <form class="narrow panel" onSubmit=${submitted(open)}>
      <h1>${t("start.way_new")}</h1>
      ${offered
        ? html`<${Fields} terms=${terms} change=${change} offered=${offered} />`
        : html`<${Pending} error=${missing} retry=${reload} />`}
      <${PlayAs} identity=${identity} />
      ${error && html`<${Fault} error=${error} retry=${open} />`}
      <p>
        <button type="submit" class="primary big" aria-disabled=${running}>${t("start.open_table")}</button>
      </p>
    </form>
  `;
}

/**
 * @param {{terms: Terms, change: (changes: Partial<Terms>) => void,
 *   offered: import("../rules/rule_sets.js").RuleSets}} props
 */
function Fields({ terms, change, offered }) {
  return html`
    <${Choices}
      legend=${t("start.who_may_join")}
      options=${["private", "public"].map((value) => ({
        value,
        label: t(`start.visibility_${value}`),
        hint: t(`start.visibility_${value}_hint`),
      }))}
      value=${terms.visibility}
      onChange=${(/** @type {string} */ visibility) => change({ visibility })}
    />
    <${Choices}
      legend=${t("start.seats")}
      options=${seatOptions(presetOf(offered, terms.preset))}
      value=${String(terms.seats)}
      onChange=${(/** @type {string} */ value) => change({ seats: Number(value) })}
    />
    <${Select}
      label=${t("start.preset")}
      options=${presetOptions(offered)}
      value=${terms.preset}
      onChange=${(/** @type {string} */ preset) =>
        change({
          preset,
          seats: fittingSeats(terms.seats, presetOf(offered, preset)),
          overlays: terms.overlays.filter((overlay) => overlaysOf(offered, preset).includes(overlay)),
        })}
    />
    <${Select}
      label=${t("start.clock")}
      options=${CLOCKS.map((value) => ({ value, label: clockText({ turn_seconds: secondsOf(value) }) }))}
      value=${terms.clock}
      onChange=${(/** @type {string} */ clock) => change({ clock })}
    />
    ${mayBeRated(terms) &&
    html`<${Tick} label=${withHint(t("ratings.make_rated"), t("ratings.make_rated_hint"))} isOn=${terms.rated}
      set=${(/** @type {boolean} */ rated) => change({ rated })} />`}
    <${Extras} terms=${terms} change=${change} overlays=${overlaysOf(offered, terms.preset)} />
  `;
}

/**
 * @param {{terms: Terms, change: (changes: Partial<Terms>) => void, overlays: string[]}} props
 *   `overlays` are those that fit the preset
 */
function Extras({ terms, change, overlays }) {
  /** @param {string} overlay @param {boolean} isOn */
  const toggle = (overlay, isOn) =>
    change({ overlays: isOn ? [...terms.overlays, overlay] : terms.overlays.filter((each) => each !== overlay) });
  return html`
    <details>
      <summary>${t("start.more_rules")}</summary>
      <fieldset>
        <legend>${t("start.table_rules")}</legend>
        <${Tick} label=${t("start.allow_bots")} isOn=${terms.bots} set=${(/** @type {boolean} */ bots) => change({ bots })} />
        <${Tick} label=${t("start.stand_ins")} isOn=${terms.standIns} set=${(/** @type {boolean} */ standIns) => change({ standIns })} />
        <${Tick} label=${t("start.allow_spectators")} isOn=${terms.spectators} set=${(/** @type {boolean} */ spectators) => change({ spectators })} />
        <${Tick} label=${t("start.allow_aids")} isOn=${terms.aids} set=${(/** @type {boolean} */ aids) => change({ aids })} />
      </fieldset>
      <fieldset>
        <legend>${t("start.overlays")}</legend>
        ${overlays.map(
          (overlay) => html`<${Tick} key=${overlay} label=${withHint(overlayName(overlay), t(`start.overlay_${overlay}_hint`))}
            isOn=${terms.overlays.includes(overlay)} set=${(/** @type {boolean} */ isOn) => toggle(overlay, isOn)} />`,
        )}
      </fieldset>
    </details>
  `;
}

/** @param {string} clock one of `CLOCKS` */
const secondsOf = (clock) => (clock ? Number(clock) : null);

/** @param {string} label @param {string} hint */
const withHint = (label, hint) => html`<span>${label}<br /><span class="soft small">${hint}</span></span>`;

/** Return whether such a table of registered people can be rated. @param {Terms} terms */
function mayBeRated({ visibility, overlays, aids }) {
  const isRateable = overlays.every((overlay) => RATED_OVERLAYS.includes(overlay));
  return session.account?.is_guest === false && visibility === "public" && isRateable && !aids;
}

/** @param {Terms} terms */
function bodyOf(terms) {
  const { visibility, seats, preset, overlays, clock, spectators, bots, standIns, aids } = terms;
  return {
    ...{ visibility, seats, preset, overlays, spectators, allow_bots: bots },
    turn_seconds: secondsOf(clock),
    on_abandon: standIns && bots ? "stand_in" : "end",
    ...(aids && { aids }),
    ...(terms.rated && mayBeRated(terms) && { rated: true }),
  };
}
