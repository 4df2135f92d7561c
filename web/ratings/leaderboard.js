/** The leaderboard of a family: pages from the top, or the players around oneself. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html, useState } from "../html.js";
import { Choices } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { PlayerName } from "../players/picture.js";
import { nameOf, playerOf } from "../shell/players.js";
import { PATIENCE, readOnce, useLoaded } from "../shell/requests.js";
import { Scene } from "../shell/scene.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { numberText, t } from "../text/text.js";
import { ratingText } from "./rating.js";

const POOLS = ["people", "bots"];
const LIMIT = 50; // players

/** @typedef {{rank: number | null, username: string, display_name: string | null, picture?: string | null, rating: number, uncertainty: number, games: number}} Ranked */

export default function Leaderboard() {
  useSharedStyle();
  useStyle(new URL("./ratings.css", import.meta.url));
  useTitle(t("ratings.leaderboard"));
  const { account } = useStore(session.standing);
  const [shown, show] = useState({ family: "", pool: "people", cursor: "", isAround: false });
  const { pool, cursor, isAround } = shown;
  const { data, error, reload } = useLoaded(
    async (signal) => {
      const families = (await readOnce("/leaderboards")).families.map(({ family }) => family);
      const family = shown.family || families[0];
      const around = isAround ? account?.username : undefined;
      const query = { pool, limit: LIMIT, cursor: cursor || undefined, around };
      const options = { params: { family }, query, signal, patience: PATIENCE };
      return { families, ...(await /** @type {any} */ (session.client).get("/leaderboards/{family}", options)) };
    },
    [shown.family, pool, cursor, isAround],
  );
  const isMissing = error instanceof Problem && error.code === "not_on_leaderboard";
  /** @param {Partial<typeof shown>} changes */
  const change = (changes) => show({ ...shown, cursor: "", isAround: false, ...changes });
  /** @param {string | null | undefined} address */
  const page = (address) =>
    address ? () => change({ cursor: new URL(address).searchParams.get("cursor") ?? "" }) : null;
  const families = /** @type {string[]} */ (data?.families ?? []);
  const rows = /** @type {Ranked[]} */ (error ? [] : (data?.results ?? []));
  return html`
    <div class="narrow">
      <${Scene} picture=${new URL("../learn/pictures/book.svg", import.meta.url)} title=${t("ratings.leaderboard")}
          lead=${t("ratings.leaderboard_lead", { days: data?.active_days ?? 30 })}>
        <a class="button primary" href="/match">${t("start.way_match")}</a>
      <//>
      <${Choices}
        legend=${t("ratings.family")}
        options=${families.map((value) => ({ value, label: t(`ratings.family_${value}`) }))}
        value=${shown.family || families[0]}
        onChange=${(/** @type {string} */ value) => change({ family: value })}
      />
      <${Choices}
        legend=${t("ratings.pool")}
        options=${POOLS.map((value) => ({ value, label: t(`ratings.pool_${value}`) }))}
        value=${pool}
        onChange=${(/** @type {string} */ value) => change({ pool: value })}
      />
      ${account &&
      html`<p class="actions">
        <button type="button" onClick=${() => change({ isAround: !isAround })}>
          ${t(isAround ? "ratings.from_the_top" : "ratings.around_me")}
        </button>
      </p>`}
      ${isMissing && html`<p role="status">${t("ratings.not_listed")}</p>`}
      ${error && !isMissing && html`<${Fault} error=${error} retry=${reload} />`}
      ${!data && !error && html`<p class="loading">${t("common.loading")}</p>`}
      ${data && !error && !rows.length && html`<p>${t("ratings.leaderboard_empty")}</p>`}
      ${rows.length > 0 && html`<${Ranks} rows=${rows} own=${account?.username} /><p class="hint">${t("ratings.uncertainty")}</p>`}
      <p class="actions">
        ${button(t("ratings.before"), page(data?.previous))} ${button(t("ratings.more"), page(data?.next))}
      </p>
    </div>
  `;
}

/** @param {{rows: Ranked[], own: string | undefined}} props */
function Ranks({ rows, own }) {
  return html`
    <div class="wide" role="group" aria-label=${t("ratings.leaderboard")} tabindex="0">
      <table class="leaderboard">
        <thead>
          <tr>
            <th scope="col" class="number">${t("ratings.rank")}</th>
            <th scope="col">${t("ratings.player")}</th>
            <th scope="col" class="number">${t("ratings.rating")}</th>
            <th scope="col" class="number">${t("ratings.games")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr key=${row.username} class=${row.username === own ? "own" : ""}>
                <td class="number">${row.rank === null ? "" : numberText(row.rank)}</td>
                <th scope="row"><a href="/players/${row.username}"><${PlayerName} name=${nameOf(playerOf(row))} player=${playerOf(row)} /></a></th>
                <td class="number">${ratingText(row)}</td>
                <td class="number">${numberText(row.games)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {string} label @param {(() => void) | null} onClick */
function button(label, onClick) {
  return onClick && html`<button type="button" onClick=${onClick}>${label}</button>`;
}
