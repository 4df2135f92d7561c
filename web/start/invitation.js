/** An invitation to a table: accept it, or decline it with a reason. */
import { html, useState } from "../html.js";
import { Select } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { labelsOf } from "../shell/players.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { GameCard } from "./games.js";

const REASONS = ["later", "rules", "clock", "no_bots", "other"];

/**
 * @param {{game: import("./games.js").Game, onDecided: () => void}} props
 */
export function Invitation({ game, onDecided }) {
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const { run, running, error } = useAction();
  const params = { game_id: game.id };
  const host = game.host === null ? undefined : labelsOf(game.players, game.seats)[game.host];

  const accept = () =>
    run(async () => {
      await session.client.post("/games/{game_id}/join", { params, body: {}, patience: PATIENCE });
      navigate(`/games/${game.id}`);
    });
  const decline = () =>
    run(async () => {
      const body = /** @type {any} */ (reason ? { reason } : {});
      await session.client.post("/games/{game_id}/decline", { params, body, patience: PATIENCE });
      onDecided();
    });

  return html`
    <${GameCard}
      game=${game}
      note=${host ? t("start.invited_by", { name: host }) : t("start.invited")}
    >
      ${error && html`<${Fault} error=${error} />`}
      ${isDeclining
        ? html`
            <${Select}
              label=${t("start.decline_reason")}
              options=${["", ...REASONS].map((value) => ({
                value,
                label: t(`start.reason_${value || "none"}`),
              }))}
              value=${reason}
              onChange=${setReason}
            />
            <button type="button" onClick=${decline} aria-disabled=${running}>${t("start.decline")}</button>
            <button type="button" class="quiet" onClick=${() => setDeclining(false)}>
              ${t("start.back")}
            </button>
          `
        : html`
            <button type="button" class="primary" onClick=${accept} aria-disabled=${running}>
              ${t("start.accept")}
            </button>
            <button type="button" onClick=${() => setDeclining(true)}>${t("start.decline")}</button>
          `}
    <//>
  `;
}
