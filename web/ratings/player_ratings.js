/** The ratings of a player on their profile, with the history of one family. */
import { html, useState } from "../html.js";
import { presetName } from "../rules/rule_sets.js";
import { Choices } from "../shell/choices.js";
import { Tick } from "../shell/forms.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStyle } from "../shell/style.js";
import { numberText, t } from "../text/text.js";
import { History } from "./chart.js";
import { ratingText } from "./rating.js";

const LAST = 100; // rated games

/** @typedef {{family: string, rating: number, uncertainty: number, provisional: boolean, certainty: string, games: number}} Rating */

/** @param {{name: string, isOwn: boolean, ratings: Rating[] | null}} props `ratings` of the profile; null if hidden */
export function PlayerRatings({ name, isOwn, ratings }) {
  useStyle(new URL("./ratings.css", import.meta.url));
  return html`
    <section aria-labelledby="ratings">
      <h2 id="ratings">${t("ratings.ratings")}</h2>
      ${ratings === null && !isOwn
        ? html`<p>${t("ratings.hidden")}</p>`
        : html`<${Shown} name=${name} known=${ratings ?? []} isHidden=${ratings === null} />`}
      ${isOwn && session.account?.is_guest === false && html`<${Visibility} isHidden=${ratings === null} />`}
      <p><a href="/leaderboard">${t("ratings.leaderboard")}</a></p>
    </section>
  `;
}

/** @param {{name: string, known: Rating[], isHidden: boolean}} props */
function Shown({ name, known, isHidden }) {
  const [wanted, choose] = useState("");
  const first = [...known].sort((one, other) => other.games - one.games)[0]?.family ?? "go_fish";
  const family = wanted || first;
  const { data, error, reload } = useLoaded(
    async (signal) => {
      if (!known.length && !isHidden) return null;
      const options = { params: { username: name }, query: { family, limit: LAST }, signal, patience: PATIENCE };
      return /** @type {any} */ (session.client).get("/players/{username}/ratings", options);
    },
    [name, family, isHidden],
  );
  const ratings = /** @type {Rating[]} */ (data?.ratings ?? known);
  if (error) return html`<${Fault} error=${error} retry=${reload} />`;
  if (!ratings.length) return html`<p>${t("ratings.none")}</p>`;
  const options = ratings.map((each) => ({ value: each.family, label: t(`ratings.family_${each.family}`) }));
  return html`
    <ul class="plain rating-list">
      ${ratings.map(
        (rating) => html`
          <li key=${rating.family}>
            <span class="number">${t(`ratings.family_${rating.family}`)}: ${ratingText(rating)}</span><br />
            <span class="soft small">
              ${t("ratings.rated_games", { count: rating.games })} · ${t(`ratings.certainty_${rating.certainty}`)}
            </span>
          </li>
        `,
      )}
    </ul>
    <h3>${t("ratings.history")}</h3>
    ${options.length > 1 &&
    html`<${Choices} legend=${t("ratings.family")} options=${options} value=${family} onChange=${choose} />`}
    ${data && html`<${History} entries=${data.results} />`}
    ${data?.by_seats.length > 0 && html`<${BySeats} rows=${data.by_seats} />`}
  `;
}

/** @param {{rows: {preset: string, seats: number, games: number, first: number, mean_place: number}[]}} props */
function BySeats({ rows }) {
  return html`
    <h3>${t("ratings.by_seats")}</h3>
    <div class="wide" role="group" aria-label=${t("ratings.by_seats")} tabindex="0">
      <table>
        <thead>
          <tr>
            ${["family", "seats", "games", "first", "mean_place"].map(
              (name) => html`<th scope="col" key=${name}>${t(`ratings.${name}`)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr key=${`${row.preset} ${row.seats}`}>
                <th scope="row">${presetName(row.preset)}</th>
                ${[row.seats, row.games, row.first, row.mean_place].map((count) => html`<td>${numberText(count)}</td>`)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {{isHidden: boolean}} props */
function Visibility({ isHidden }) {
  const [hidden, setHidden] = useState(isHidden);
  const { run, error } = useAction();
  const change = (/** @type {boolean} */ wanted) => {
    setHidden(wanted);
    run(async () => {
      try {
        await session.client.patch("/me/ratings", { body: { hidden: wanted }, patience: PATIENCE });
      } catch (error) {
        setHidden(!wanted);
        throw error;
      }
    });
  };
  return html`
    ${error && html`<${Fault} error=${error} />`}
    <${Tick} label=${t("ratings.hide")} isOn=${hidden} set=${change} />
  `;
}
