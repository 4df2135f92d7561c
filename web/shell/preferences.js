/** What a player chose on this device. Kept in local storage, apart from the token. */
import { PREFERENCES } from "./early.js";
import { Store } from "./store.js";

/**
 * @typedef {object} Preferences
 * @property {string} language "" for the browser's language
 * @property {"" | "light" | "dark"} theme "" for the device's theme
 * @property {{seats: number, level: string, preset: string, visibility: "public" | "private"}} game of the last game against bots
 * @property {boolean} sounds at the table, with taps on phones
 * @property {boolean} notifications
 * @property {boolean} keys ask with keys
 * @property {boolean} aids show what one could know, where the table allows it
 * @property {boolean} emotes show what others say
 * @property {boolean} isNew offer a first game with a guide: no game is over yet, and no offer was declined
 */

/** @type {Preferences} */
const DEFAULTS = {
  language: "",
  theme: "",
  game: { seats: 3, level: "forgetful", preset: "classic", visibility: "public" },
  sounds: true,
  notifications: false,
  keys: true,
  aids: false,
  emotes: true,
  isNew: true,
};

/** @extends {Store<Preferences>} */
class PreferenceStore extends Store {
  /** Read what was kept; damaged text counts as none. */
  load() {
    try {
      const kept = JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}");
      this.set({ ...DEFAULTS, ...kept, game: { ...DEFAULTS.game, ...kept.game } });
    } catch {
      this.set(DEFAULTS);
    }
    this.apply();
  }

  /** @param {Partial<Preferences>} changes */
  change(changes) {
    this.set({ ...this.value, ...changes });
    try {
      localStorage.setItem(PREFERENCES, JSON.stringify(this.value));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    this.apply();
  }

  forget() {
    try {
      localStorage.removeItem(PREFERENCES);
    } catch {
      // Nothing was kept.
    }
    this.set(DEFAULTS);
    this.apply();
  }

  apply() {
    const { theme } = this.value;
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
  }
}

export const preferences = new PreferenceStore(DEFAULTS);
