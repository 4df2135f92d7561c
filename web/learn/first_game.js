/** Begin the first game, with a guide. */
import { html } from "../html.js";
import { Fault } from "../shell/faults.js";
import { preferences } from "../shell/preferences.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

export function FirstGameButton() {
  const { run, running, error } = useAction();
  const play = () =>
    run(async () => {
      const { LESSON, TABLE } = await import("./script.js");
      await session.needAccount();
      const body = /** @type {any} */ ({ lesson: LESSON, ...TABLE });
      const { state } = await session.client.post("/games", { body, patience: PATIENCE });
      preferences.change({ isNew: false });
      navigate(`/games/${state.game}#lesson`);
    });
  return html`<button type="button" class="primary" onClick=${play} aria-disabled=${running}>
      ${running ? t("start.dealing") : t("start.offer_play")}
    </button>
    ${error && html`<${Fault} error=${error} retry=${play} />`}`;
}
