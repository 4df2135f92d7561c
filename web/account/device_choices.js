/** What a player chooses on this device: language and colours. */
import { html } from "../html.js";
import { Choices, Select } from "../shell/choices.js";
import { preferences } from "../shell/preferences.js";
import { useStore } from "../shell/store.js";
import { chooseLocale, LANGUAGES, t } from "../text/text.js";

export function DeviceChoices() {
  const { language, theme } = useStore(preferences);
  const chooseLanguage = async (/** @type {string} */ chosen) => {
    await chooseLocale(chosen);
    // Last, so that all views are rendered with the new texts.
    preferences.change({ language: chosen });
  };
  return html`
    <div class="panel">
      <${Select}
        label=${t("account.language")}
        options=${[
          { value: "", label: t("account.language_auto") },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        value=${language}
        onChange=${chooseLanguage}
      />
      <${Choices}
        legend=${t("start.theme")}
        options=${["", "light", "dark"].map((value) => ({
          value,
          label: t(`account.theme_${value || "auto"}`),
        }))}
        value=${theme}
        onChange=${(/** @type {any} */ chosen) => preferences.change({ theme: chosen })}
      />
    </div>
  `;
}
