/** Choices of the player's next game, which this device remembers. */
import { html } from "../html.js";
import { fittingSeats, levelOptions, presetOf, presetOptions, seatOptions, useRuleSets } from "../rules/rule_sets.js";
import { Choices, Select } from "../shell/choices.js";
import { Pending } from "../shell/faults.js";
import { preferences } from "../shell/preferences.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";

/**
 * Offer what the server has.
 * @param {{children: (controls: {players: any, rules: any, levels: object}) => any}} props
 *   `children` arranges the controls; `levels` are the properties of the one for the level of bots
 */
export function GameChoices({ children }) {
  const { game } = useStore(preferences);
  const { data: offered, error, reload } = useRuleSets();
  if (!offered) return html`<${Pending} error=${error} retry=${reload} />`;
  const preset = presetOf(offered, game.preset);
  /** @param {Partial<typeof game>} changes */
  const change = (changes) => preferences.change({ game: { ...game, ...changes } });
  return children({
    players: html`<${Choices}
      legend=${t("start.players")}
      options=${seatOptions(preset)}
      value=${String(game.seats)}
      onChange=${(/** @type {string} */ value) => change({ seats: Number(value) })}
    />`,
    rules: html`<${Select}
      label=${t("start.preset")}
      options=${presetOptions(offered)}
      value=${preset.name}
      onChange=${(/** @type {string} */ value) =>
        change({ preset: value, seats: fittingSeats(game.seats, presetOf(offered, value)) })}
    />`,
    levels: {
      options: levelOptions(offered),
      value: game.level,
      onChange: (/** @type {string} */ level) => change({ level }),
    },
  });
}
