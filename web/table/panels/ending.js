/** The end of a game: places, books, and what comes next. */

import { html, useEffect, useRef, useState } from "../../html.js";
import { labelsOf } from "../../shell/players.js";
import { navigate } from "../../shell/router.js";
import { session } from "../../shell/session.js";
import { listText, numberText, t } from "../../text/text.js";
import { ranked } from "./places.js";

const LOOK_EVERY = 10_000; // milliseconds
const MOST_LOOKS = 60;

/**
 * @param {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[]}} props
 */
export function Ending({ following, state, game, names }) {
  const { api, run, isSending } = following;
  const heading = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  useRematch(following, game["rematch"]);
  const result = outcome(state, game);
  // One who has left reads the state as a spectator.
  const you = state.you ?? following.table.players.find(({ player }) => player !== null && player === session.account?.username)?.seat;
  const labels = labelsOf(following.table.players, names.length);
  const places = ranked(result.scores, result.winners);
  const rematch = async () => {
    setAsked(true);
    await run(async () => {
      const answer = await api.rematch();
      navigate(`/games/${answer.state.game}`);
    });
  };
  const isSeries = game.rules["target_score"] !== null;
  return html`<section class="ending panel" aria-labelledby="ending-title">
    <h2 id="ending-title" tabindex="-1" ref=${heading}>${headline(result, names, state.you)}</h2>
    ${state.result && html`<p class="hint">${t(`events.why_over.${state.result["reason"]}`)}</p>`}
    <table>
      <thead><tr>
        <th scope="col">${t("table.place")}</th><th scope="col">${t("table.player")}</th>
        <th scope="col" class="number">${isSeries ? t("table.points_title") : t("table.books_title")}</th>
      </tr></thead>
      <tbody>
        ${places.map(
          ({ seat, place, score }) => html`<tr key=${seat} class=${result.winners.includes(seat) ? "winner" : ""}>
            <td>${numberText(place)}</td>
            <th scope="row">${labels[seat]}${seat === you && html` <span class="badge">${t("table.you")}</span>`}
              ${state.seats[seat]?.left && html` <span class="hint">${t("table.note.left")}</span>`}</th>
            <td class="number">${numberText(score)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="actions">
      ${game["rematch"]
        ? html`<a class="button primary" href=${`/games/${game["rematch"]}`}>${t("table.to_rematch")}</a>`
        : html`<button type="button" class="primary" disabled=${isSending || hasAsked} onClick=${rematch}>${t("table.rematch")}</button>`}
      <a class="button" href=${`/games/${state.game}/replay`}>${t("table.replay")}</a>
      <a class="button" href=${`/games/${state.game}/replay#verify=1`}>${t("table.verify")}</a>
      <a class="button quiet" href="/">${t("common.to_start")}</a>
    </p>
  </section>`;
}

/**
 * Look from time to time whether another player has opened the rematch: the stream has ended.
 * @param {import("../state/follow.js").Following} following
 * @param {string | null} rematch
 */
function useRematch({ refresh }, rematch) {
  const looked = useRef(0);
  useEffect(() => {
    if (rematch) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      looked.current += 1;
      if (looked.current > MOST_LOOKS) clearInterval(timer);
      else refresh();
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [rematch]);
}

/**
 * Return the scores and winners that count: after rulings, of the series or of the only deal.
 * @param {import("../types.js").State} state
 * @param {import("../types.js").Game} game
 * @returns {{scores: number[], winners: number[]}}
 */
function outcome(state, game) {
  const scores = game["scores"] ?? state.series?.["totals"] ?? state.result?.["scores"] ?? [];
  const winners = game["winners"] ?? state.series?.["winners"] ?? state.result?.["winners"] ?? [];
  return { scores, winners };
}

/** @param {{winners: number[]}} result @param {readonly string[]} names @param {number | null} you */
function headline({ winners }, names, you) {
  if (you !== null && winners.includes(you)) return t(winners.length === 1 ? "table.you_won" : "table.you_shared");
  if (!winners.length) return t("events.winners_none");
  return t("events.winners", { count: winners.length, names: listText(winners.map((seat) => names[seat] ?? "")) });
}
