/** Choices of the player's next game, which this device remembers. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html } from "../html.js";
import { fittingSeats, levelOf, levelOptions, presetOf, presetOptions, seatOptions, useRuleSets } from "../rules/rule_sets.js";
import { Choices, Select } from "../shell/choices.js";
import { Pending } from "../shell/faults.js";
import { preferences } from "../shell/preferences.js";
import { readOnce } from "../shell/requests.js";
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
      value: levelOf(offered, game.level),
      onChange: (/** @type {string} */ level) => change({ level }),
    },
  });
}

/**
 * Ask for a table with bots of the remembered level, or of the strongest one that the server offers
 * if it does not offer that any more.
 * @template Answer
 * @param {(level: string) => Promise<Answer>} send
 */
export async function withLevel(send) {
  const { game } = preferences.value;
  try {
    return await send(game.level);
  } catch (error) {
    if (!(error instanceof Problem && error.code === "level_not_offered")) throw error;
    const level = levelOf(await readOnce("/rulesets"), game.level);
    preferences.change({ game: { ...game, level } });
    return send(level);
  }
}
