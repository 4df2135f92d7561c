/** The start page: one button to play against bots, and the ways to play with people. */
import { html, useEffect } from "../html.js";
import { FirstGameButton } from "../learn/first_game.js";
import { Picture } from "../players/picture.js";
import { concerns, waitingGames } from "../shell/live.js";
import { namesOf } from "../shell/players.js";
import { preferences } from "../shell/preferences.js";
import { useLoaded } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { listText, t } from "../text/text.js";
import { GameCard, waitsFor } from "./games.js";
import { Invitation } from "./invitation.js";
import { PlayNow } from "./play_now.js";

const WAYS = [
  ["/match", "match"],
  ["/new", "new"],
  ["/lobby", "lobby"],
  ["/join", "join"],
];

/** @typedef {import("./games.js").Game} Game */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Home({ fragment }) {
  const known = useStore(concerns);
  const { isNew } = useStore(preferences);
  useSharedStyle();
  useTitle("");
  const isInvitation = fragment.has("game");
  useEffect(() => {
    // Links of the API's invitations lead to this page.
    if (isInvitation) navigate(`/join#${fragment}`, { replace: true });
  }, [isInvitation]);
  return html`
    <div class="home">
      <section class="hero panel">
        <div>
          <h1>${t("start.title")}</h1>
          <p class="lead">${t("start.lead")}</p>
          <${PlayNow} />
          ${isNew && html`<${Offer} />`}
        </div>
        <img class="fan" src=${new URL("fan.svg", import.meta.url).href} alt="" width="320" height="220" />
      </section>
      <ul class="ways plain">
        <li><a class="way door" href="/children">
          <${Picture} name="clownfish" />
          <span><strong>${t("common.children")}</strong> <span class="soft">${t("start.children_hint")}</span></span>
        </a></li>
        <${Running} />
      </ul>
      ${waitingGames(known) > 0 && html`<${Waiting} />`}
      <section aria-labelledby="people">
        <h2 id="people">${t("start.with_people")}</h2>
        <ul class="ways plain">
          ${WAYS.map(
            ([path, name]) => html`
              <li key=${name}>
                <a class="way" href=${path}>
                  <strong>${t(`start.way_${name}`)}</strong>
                  <span class="soft">${t(`start.way_${name}_hint`)}</span>
                </a>
              </li>
            `,
          )}
        </ul>
      </section>
    </div>
  `;
}

/** The public game that TV shows: in others its players may be away. */
function Running() {
  const { data } = useLoaded((signal) => session.client.get("/tv", { signal }), []);
  const game = data?.channels.find(({ channel }) => channel === "best")?.game;
  if (!game || game.players.some(({ player }) => player && player === session.account?.username)) return null;
  return html`<li><a class="way door" href="/games/${game.id}">
    <${Picture} name=${game.players[0]?.picture} />
    <span><strong>${t("start.playing_now")}</strong> <span class="soft">${listText(namesOf(game.players, game.seats))}</span></span>
  </a></li>`;
}

/** What a first visit sees, until it is used or declined. */
function Offer() {
  return html`<section class="notice" aria-labelledby="offer">
    <h2 id="offer">${t("start.offer")}</h2>
    <p>${t("start.offer_text")}</p>
    <p class="actions">
      <${FirstGameButton} />
      <a class="button" href="/how-to-play">${t("start.how_to_play")}</a>
      <button type="button" class="quiet" onClick=${() => preferences.change({ isNew: false })}>${t("start.offer_no")}</button>
    </p>
  </section>`;
}

/** What waits for the player: invitations, and games in which it is their turn. */
function Waiting() {
  const { account } = useStore(session.standing);
  const { changes } = useStore(concerns);
  const { data, reload } = useLoaded(readWaiting, [account?.username, changes]);
  if (!data || data.invitations.length + data.games.length === 0) return null;
  return html`
    <section aria-labelledby="waiting">
      <h2 id="waiting">${t("start.waiting_for_you")}</h2>
      <ul class="plain games">
        ${data.invitations.map(
          (/** @type {Game} */ game) =>
            html`<${Invitation} game=${game} key=${game.id} onDecided=${reload} />`,
        )}
        ${data.games.map(
          (/** @type {Game} */ game) => html`
            <${GameCard} game=${game} key=${game.id} without=${account?.username}>
              <a class="button primary" href="/games/${game.id}">${t("start.your_turn")}</a>
            <//>
          `,
        )}
      </ul>
    </section>
  `;
}

/** @param {AbortSignal} signal */
async function readWaiting(signal) {
  const [invited, running] = await Promise.all([
    session.client.get("/games", { query: { invited: true, status: "lobby", limit: 20 }, signal }),
    session.client.get("/games", { query: { mine: true, status: "running", limit: 50 }, signal }),
  ]);
  const name = session.account?.username;
  return {
    invitations: /** @type {Game[]} */ (invited.results),
    games: /** @type {Game[]} */ (running.results).filter((game) => waitsFor(game, name)),
  };
}
