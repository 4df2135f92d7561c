/** Controls to choose one of several options. */
import { html, useId } from "../html.js";

/**
 * Radio buttons in a row, with a sentence about the chosen one.
 * @typedef {{value: string, label: string, hint?: string}} Option
 *
 * @param {{legend: string, options: Option[], value: string, onChange: (value: string) => void}} props
 */
export function Choices({ legend, options, value, onChange }) {
  const name = useId();
  const hint = options.find((option) => option.value === value)?.hint;
  return html`
    <fieldset class="field">
      <legend>${legend}</legend>
      <div class="choices">
        ${options.map(
          (option) => html`
            <label class="choice" key=${option.value}>
              <input
                type="radio"
                name=${name}
                value=${option.value}
                checked=${option.value === value}
                onChange=${() => onChange(option.value)}
                aria-describedby=${hint && option.value === value ? `${name}-hint` : undefined}
              />
              <span>${option.label}</span>
            </label>
          `,
        )}
      </div>
      ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    </fieldset>
  `;
}

/**
 * A list to choose from, with a sentence about the chosen entry.
 * @param {{label: string, options: Option[], value: string, onChange: (value: string) => void}} props
 */
export function Select({ label, options, value, onChange }) {
  const id = useId();
  const hint = options.find((option) => option.value === value)?.hint;
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        value=${value}
        onChange=${(/** @type {any} */ event) => onChange(event.target.value)}
        aria-describedby=${hint ? `${id}-hint` : undefined}
      >
        ${options.map(
          (option) => html`
            <option value=${option.value} selected=${option.value === value} key=${option.value}>
              ${option.label}
            </option>
          `,
        )}
      </select>
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>
  `;
}
