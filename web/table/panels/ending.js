/** The end of a game: places, books, and what comes next. */

import { html, useEffect, useRef, useState } from "../../html.js";
import { PlayerName } from "../../players/picture.js";
import { announce } from "../../shell/announce.js";
import { faultText } from "../../shell/faults.js";
import { concerns } from "../../shell/live.js";
import { labelsOf } from "../../shell/players.js";
import { navigate } from "../../shell/router.js";
import { session } from "../../shell/session.js";
import { useStore } from "../../shell/store.js";
import { listText, numberText, t } from "../../text/text.js";
import { useEvening } from "./evening.js";
import { endedByTeacher } from "../state/round_end.js";
import { Medals, PersonalWord } from "./personal.js";
import { isDecided, outcome, ranked } from "./places.js";
import { Share } from "./share.js";
import { Story } from "./story.js";

const LOOK_EVERY = 10_000; // milliseconds
const MOST_LOOKS = 60;
const CONFETTI = 48;
const SUITS = ["hearts", "spades", "diamonds", "clubs"];

/**
 * @param {{following: import("../state/follow.js").Following, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[], tournament: string | null, isNew: boolean, isChild: boolean}} props
 *   `tournament` to go back to, which offers the next game instead of a rematch; `isNew` if the page saw the game end;
 *   `isChild` of the games for small children
 */
