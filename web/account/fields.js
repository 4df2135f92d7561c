/** Fields of forms about accounts, with what the server found wrong in them. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html, useId } from "../html.js";
import { faultText } from "../shell/faults.js";
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
});

/** What a field takes, in the language of the page. The server's sentences are English. */
const TAKES = /** @type {Record<string, string>} */ ({
  username: "account.username_hint",
  password: "account.password_hint",
  new_password: "account.password_hint",
  email: "account.email_wrong",
});

/**
 * A text field with its label.
 * @param {{label: string, name: string, value: string, onInput: (value: string) => void,
 *   error?: unknown, hint?: string, type?: string, autocomplete?: string, isOptional?: boolean,
 *   maxlength?: number}} props
 */
export function Field({ label, name, value, onInput, error, hint, type = "text", ...rest }) {
  const id = useId();
  const wrong = wrongIn(error, name);
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

/**
 * Return whether an error is shown at one of the fields.
 * @param {unknown} error @param {string[]} names
 */
export function isShownAt(error, names) {
  return names.some((name) => wrongIn(error, name) !== "");
}
