/** What a player should know of a table before they sit down. */
import { html } from "../html.js";
import { rulesText } from "../rules/rule_sets.js";
import { RulesSummary } from "../rules/rules_summary.js";
import { labelsOf } from "../shell/players.js";
import { listText, t } from "../text/text.js";
import { clockText } from "./games.js";

/** @typedef {import("./games.js").Game} Game */

/** @param {{game: Game}} props */
export function TableTerms({ game }) {
  const names = labelsOf(game.players, game.seats);
  const host = game.host === null ? null : names[game.host];
  const others = game.players.filter(({ seat }) => seat !== game.host).map(({ seat }) => names[seat] ?? "");
  const terms = [
    ["host", host],
    ["other_players", others.length ? listText(others) : null],
    ["seats", t("start.seats_taken", { taken: game.players.length, count: game.seats })],
    ["preset", rulesText(game)],
    ["clock", clockText(game)],
    ["who_may_join", t(`start.visibility_${game.visibility}`)],
  ];
  return html`
    <dl class="terms">
      ${terms.map(
        ([key, value]) =>
          value &&
          html`<div key=${key}>
            <dt>${t(`start.${key}`)}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <${RulesSummary} game=${game} isOpen=${true} hasTerms=${false} />
  `;
}
