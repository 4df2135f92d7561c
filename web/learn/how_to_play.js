/** How to play: five pictures with a sentence or two, then the kinds of games and of bots. */
import { html, useState } from "../html.js";
import { levelOptions, overlayName, presetName, presetOptions, useRuleSets } from "../rules/rule_sets.js";
import { ruleLines } from "../rules/rules_summary.js";
import { Fault, Pending } from "../shell/faults.js";
import { useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { listText, t } from "../text/text.js";
import { FirstGameButton } from "./first_game.js";

const PICTURES = ["rank", "ask", "give", "fish", "book"];

export default function HowToPlay() {
  useStyle(new URL("./learn.css", import.meta.url));
  useTitle(t("learn.title"));
  return html`<div class="how-to-play">
    <h1>${t("learn.title")}</h1>
    <p class="lead">${t("learn.lead")}</p>
    <ol class="plain picture-steps">
      ${PICTURES.map((name) => html`<li class="panel" key=${name}>
        <img src=${new URL(`./pictures/${name}.svg`, import.meta.url).href} alt=${t(`learn.picture_${name}`)} width="320" height="220" />
        <div><h2>${t(`learn.step_${name}`)}</h2><p>${t(`learn.step_${name}_text`)}</p></div>
      </li>`)}
    </ol>
    <section class="panel tip"><h2>${t("learn.memory")}</h2><p>${t("learn.memory_text")}</p></section>
    <p class="actions"><${FirstGameButton} /> <a class="button" href="/">${t("learn.play")}</a></p>
    <h2>${t("learn.kinds")}</h2>
    <p>${t("learn.kinds_text")}</p>
    <${Kinds} />
    <p><a href="/docs/rules">${t("learn.specification")}</a></p>
  </div>`;
}

/** The presets, overlays and levels that the server has. */
function Kinds() {
  const { data: offered, error, reload } = useRuleSets();
  if (!offered) return html`<${Pending} error=${error} retry=${reload} />`;
  return html`<div>
    ${presetOptions(offered).map(({ value, label, hint }) => html`<${Preset} key=${value} name=${value} label=${label} hint=${hint}
      about=${offered.presets.find(({ name }) => name === value)} />`)}
    <h2>${t("learn.variations")}</h2>
    <dl class="variations">
      ${offered.overlays.map(({ name, presets }) => html`<div key=${name}>
        <dt>${overlayName(name)}</dt>
        <dd>${t(`start.overlay_${name}_hint`)} <span class="soft">${fits(presets, offered.presets.length)}</span></dd>
      </div>`)}
    </dl>
    <h2>${t("learn.levels")}</h2>
    <dl class="variations">
      ${levelOptions(offered).map(({ value, label, hint }) => html`<div key=${value}><dt>${label}</dt><dd>${hint}</dd></div>`)}
    </dl>
  </div>`;
}

/**
 * A sheet of one preset, whose rules are read when it is opened.
 * @param {{name: string, label: string, hint?: string, about: any}} props
 */
function Preset({ name, label, hint, about }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ { target }) => setOpen(target.open)}>
    <summary>${label}</summary>
    <p>${hint} <span class="soft">${t("learn.players", { least: about.players_min, most: about.players_max })}</span></p>
    ${isOpen && html`<${Sheet} name=${name} />`}
  </details>`;
}

/** @param {{name: string}} props */
function Sheet({ name }) {
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/rulesets/{preset}", { params: { preset: /** @type {any} */ (name) }, signal }),
    [name],
  );
  if (error) return html`<${Fault} error=${error} retry=${reload} />`;
  if (!data) return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  const rules = /** @type {any} */ (data.rules);
  const lines = [...dealLines(rules), ...ruleLines({ rules }, {})];
  return html`<ul>${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
}

/** How many cards are dealt. @param {{deal_table: "all" | Record<string, number>}} rules */
function dealLines({ deal_table: table }) {
  if (table === "all") return [t("learn.deal_all")];
  return [...new Set(Object.values(table))].map((count) => {
    const seats = Object.keys(table).filter((number) => table[number] === count);
    return t("learn.deal", { seats: listText(seats), count });
  });
}

/** @param {string[]} presets @param {number} all */
const fits = (presets, all) => (presets.length === all ? "" : t("learn.fits", { presets: listText(presets.map(presetName)) }));
