/** Play against bots at once, at a table that is remembered. */
import { html, useState } from "../html.js";
import { PlayAs, useIdentity } from "../players/identity.js";
import { presetName } from "../rules/rule_sets.js";
import { Choices } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { preferences } from "../shell/preferences.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate, prepare } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";
import { GameChoices, withLevel } from "./game_choices.js";

export function PlayNow() {
  const { game } = useStore(preferences);
  const { preset, level, seats, visibility } = game;
  const [isOpen, setOpen] = useState(false);
  const { run, running, error } = useAction();
  const identity = useIdentity();

  const play = () =>
    run(async () => {
      prepare("/games/-"); // the table loads while the game is made
      await session.needAccount();
      await identity.save();
      const { state } = await withLevel((level) => {
        const bots = Array(seats - 1).fill(level);
        const body = { preset: /** @type {any} */ (preset), seats, bots, visibility, aids: true };
        return session.client.post("/games", { body, patience: PATIENCE });
      });
      navigate(`/games/${state.game}`);
    });

  return html`
    <div class="play-now">
      <p>
        <button type="button" class="primary big" onClick=${play} aria-disabled=${running}>
          ${running ? t("start.dealing") : t("start.play_now")}
        </button>
      </p>
      <p class="summary">
        ${t("start.play_now_summary", {
          count: seats - 1,
          level: t(`start.level_${level}`),
          preset: presetName(preset),
        })}
        ${" "}${t(`start.watching_${visibility}`)}
        ${" "}
        <button
          type="button"
          class="quiet"
          aria-expanded=${isOpen}
          aria-controls="table-choices"
          onClick=${() => setOpen(!isOpen)}
        >
          ${isOpen ? t("start.close_choices") : t("start.change_table")}
        </button>
      </p>
      <${PlayAs} identity=${identity} />
      ${error && html`<${Fault} error=${error} retry=${play} />`}
      <div id="table-choices" hidden=${!isOpen}>
        ${isOpen &&
        html`<${GameChoices}>${(/** @type {any} */ { players, rules, levels }) => html`
          ${players}
          <${Choices} legend=${t("start.level")} ...${levels} />
          ${rules}
          <${Choices}
            legend=${t("start.who_may_watch")}
            options=${["public", "private"].map((value) => ({
              value,
              label: t(`start.watchers_${value}`),
              hint: t(`start.watchers_${value}_hint`),
            }))}
            value=${visibility}
            onChange=${(/** @type {"public" | "private"} */ value) =>
              preferences.change({ game: { ...game, visibility: value } })}
          />
        `}<//>`}
      </div>
    </div>
  `;
}
