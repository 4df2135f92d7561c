/** A form for usernames, which says what became of them. */
import { html, useId, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { submitted } from "../shell/forms.js";
import { useAction } from "../shell/requests.js";

/** @param {{label: string, button: string, send: (typed: string) => Promise<string>}} props */
export function NameForm({ label, button, send }) {
  const id = useId();
  const [typed, type] = useState("");
  const [done, setDone] = useState("");
  const { run, running, error } = useAction();
  const submit = () =>
    run(async () => {
      setDone("");
      setDone(await send(typed.trim()));
      type("");
    });
  return html`<form class="field" onSubmit=${submitted(submit)}>
    <label for=${id}>${label}</label>
    <div class="copy">
      <input id=${id} value=${typed} autocomplete="off" required onInput=${(/** @type {any} */ event) => type(event.currentTarget.value)} />
      <button type="submit" aria-disabled=${running}>${button}</button>
    </div>
    <p class="hint" role="status">${done}</p>
    ${error && html`<${Fault} error=${error} />`}
  </form>`;
}
