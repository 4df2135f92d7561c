/** The form for the code of a table that the reader may not see. */
import { html, useState } from "../html.js";
import { t } from "../text/text.js";
import { joinPath, whereTo } from "./codes.js";
import { submitted } from "./forms.js";
import { navigate, routeOf } from "./router.js";

/** @param {{game: string}} props */
export function CodeForm({ game }) {
  const [typed, type] = useState("");
  const open = () => {
    const found = whereTo(typed, { origin: location.origin, routeOf });
    navigate("address" in found ? found.address : joinPath(game, typed)); // as the code of a class
  };
  return html`<div class="narrow panel code-form">
    <h1>${t("table.game")}</h1>
    <p role="alert">${t("common.fault_game_not_found")}</p>
    <form class="field" onSubmit=${submitted(open)}>
      <label for="table-code">${t("table.code_label")}</label>
      <div class="copy">
        <input id="table-code" value=${typed} autocomplete="off" autocapitalize="characters" spellcheck=${false} maxlength="200" required
          onInput=${(/** @type {any} */ event) => type(event.currentTarget.value)} />
        <button type="submit" class="primary">${t("table.code_enter")}</button>
      </div>
    </form>
    <p class="actions"><a class="button quiet" href="/">${t("common.to_start")}</a></p>
  </div>`;
}
