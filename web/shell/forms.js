/** Boxes to tick, and how a form is sent. */
import { html } from "../html.js";
import { preferences } from "./preferences.js";
import { useStore } from "./store.js";

/** A box to tick. @param {{label: any, isOn: boolean, set: (isOn: boolean) => void}} props */
export function Tick({ label, isOn, set }) {
  return html`<label class="tick">
    <input type="checkbox" checked=${isOn} onChange=${(/** @type {any} */ { target }) => set(target.checked)} /> ${label}
  </label>`;
}

/** A box for a choice that this device remembers. @param {{label: string, name: "keys" | "sounds" | "aids" | "emotes"}} props */
export function PreferenceTick({ label, name }) {
  const isOn = useStore(preferences)[name];
  return html`<${Tick} label=${label} isOn=${isOn} set=${(/** @type {boolean} */ chosen) => preferences.change({ [name]: chosen })} />`;
}

/** Return a listener that has a function send a form. @param {(form: HTMLFormElement) => unknown} send @returns {(event: any) => void} */
export const submitted = (send) => (event) => {
  event.preventDefault();
  send(event.currentTarget);
};
