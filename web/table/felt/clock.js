/** The time that is left for an action, by the server's clock. */

import { html, useEffect, useState } from "../../html.js";
import { session } from "../../shell/session.js";
import { numberText, t } from "../../text/text.js";

const URGENT = 10; // seconds
const HOUR = 3600; // seconds
const HOURS = /** @type {const} */ ({ style: "unit", unit: "hour", unitDisplay: "narrow" });

/**
 * Show the time left; nothing in a game without a clock.
 * @param {{state: import("../types.js").State}} props
 */
export function Clock({ state }) {
  const [, tick] = useState(0);
  const { deadline, turn_seconds: seconds } = state;
  useEffect(() => {
    if (!deadline || !seconds) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [deadline, seconds]);
  if (!deadline || !seconds) return null;
  const left = Math.max(Math.ceil((Date.parse(deadline) - session.client.now()) / 1000), 0);
  const text = left > HOUR ? numberText(Math.round(left / HOUR), HOURS) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${left <= URGENT ? "clock urgent" : "clock"} role="timer" aria-label=${t("table.time_left")}>
    ${text}
  </span>`;
}
