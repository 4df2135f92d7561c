/** What a director needs more rarely: other directors, and to call the tournament off. */
import { html, useState } from "../html.js";
import { Question } from "../shell/dialog.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";
import { direct } from "./calls.js";
import { NameForm } from "./name_form.js";

/** @param {import("./next_step.js").StepProps & {isHost: boolean, look: () => void}} props */
export function More({ tournament, act, running, isHost, look }) {
  const { id, directors } = tournament;
  const [asks, ask] = useState(false);
  const { run, error } = useAction();
  const path = /** @type {const} */ ("/tournaments/{tournament_id}/directors/{username}");
  const name = async (/** @type {string} */ username) => {
    await session.client.put(path, { params: { tournament_id: id, username }, patience: PATIENCE });
    look();
    return t("tournaments.director_named", { name: username });
  };
  const dismiss = (/** @type {string} */ username) =>
    run(async () => {
      await session.client.delete(path, { params: { tournament_id: id, username }, patience: PATIENCE });
      look();
    });
  const cancel = async () => {
    await act(() => direct(id, { action: "cancel" }));
    ask(false);
  };
  return html`<section aria-labelledby="more-title">
    <h2 id="more-title">${t("classes.more_title")}</h2>
    ${isHost &&
    html`<details>
      <summary>${t("tournaments.directors")}</summary>
      <p class="hint">${t("tournaments.directors_hint")}</p>
      ${Boolean(error) && html`<${Fault} error=${error} />`}
      <ul class="plain">
        ${directors.map(
          (each) => html`<li class="row" key=${each}><span>${each}</span>
            <button type="button" class="quiet" aria-label=${t("tournaments.dismiss_name", { name: each })} onClick=${() => dismiss(each)}>✕</button></li>`,
        )}
      </ul>
      <${NameForm} label=${t("tournaments.username")} button=${t("tournaments.name_director")} send=${name} />
    </details>`}
    <p class="actions"><button type="button" class="danger" onClick=${() => ask(true)}>${t("tournaments.cancel")}</button></p>
    ${asks &&
    html`<${Question} title=${t("tournaments.cancel_title")} confirm=${t("tournaments.cancel")} onConfirm=${cancel}
      close=${() => ask(false)} running=${running}>
      <p>${t("tournaments.cancel_text")}</p>
    <//>`}
  </section>`;
}
