/** The player's games: those that wait for them first, then the others, then the finished ones. */
import { html } from "../html.js";
import { Fault } from "../shell/faults.js";
import { concerns } from "../shell/live.js";
import { PATIENCE, useLoaded } from "../shell/requests.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { FinishedGames } from "./finished_games.js";
import { GameCard, waitsFor } from "./games.js";
import { Invitation } from "./invitation.js";

/** @typedef {import("./games.js").Game} Game */

export default function MyGames() {
  useSharedStyle();
  useTitle(t("start.my_games"));
  const { account, state } = useStore(session.standing);
  const { changes } = useStore(concerns);
  const { data, error, reload } = useLoaded(readGames, [account?.username, changes]);
  if (state === "none") {
    return html`
      <div class="narrow">
        <h1>${t("start.my_games")}</h1>
        <p class="lead">${t("start.my_games_stranger")}</p>
        <p class="actions">
          <a class="button primary" href="/">${t("start.play_now")}</a>
          <a class="button" href=${signInAddress()}>${t("common.sign_in")}</a>
        </p>
      </div>
    `;
  }
  const name = account?.username;
  const mine = data?.games ?? [];
  const sections = [
    { key: "waiting_for_you", games: mine.filter((game) => waitsFor(game, name)) },
    { key: "not_started", games: mine.filter((game) => game.status === "lobby") },
    {
      key: "others_turn",
      games: mine.filter((game) => game.status === "running" && !waitsFor(game, name)),
    },
  ];
  const isEmpty = data && !data.hasPlayed && data.invitations.length + mine.length === 0;
  return html`
    <div>
      <h1>${t("start.my_games")}</h1>
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      ${!data && !error && html`<p class="loading">${t("common.loading")}</p>`}
      ${isEmpty &&
      html`<p class="lead">${t("start.no_games")}</p>
        <p><a class="button primary" href="/">${t("start.play_now")}</a></p>`}
      ${Boolean(data?.invitations.length) &&
      html`<section>
        <h2>${t("start.invitations")}</h2>
        <ul class="plain games">
          ${data?.invitations.map(
            (game) => html`<${Invitation} game=${game} key=${game.id} onDecided=${reload} />`,
          )}
        </ul>
      </section>`}
      ${sections.map(
        ({ key, games }) =>
          games.length > 0 &&
          html`<section key=${key}>
            <h2>${t(`start.${key}`)}</h2>
            <ul class="plain games">
              ${games.map((game) => html`<${MyGame} game=${game} key=${game.id} name=${name} />`)}
            </ul>
          </section>`,
      )}
      ${data?.hasPlayed &&
      html`<${FinishedGames} changes=${changes}>${(/** @type {Game} */ game) => html`<${MyGame} game=${game} key=${game.id} name=${name} />`}<//>
        <p><a href="/players/${name}">${t("start.to_statistics")}</a></p>`}
    </div>
  `;
}

/** @param {{game: Game, name: string | undefined}} props */
function MyGame({ game, name }) {
  const isWaiting = waitsFor(game, name);
  const note =
    game.status === "over"
      ? resultText(game, name)
      : isWaiting && game.deadline && game.turn_seconds
        ? t("start.until", { time: dateText(game.deadline) })
        : null;
  return html`
    <${GameCard} game=${game} note=${note} without=${name}>
      <a class="button ${isWaiting ? "primary" : ""}" href="/games/${game.id}">
        ${isWaiting ? t("start.your_turn") : t("start.to_table")}
      </a>
      ${game.status === "over" &&
      html`<a class="button quiet" href="/games/${game.id}/replay">${t("start.replay")}</a>`}
    <//>
  `;
}

/** @param {Game} game @param {string | undefined} name */
export function resultText(game, name) {
  const seat = game.players.find(({ player }) => player === name)?.seat;
  const time = game.finished_at ? dateText(game.finished_at) : "";
  if (!game.winners || seat === undefined) return time;
  if (!game.winners.includes(seat)) return t("start.lost", { time });
  return t(game.winners.length > 1 ? "start.shared" : "start.won", { time });
}

/** @param {AbortSignal} signal */
async function readGames(signal) {
  if (!session.client.token) return { invitations: [], games: [], hasPlayed: false };
  const ask = (/** @type {any} */ query) =>
    session.client.get("/games", { query, signal, patience: PATIENCE });
  const [invited, running, lobbies, over] = await Promise.all([
    ask({ invited: true, status: "lobby", limit: 50 }),
    ask({ mine: true, status: "running", limit: 100 }),
    ask({ mine: true, status: "lobby", limit: 100 }),
    ask({ mine: true, status: "over", limit: 1 }),
  ]);
  return {
    invitations: /** @type {Game[]} */ (invited.results),
    games: /** @type {Game[]} */ ([...running.results, ...lobbies.results]),
    hasPlayed: over.results.length > 0,
  };
}
