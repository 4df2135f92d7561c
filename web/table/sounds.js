/**
 * Sounds and taps of the table, made here from tones and noise. There are none before the first
 * gesture on the page, which browsers demand, and none where the player has muted the table.
 */

import { useEffect, useRef } from "../html.js";
import { preferences } from "../shell/preferences.js";

/** Seconds between the sounds of two events of a move, as between the flights of their cards. */
const STEP = 0.3;
const LOUDNESS = 0.12;
/** The most sounds of one move. */
const MAX_SOUNDS = 6;

/**
 * @typedef {{at: number, hertz: number, to?: number, seconds: number, shape?: OscillatorType}} Tone
 *   `at` in seconds; it glides to `to`
 * @typedef {"ask" | "give" | "catch" | "fish" | "book" | "turn" | "end"} Sound
 */

/** @type {Record<Sound, {tones: Tone[], splash?: number, tap?: number[]}>} `splash` in seconds of noise, `tap` in milliseconds */
const SOUNDS = {
  ask: { tones: [{ at: 0, hertz: 392, seconds: 0.14 }, { at: 0.1, hertz: 523, seconds: 0.2 }] },
  give: { tones: [{ at: 0, hertz: 330, to: 494, seconds: 0.18, shape: "triangle" }] },
  catch: { tones: [{ at: 0.05, hertz: 523, to: 1047, seconds: 0.25, shape: "triangle" }], splash: 0.12, tap: [30] },
  fish: { tones: [{ at: 0, hertz: 330, to: 130, seconds: 0.22 }], splash: 0.12 },
  book: { tones: [523, 659, 784].map((hertz, place) => ({ at: place * 0.09, hertz, seconds: 0.3 })), splash: 0.35, tap: [20, 40, 20] },
  turn: { tones: [{ at: 0, hertz: 659, seconds: 0.4 }, { at: 0.14, hertz: 880, seconds: 0.5 }], tap: [40] },
  end: { tones: [523, 659, 784, 1047].map((hertz, place) => ({ at: place * 0.15, hertz, seconds: 0.5, shape: "triangle" })), tap: [40, 60, 80] },
};

/** @type {Record<string, Sound>} */
const OF_EVENTS = { asked: "ask", cards_given: "give", go_fish: "fish", book_made: "book", game_over: "end", series_over: "end" };

/**
 * Return the sounds of a move, in order.
 * @param {readonly import("./types.js").Event[]} events
 * @returns {Sound[]}
 */
export function soundsOf(events) {
  const sounds = events.flatMap((event) => {
    const sound = event.type === "card_drawn" && event["public"] ? "catch" : OF_EVENTS[event.type];
    return sound ? [sound] : [];
  });
  return [...new Set(sounds)].slice(0, MAX_SOUNDS);
}

/**
 * Sound each move that happens while the page is open, and the beginning of the player's turn.
 * @param {import("./types.js").Move | null} move
 * @param {boolean} isYourTurn
 */
export function useSounds(move, isYourTurn) {
  const heard = useRef({ number: move?.number ?? null, isYourTurn });
  useEffect(() => {
    const { number, isYourTurn: was } = heard.current;
    heard.current = { number: move?.number ?? number, isYourTurn };
    /** @type {Sound[]} */
    const sounds = move && number !== null && move.number > number ? soundsOf(move.events) : [];
    if (isYourTurn && !was) sounds.push("turn");
    if (sounds.length) play(sounds);
  }, [move?.number, isYourTurn]);
}

/** @type {AudioContext | null} */
let speaker = null;

/** @param {readonly Sound[]} sounds */
export function play(sounds) {
  if (!preferences.value.sounds || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  const context = (speaker ??= new AudioContext());
  context.resume().catch(() => {});
  sounds.forEach((sound, place) => {
    const { tones, splash = 0 } = SOUNDS[sound];
    const start = context.currentTime + place * STEP;
    for (const tone of tones) ring(context, tone, start);
    if (splash) noise(context, splash, start);
  });
  const taps = sounds.flatMap((sound) => SOUNDS[sound].tap ?? []);
  if (taps.length && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(taps.slice(-3));
}

/** @param {AudioContext} context @param {Tone} tone @param {number} start */
function ring(context, { at, hertz, to, seconds, shape = "sine" }, start) {
  const from = start + at;
  const tone = new OscillatorNode(context, { frequency: hertz, type: shape });
  if (to) tone.frequency.exponentialRampToValueAtTime(to, from + seconds);
  tone.connect(fading(context, from, seconds)).connect(context.destination);
  tone.start(from);
  tone.stop(from + seconds);
}

/** @param {AudioContext} context @param {number} seconds @param {number} start */
function noise(context, seconds, start) {
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  buffer.copyToChannel(Float32Array.from({ length }, () => Math.random() * 2 - 1), 0);
  const water = new AudioBufferSourceNode(context, { buffer });
  const muffled = new BiquadFilterNode(context, { type: "lowpass", frequency: 900 });
  water.connect(muffled).connect(fading(context, start, seconds)).connect(context.destination);
  water.start(start);
}

/** @param {AudioContext} context @param {number} from @param {number} seconds */
function fading(context, from, seconds) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(LOUDNESS, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  return volume;
}
