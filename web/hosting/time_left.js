/** The time that a round has left, by the server's clock. */
import { html, useEffect, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { session } from "../shell/session.js";
import { numberText, t } from "../text/text.js";

/**
 * @param {string | null} endsAt
 * @param {boolean} isPaused
 * @returns {number | null} whole seconds, 0 when the time is over; null without a time
 */
export function useTimeLeft(endsAt, isPaused) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!endsAt || isPaused) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [endsAt, isPaused]);
  if (!endsAt || isPaused) return null;
  return Math.max(Math.ceil((Date.parse(endsAt) - session.client.now()) / 1000), 0);
}

/**
 * @param {{endsAt: string | null, isPaused: boolean, up?: string, left?: string}} props
 *   `up` is shown and announced when the time is over, `left` is the text of the time that is left
 */
export function TimeLeft({ endsAt, isPaused, up = t("classes.time_is_up"), left = "classes.time_left" }) {
  const seconds = useTimeLeft(endsAt, isPaused);
  const isUp = seconds === 0;
  useEffect(() => {
    if (isUp) announce(up);
  }, [isUp]);
  if (seconds === null) return null;
  if (isUp) return html`<strong>${up}</strong>`;
  return html`<span role="timer" class="time-left">${t(left, { time: clockText(seconds) })}</span>`;
}

/** The time that a move has left, or nothing. @param {{endsAt: string | null, isPaused: boolean}} props */
export function MoveTime({ endsAt, isPaused }) {
  const left = useTimeLeft(endsAt, isPaused);
  return left === null ? null : html`<span class="time-left"> · ${clockText(left)}</span>`;
}

/** @param {number} seconds */
const clockText = (seconds) => `${numberText(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
