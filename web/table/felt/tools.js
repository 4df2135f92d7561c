/** Small buttons at the player's own place: mute the table, and use the whole screen. */

import { html } from "../../html.js";
import { useFullScreen } from "../../shell/full_screen.js";
import { preferences } from "../../shell/preferences.js";
import { useStore } from "../../shell/store.js";
import { t } from "../../text/text.js";

const ICONS = {
  sound: "M3 9v6h4l5 4V5L7 9zM15 8.5a5 5 0 0 1 0 7M17.5 6a8.5 8.5 0 0 1 0 12",
  mute: "M3 9v6h4l5 4V5L7 9zM16 9.5l5 5M21 9.5l-5 5",
  larger: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  smaller: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
};

export function Tools() {
  const { sounds } = useStore(preferences);
  const { isFull, fill } = useFullScreen();
  return html`<span class="tools">
    <${Tool} icon=${sounds ? "sound" : "mute"} label=${t("table.sounds")} isOn=${sounds} act=${() => preferences.change({ sounds: !sounds })} />
    ${fill && html`<${Tool} icon=${isFull ? "smaller" : "larger"} label=${t("table.full_screen")} isOn=${isFull} act=${fill} />`}
  </span>`;
}

/** @param {{icon: keyof typeof ICONS, label: string, isOn: boolean, act: () => void}} props */
function Tool({ icon, label, isOn, act }) {
  return html`<button type="button" class="tool" aria-label=${label} title=${label} aria-pressed=${isOn} onClick=${act}>
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d=${ICONS[icon]} /></svg>
  </button>`;
}
