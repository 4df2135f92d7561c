/** A player: who they are, how they play, and their last games. */
import { html } from "../html.js";
import { PlayerName } from "../players/picture.js";
import { PlayerRatings } from "../ratings/player_ratings.js";
import { Fault } from "../shell/faults.js";
import { nameOf, playerOf } from "../shell/players.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { GameCard } from "./games.js";
import { resultText } from "./my_games.js";
import { OwnStatistics, Statistics } from "./statistics.js";

const LAST = 10; // games

/**
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Profile"]} Player
 * @typedef {import("./games.js").Game} Game
 */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Profile({ params }) {
  useSharedStyle();
  const name = params["name"] ?? "";
  const { account } = useStore(session.standing);
  useTitle(name);
  const { data, error, reload } = useLoaded(
    async (signal) => {
      const read = { params: { username: name }, signal, patience: PATIENCE };
      const [player, games] = await Promise.all([
        session.client.get("/players/{username}", read),
        session.client.get("/players/{username}/games", { ...read, query: { limit: LAST } }),
      ]);
      return { player: /** @type {Player} */ (player), games: /** @type {Game[]} */ (games.results) };
    },
    [name],
  );
  if (error) {
    return html`
      <div class="narrow">
        <h1>${name}</h1>
        <${Fault} error=${error} retry=${reload} />
      </div>
    `;
  }
  if (!data) return html`<h1>${name}</h1><p class="loading">${t("common.loading")}</p>`;
  const { player, games } = data;
  return html`
    <div class="narrow">
      <h1><${PlayerName} name=${nameOf(playerOf(player))} player=${playerOf(player)} /></h1>
      <p class="soft">
        ${[
          player.is_guest && t("start.is_guest"),
          player.is_bot && t("start.is_bot", { owner: player.owner ?? "" }),
          t("start.since", { time: dateText(player.since, { dateStyle: "medium" }) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      ${!player.is_guest &&
      html`<${PlayerRatings}
        key=${player.username}
        name=${player.username}
        isOwn=${player.username === account?.username}
        ratings=${/** @type {any} */ (player).ratings ?? null}
      />`}
      ${player.username === account?.username ? html`<${OwnStatistics} />` : html`<${Statistics} results=${player.results} />`}
      <${BlockButton} name=${player.username} />
      ${games.length > 0 &&
      html`<section>
        <h2>${t("start.last_games")}</h2>
        <ul class="plain games">
          ${games.map(
            (game) => html`
              <${GameCard} game=${game} key=${game.id} note=${resultText(game, player.username)}>
                <a class="button" href="/games/${game.id}">${t("start.to_game")}</a>
              <//>
            `,
          )}
        </ul>
      </section>`}
    </div>
  `;
}

/** @param {{name: string}} props */
function BlockButton({ name }) {
  const { account } = useStore(session.standing);
  const { run, running, error } = useAction();
  const { data, reload } = useLoaded(
    async (signal) =>
      session.client.token ? session.client.get("/me/blocks", { signal, patience: PATIENCE }) : null,
    [account?.username],
  );
  if (!account || !data || account.username === name) return null;
  const isBlocked = data.blocks.some((/** @type {{player: string}} */ { player }) => player === name);
  const change = () =>
    run(async () => {
      const options = { params: { username: name }, patience: PATIENCE };
      if (isBlocked) await session.client.delete("/me/blocks/{username}", options);
      else await session.client.put("/me/blocks/{username}", options);
      reload();
    });
  return html`
    ${error && html`<${Fault} error=${error} />`}
    <p class="actions">
      <button type="button" onClick=${change} aria-disabled=${running}>
        ${t(isBlocked ? "start.unblock" : "start.block", { name })}
      </button>
      <span class="soft small">${t("start.block_hint")}</span>
    </p>
  `;
}