export function Ending({ following, state, game, names, tournament, isNew, isChild }) {
  const { api, run, isSending } = following;
  const heading = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  const host = useRematch(following, game["rematch"]);
  const result = outcome(state, game, session.pupil !== null);
  const hasPlaces = isDecided(result.scores, result.winners);
  const evening = useEvening(game, result.winners);
  // One who has left reads the state as a spectator: as do all pupils when the teacher ends the round.
  const { pupil, account } = session;
  const you = state.you ?? following.table.players.find((each) => (pupil ? each.display_name === pupil.name : each.player && each.player === account?.username))?.seat ?? null;
  const isStoodIn = you !== null && Boolean(state.seats[you]?.left && state.seats[you]?.bot); // a bot made the rest
  const [celebrates] = useState(() => isNew && hasPlaces && you !== null && result.winners.includes(you));
  const labels = labelsOf(following.table.players, names.length);
  const places = ranked(result.scores, result.winners);
  const rematch = async () => {
    setAsked(true);
    await run(async () => {
      const answer = await api.rematch();
      navigate(`/games/${answer.state.game}${isChild ? "#child" : ""}`);
    });
  };
  const title = hasPlaces ? headline(result, names, you) : t(pupil ? "table.round_over" : "events.winners_none");
  const isSeries = game.rules["target_score"] !== null;
  return html`<section class=${`ending panel ${hasPlaces && you !== null && result.winners.includes(you) ? "won" : ""}`} aria-labelledby="ending-title">
    ${celebrates && html`<${Celebration} />`}
    <h2 id="ending-title" tabindex="-1" ref=${heading}>${title}</h2>
    ${pupil && endedByTeacher(state) && html`<p class="hint">${t(pupil.code === null ? "events.round_ended" : "events.round_ended_party")}</p>`}
    ${you !== null && !(pupil && state.seats[you]?.left) && html`<${PersonalWord} table=${following.table} names=${names} you=${you} game=${game} result=${result} isOwn=${!isStoodIn} />`}
    ${isChild || pupil ? html`<${Medals} places=${places} hasPlaces=${hasPlaces} names=${names} you=${you} players=${following.table.players} />` : html`<table>
      <thead><tr>
        ${hasPlaces && html`<th scope="col">${t("table.place")}</th>`}<th scope="col">${t("table.player")}</th>
        <th scope="col" class="number">${isSeries ? t("table.points_title") : t("table.books_title")}</th>
        ${evening && html`<th scope="col" class="number">${t("table.evening", { count: evening.games })}</th>`}
      </tr></thead>
      <tbody>
        ${places.map(
          ({ seat, place, score }) => html`<tr key=${seat} class=${hasPlaces && result.winners.includes(seat) ? "winner" : ""}>
            ${hasPlaces && html`<td>${numberText(place)}</td>`}
            <th scope="row"><${PlayerName} name=${names[seat]} player=${following.table.players.find((each) => each.seat === seat)} />${seat === you && html` <span class="badge">${t("table.you")}</span>`}
              ${state.seats[seat]?.left && html` <span class="hint">${t(seat === you ? "table.note.left_you" : "table.note.left")}</span>`}</th>
            <td class="number">${numberText(score)}</td>
            ${evening && html`<td class="number">${numberText(evening.wins[seat] ?? 0)}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>`}
    ${host && html`<p class="wants-rematch">${t("table.wants_rematch", { name: host })}</p>`}
    ${following.refusal && html`<p class="wrong" role="alert">${faultText(following.refusal)}</p>`}
    ${pupil
      ? html`<p class="wants-rematch">${t("table.next_round_soon")}</p>`
      : html`<${Next} state=${state} game=${game} tournament=${tournament} isChild=${isChild} isDisabled=${isSending || hasAsked} rematch=${rematch}
          story=${html`<${Story} table=${following.table} names=${names} you=${isStoodIn ? null : you} winners=${result.winners} />`}
          share=${html`<${Share} game=${game} title=${headline(result, names, null)} rows=${places.map(({ seat, score }) => ({ name: labels[seat] ?? "", score: numberText(score), isWinner: result.winners.includes(seat) }))} />`} />`}
  </section>`;
}

/**
 * The next step, and all others behind "More".
 * @param {{state: import("../types.js").State, game: import("../types.js").Game, tournament: string | null, isChild: boolean,
 *   isDisabled: boolean, rematch: () => void, story: import("../../html.js").Markup, share: import("../../html.js").Markup}} props
 */
function Next({ state, game, tournament, isChild, isDisabled, rematch, story, share }) {
  return html`
    <p class="actions">
      ${tournament
        ? html`<a class="button primary big" href=${`/tournaments/${encodeURIComponent(tournament)}`}>${t("table.to_tournament")}</a>`
        : html`<button type="button" class="primary big" disabled=${isDisabled} onClick=${rematch}>
            ${t(game["rematch"] ? "table.accept_rematch" : "table.rematch")}
          </button>`}
      ${isChild && html`<a class="button quiet" href="/children">${t("common.children")}</a>`}
    </p>
    ${!isChild && html`
      ${story}
      <details>
        <summary>${t("table.more")}</summary>
        ${state.result && html`<p class="hint">${t(`events.why_over.${state.result["reason"]}`)}</p>`}
        <div class="actions">
          ${game["analysis"] !== "unavailable" && html`<a class="button" href=${`/games/${state.game}/replay#analysis=1`}>${t("table.luck_and_accuracy")}</a>`}
          <a class="button" href=${`/games/${state.game}/replay`}>${t("table.replay")}</a>
          ${share}
          <a class="button" href=${`/games/${state.game}/replay#verify=1`}>${t("table.verify")}</a>
          <a class="button quiet" href="/how-to-play">${t("learn.title")}</a>
          <a class="button quiet" href="/">${t("common.to_start")}</a>
        </div>
        ${game["analysis"] === "unavailable" && html`<p class="hint">${t("table.no_analysis")}</p>`}
      </details>`}
  `;
}

/** Cards that rain once; not with reduced motion. */
function Celebration() {
  return html`<span class="celebration" aria-hidden="true">
    ${Array.from({ length: CONFETTI }, (_, at) => html`<i key=${at} style=${{ "--at": at, "--turn": (at * at * 7 + at * 5) % CONFETTI }} class=${SUITS[at % SUITS.length]}></i>`)}
  </span>`;
}

/**
 * Return who has opened a rematch, as a name, or "". The stream of the game has ended: the account's
 * own stream tells of the invitation, and the page looks from time to time.
 * @param {import("../state/follow.js").Following} following
 * @param {string | null} rematch
 */
function useRematch({ refresh }, rematch) {
  const looked = useRef(0);
  const [host, setHost] = useState("");
  const { changes } = useStore(concerns);
  const seen = useRef(changes);
  useEffect(() => {
    if (changes !== seen.current && !rematch) refresh();
    seen.current = changes;
  }, [changes]);
  useEffect(() => {
    if (!rematch) return;
    const read = async () => {
      const game = /** @type {any} */ (await session.client.get("/games/{game_id}", { params: { game_id: rematch } }));
      const name = game.host === null ? "" : (labelsOf(game.players, game.seats)[game.host] ?? "");
      setHost(name);
      if (name) announce(t("table.wants_rematch", { name }));
    };
    read().catch(() => {});
  }, [rematch]);
  useEffect(() => {
    if (rematch || session.pupil) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      looked.current += 1;
      if (looked.current > MOST_LOOKS) clearInterval(timer);
      else refresh();
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [rematch]);
  return host;
}

/** @param {{winners: number[]}} result @param {readonly string[]} names @param {number | null} you */
function headline({ winners }, names, you) {
  if (you !== null && winners.includes(you)) return t(winners.length === 1 ? "table.you_won" : "table.you_shared");
  if (!winners.length) return t("events.winners_none");
  return t("events.winners", { count: winners.length, names: listText(winners.map((seat) => names[seat] ?? "")) });
}
