/** The end of a tournament as a player sees it: the own place with a medal or a kind line, and what comes next. */
import { html } from "../html.js";
import { Picture } from "../players/picture.js";
import { useLoaded } from "../shell/requests.js";
import { numberText, t } from "../text/text.js";
import { readPage } from "./calls.js";
import { isRanked, withoutGaps } from "./standings.js";

const MOST_LINES = 100; // that are looked through for a player's own

/** @param {{tournament: import("./calls.js").Tournament, own: string | undefined}} props */
export function Ended({ tournament: { id, me, status, version }, own }) {
  const { data } = useLoaded(
    async (signal) => (status === "over" && me?.place ? readPage(id, "standings", { limit: MOST_LINES }, signal) : null),
    [id, status, version, own],
  );
  const lines = withoutGaps(data?.results ?? []);
  const line = isRanked(lines) && !me?.removal ? lines.find(({ player }) => player.username === own) : undefined;
  const players = lines.length;
  const place = line?.place ?? 0;
  const hasMedal = place === 1 || (place <= 3 && place < players);
  return html`
    ${line &&
    html`${hasMedal && html`<div class="medals plain" aria-hidden="true"><div><${Picture} name=${line.player.picture} /><b class=${`medal place-${place}`}>${numberText(place)}</b></div></div>`}
      <p class="lead" role="status"><strong>${t(place === 1 ? "tournaments.end_1" : "tournaments.end_place", { place, players })}</strong>
        ${!hasMedal && html`<br />${t("tournaments.end_kind")}`}</p>`}
    <p class="actions">
      ${status === "over" && html`<a class="button primary big" href=${`/tournaments/${id}/results`}>${t("classes.results")}</a>`}
      <a class=${`button ${status === "over" ? "" : "primary"}`} href="/tournaments">${t("tournaments.title")}</a>
    </p>
  `;
}
