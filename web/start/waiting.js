/** What waits for the player: invitations, and games in which it is their turn. */
import { html } from "../html.js";
import { concerns } from "../shell/live.js";
import { useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";
import { GameCard, waitsFor } from "./games.js";
import { Invitation } from "./invitation.js";

/** @typedef {import("./games.js").Game} Game */

/** A section that is empty as long as nothing waits. */
export function Waiting() {
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
export async function readWaiting(signal) {
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
