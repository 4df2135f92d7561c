/** What everyone chooses on this device, in the foot of the page: language and colours. */
import { html } from "../html.js";
import { chooseLocale, LANGUAGES, t } from "../text/text.js";
import { preferences } from "./preferences.js";
import { useStore } from "./store.js";

export const languageOptions = () => [["", t("common.language_auto")], ...Object.entries(LANGUAGES)];
export const themeOptions = () => ["", "light", "dark"].map((value) => [value, t(`common.theme_${value || "auto"}`)]);

/** @param {string} language "" for the browser's */
export async function chooseLanguage(language) {
  await chooseLocale(language);
  // Last, so that all views are rendered with the new texts.
  preferences.change({ language });
}

/** @param {{hasLanguage?: boolean}} props a class has the language that its teacher chose */
export function DeviceChoices({ hasLanguage = true }) {
  const { language, theme } = useStore(preferences);
  return html`
    ${hasLanguage && html`<${Choice} label=${t("common.language")} options=${languageOptions()} value=${language} choose=${chooseLanguage} />`}
    <${Choice} label=${t("common.theme")} options=${themeOptions()} value=${theme} choose=${(/** @type {any} */ chosen) => preferences.change({ theme: chosen })} />
  `;
}

/** @param {{label: string, options: string[][], value: string, choose: (value: string) => void}} props */
function Choice({ label, options, value, choose }) {
  return html`<label>${label}
    <select value=${value} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${options.map(([of, name]) => html`<option key=${of} value=${of} selected=${of === value}>${name}</option>`)}
    </select>
  </label>`;
}
