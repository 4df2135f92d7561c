/** Say words aloud with a voice of the device itself: what children hear is sent to no other host. */
import { useEffect, useState } from "../html.js";
import { language } from "../text/text.js";
import { preferences } from "./preferences.js";

const PACE = 0.9;

/**
 * Return the voice for a language that needs no network, or null.
 * @param {readonly Pick<SpeechSynthesisVoice, "localService" | "lang">[]} voices
 * @param {string} wanted
 */
export function voiceFor(voices, wanted) {
  return voices.find(({ localService, lang }) => localService === true && lang.toLowerCase().split(/[-_]/)[0] === wanted) ?? null;
}

const ownVoice = () => /** @type {SpeechSynthesisVoice | null} */ (voiceFor(globalThis.speechSynthesis?.getVoices() ?? [], language()));

/** Say words, if there is such a voice and sounds are on. @param {string} words */
export function say(words) {
  const voice = ownVoice();
  if (!voice || !words || !preferences.value.sounds) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { voice, lang: voice.lang, rate: PACE }));
}

/** Whether there is a voice; browsers list them some time after the page. */
export function useVoice() {
  const [hasVoice, setVoice] = useState(() => ownVoice() !== null);
  useEffect(() => {
    const look = () => setVoice(ownVoice() !== null);
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", look);
    return () => globalThis.speechSynthesis?.removeEventListener?.("voiceschanged", look);
  }, []);
  return hasVoice;
}
