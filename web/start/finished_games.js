/** One's finished games, found by rules, result, opponent and date. */
import { html, useState } from "../html.js";
import { presetOptions, useRuleSets } from "../rules/rule_sets.js";
import { Select } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

const LIMIT = 20; // games on a page
const NONE = { preset: "", result: "", player: "", from: "", to: "", cursor: "" };
const RESULTS = ["won", "shared", "lost"];

/** @typedef {import("./games.js").Game} Game */
/** @typedef {typeof NONE} Filters */

/**
 * @param {{children: (game: Game) => any, changes: unknown}} props
 *   `children` shows a game; read again when `changes` changes
 */
export function FinishedGames({ children, changes }) {
  const [filters, setFilters] = useState(NONE);
  const [isWide] = useState(() => matchMedia("(min-width: 48rem)").matches);
  const query = queryOf(filters);
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/games", { query, signal, patience: PATIENCE }),
    [JSON.stringify(query), changes],
  );
  const games = /** @type {Game[] | undefined} */ (data?.results);
  const isFiltered = Object.values({ ...filters, cursor: "" }).some(Boolean);
  /** @param {Partial<Filters>} change */
  const filter = (change) => setFilters({ ...filters, cursor: "", ...change });
  /** @param {string | null | undefined} address @param {string} label */
  const page = (address, label) =>
    address &&
    html`<button type="button" onClick=${() => filter({ cursor: new URL(address).searchParams.get("cursor") ?? "" })}>${label}</button>`;
  return html`<section>
    <h2>${t("start.finished")}</h2>
    <details class="filter-box" open=${isWide}>
      <summary>${t("start.find_games")}</summary>
      <${FilterFields} filters=${filters} filter=${filter} />
    </details>
    ${error && html`<${Fault} error=${error} retry=${reload} />`}
    ${!games && !error && html`<p class="loading">${t("common.loading")}</p>`}
    ${games && !games.length && html`<p role="status">${t("start.none_found")}</p>`}
    <ul class="plain games">${games?.map(children)}</ul>
    <p class="actions">
      ${page(data?.previous, t("start.newer"))} ${page(data?.next, t("start.older"))}
      ${isFiltered && html`<button type="button" class="quiet" onClick=${() => setFilters(NONE)}>${t("start.all_games")}</button>`}
    </p>
  </section>`;
}

/** @param {{filters: Filters, filter: (change: Partial<Filters>) => void}} props */
function FilterFields({ filters, filter }) {
  const { data: offered } = useRuleSets();
  const any = { value: "", label: t("start.any") };
  const presets = offered ? presetOptions(offered).map(({ value, label }) => ({ value, label })) : [];
  const results = RESULTS.map((value) => ({ value, label: t(`start.${value}_games`) }));
  return html`<div class="filters">
    <${Select} label=${t("start.preset")} options=${[any, ...presets]} value=${filters.preset}
      onChange=${(/** @type {string} */ preset) => filter({ preset })} />
    <${Select} label=${t("start.result")} options=${[any, ...results]} value=${filters.result}
      onChange=${(/** @type {string} */ result) => filter({ result })} />
    <${Input} name="player" label=${t("start.opponent")} filters=${filters} filter=${filter} />
    <${Input} name="from" label=${t("start.from_date")} type="date" filters=${filters} filter=${filter} />
    <${Input} name="to" label=${t("start.to_date")} type="date" filters=${filters} filter=${filter} />
  </div>`;
}

/**
 * @param {{name: "player" | "from" | "to", label: string, type?: string, filters: Filters,
 *   filter: (change: Partial<Filters>) => void}} props
 */
function Input({ name, label, type = "text", filters, filter }) {
  const id = `filter-${name}`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} type=${type} value=${filters[name]} maxlength="30" autocomplete="off" autocapitalize="off" spellcheck=${false}
      onChange=${(/** @type {any} */ { target }) => filter({ [name]: target.value.trim() })} />
  </div>`;
}

/** Return the parameters of the API. Days are those of the player's clock. @param {Filters} filters */
function queryOf({ preset, result, player, from, to, cursor }) {
  return {
    mine: true,
    status: /** @type {const} */ ("over"),
    limit: LIMIT,
    preset: /** @type {any} */ (preset || undefined),
    result: /** @type {any} */ (result || undefined),
    player: player || undefined,
    created_after: from ? new Date(`${from}T00:00`).toISOString() : undefined,
    created_before: to ? dayAfter(to).toISOString() : undefined,
    cursor: cursor || undefined,
  };
}

/** @param {string} day such as `2026-01-31` */
function dayAfter(day) {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}
