/** What a player chooses on this device: language and colours. */
import { html } from "../html.js";
import { Choices, Select } from "../shell/choices.js";
import { chooseLanguage, languageOptions, themeOptions } from "../shell/device_choices.js";
import { preferences } from "../shell/preferences.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";

/** @param {string[][]} options */
const labelled = (options) => options.map(([value, label]) => ({ value, label }));

export function DeviceChoices() {
  const { language, theme } = useStore(preferences);
  return html`
    <div class="panel">
      <${Select} label=${t("common.language")} options=${labelled(languageOptions())} value=${language} onChange=${chooseLanguage} />
      <${Choices} legend=${t("common.theme")} options=${labelled(themeOptions())} value=${theme}
        onChange=${(/** @type {any} */ chosen) => preferences.change({ theme: chosen })} />
    </div>
  `;
}
