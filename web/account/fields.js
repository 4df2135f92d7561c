/** Forms about accounts, with what the server found wrong in their fields. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html, useId, useState } from "../html.js";
import { submitted } from "../shell/forms.js";
import { Fault, faultText } from "../shell/faults.js";
import { useAction } from "../shell/requests.js";
import { t } from "../text/text.js";

/** Refusals that are about one field. */
const ABOUT = /** @type {Record<string, string>} */ ({
  username_taken: "username",
  username_reserved: "username",
  password_too_weak: "password",
  wrong_credentials: "password",
  wrong_password: "current_password",
  display_name_refused: "display_name",
  invalid_code: "code",
  no_such_device: "user_code",
});

/** What a field takes, in the language of the page. The server's sentences are English. */
const TAKES = /** @type {Record<string, string>} */ ({
  username: "account.username_hint",
  password: "account.password_hint",
  new_password: "account.password_hint",
  email: "account.email_wrong",
});

/**
 * Keep the values of a form, send them, and show what was wrong in a field there and the rest in a box.
 * @template {Record<string, string>} Values
 * @param {Values} initial by the names of the fields
 * @param {(values: Values) => Promise<unknown>} send
 */
export function useForm(initial, send) {
  const [values, setValues] = useState(initial);
  const { run, running, error } = useAction();
  const isAtField = Object.keys(initial).some((name) => wrongIn(error, name));
  /** @param {keyof Values & string} name @param {string} label @param {FieldOptions} [options] */
  const field = (name, label, options) => html`<${Field}
    name=${name}
    label=${label}
    value=${values[name]}
    onInput=${(/** @type {string} */ value) => setValues((others) => ({ ...others, [name]: value }))}
    wrong=${wrongIn(error, name)}
    ...${options}
  />`;
  return {
    field,
    fault: error && !isAtField && html`<${Fault} error=${error} />`,
    onSubmit: submitted(() => run(() => send(values))),
    running,
    clear: () => setValues(initial),
  };
}

/**
 * A text field with its label.
 * @typedef {{hint?: string, type?: string, autocomplete?: string, isOptional?: boolean, maxlength?: number}} FieldOptions
 * @param {FieldOptions & {label: string, name: string, value: string, onInput: (value: string) => void, wrong: string}} props
 */
function Field({ label, name, value, onInput, wrong, hint, type = "text", ...rest }) {
  const id = useId();
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        name=${name}
        type=${type}
        value=${value}
        onInput=${(/** @type {any} */ event) => onInput(event.target.value)}
        required=${!rest.isOptional}
        autocomplete=${rest.autocomplete ?? "off"}
        maxlength=${rest.maxlength}
        autocapitalize="off"
        spellcheck=${false}
        aria-invalid=${Boolean(wrong)}
        aria-describedby=${hint || wrong ? `${id}-hint` : undefined}
      />
      ${(hint || wrong) &&
      html`<p class=${wrong ? "wrong" : "hint"} id="${id}-hint" role=${wrong ? "alert" : undefined}>
        ${wrong || hint}
      </p>`}
    </div>
  `;
}

/**
 * Return what is wrong in a field, or "".
 * @param {unknown} error @param {string} name
 */
export function wrongIn(error, name) {
  if (!(error instanceof Problem)) return "";
  if (name === "new_password" && error.code === "password_too_weak") return faultText(error);
  if (ABOUT[error.code] === name) return faultText(error);
  const own = error.errors.find(({ pointer }) => pointer === `/${name}`);
  const takes = TAKES[name];
  return own && takes ? t(takes) : (own?.detail ?? "");
}
