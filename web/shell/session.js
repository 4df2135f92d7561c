/**
 * The account of this browser: its token, which is in local storage under one key, and who it is.
 * Or the pupil of this tab, whose token is in session storage and ends with the tab.
 */
import { Client, Problem } from "../../clients/javascript/src/index.js";
import { fetchEarly, PUPIL, TOKEN } from "./early.js";
import { preferences } from "./preferences.js";
import { Store } from "./store.js";

/** Milliseconds to wait for the account, and until it is read again. */
const PATIENCE = 5000;
/** All names in the storage begin like this, also those of commands without an answer. */
const OURS = "gofish.";

/**
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]} Schemas
 * @typedef {Schemas["OwnAccount"]} Account
 *
 * @typedef {object} Standing
 * @property {"none" | "loading" | "known"} state `loading`: there is a token, but no answer yet
 * @property {Account | null} account
 * @property {boolean} wasRevoked the server refused the token that was stored
 * @property {Pupil | null} pupil of a class, who has no account
 *
 * @typedef {object} Pupil
 * @property {string} token of the scope `class`
 * @property {string} classId
 * @property {string} name of the pupil's place
 * @property {string | null} code to come back to a party, else null
 * @property {number} [book_size] of their last game, as pairs are no books
 * @property {Record<string, number>} [books] by game, for the goodbye
 */

/** @type {Standing} */
const SIGNED_OUT = { state: "none", account: null, wasRevoked: false, pupil: null };

class Session {
  constructor() {
    this.client = new Client();
    /** @type {Store<Standing>} */
    this.standing = new Store(SIGNED_OUT);
    /** Resolves when it is known whose the token is, or that there is none. */
    this.ready = Promise.resolve();
  }

  /** @returns {Account | null} */
  get account() {
    return this.standing.value.account;
  }

  /** @returns {Pupil | null} */
  get pupil() {
    return this.standing.value.pupil;
  }

  /**
   * Read the token that was stored, and follow other tabs that sign in or out. Nothing touches the
   * storage before: a page in a frame of another site never does.
   */
  load() {
    // Commands without an answer outlast a reload of their tab.
    this.client = new Client({ storage: storage("sessionStorage"), fetch: /** @type {any} */ (fetchEarly) });
    addEventListener("storage", (event) => {
      if (this.pupil || (event.key !== TOKEN && event.key !== null)) return;
      // A page that was just left in this tab can still announce what is known here.
      if (stored() !== this.client.token) this.ready = this.use(stored());
    });
    const pupil = storedPupil();
    if (pupil) this.enterClass(pupil);
    else this.ready = this.use(stored());
  }

  /** Use the token of a pupil in this tab, in place of the account's. @param {Pupil} pupil */
  enterClass(pupil) {
    try {
      sessionStorage.setItem(PUPIL, JSON.stringify(pupil));
    } catch {
      // Without storage the pupil is signed in until the page is closed.
    }
    this.client.token = pupil.token;
    this.standing.set({ ...SIGNED_OUT, state: "known", pupil });
  }

  /** Go back to the account of the browser. */
  leaveClass() {
    const kept = storage("sessionStorage");
    for (const name of Object.keys(kept ?? {})) if (name.startsWith(OURS)) kept?.removeItem(name);
    this.standing.set(SIGNED_OUT);
    this.ready = this.use(stored());
  }

  /** Return once there is an account; a stranger becomes a guest. */
  async needAccount() {
    await this.ready;
    if (this.client.token) return;
    this.take(await this.client.post("/accounts/guest"));
  }

  /**
   * @param {string} username @param {string} password
   */
  async signIn(username, password) {
    const device = navigator.userAgent.includes("Mobile") ? "phone" : "browser";
    const token = await this.client.post("/tokens", { body: { username, password, name: device } });
    await this.keep(token.secret);
  }

  /**
   * Take over an account that was just made.
   * @param {{account: Schemas["Account"], token: {secret: string}}} registered
   */
  take({ account, token }) {
    this.client.token = token.secret;
    store(token.secret);
    this.standing.set({ ...SIGNED_OUT, state: "known", account: { ...account, unread_notices: 0 } });
  }

  /** @param {string} secret a valid token */
  async keep(secret) {
    store(secret);
    this.ready = this.use(secret);
    await this.ready;
  }

  /** Read the account again, as after a change. */
  async refresh() {
    const account = await this.client.get("/me", { patience: PATIENCE });
    this.standing.set({ ...SIGNED_OUT, state: "known", account });
  }

  /** Remove everything that this browser keeps: the token, the preferences, and other traces. */
  forget() {
    this.drop(false);
    preferences.forget();
    for (const kept of [storage(), storage("sessionStorage")]) {
      const names = Array.from({ length: kept?.length ?? 0 }, (_, index) => kept?.key(index) ?? "");
      for (const name of names) if (name.startsWith(OURS)) kept?.removeItem(name);
    }
  }

  /** The server refused the token: go on without one. */
  revoked() {
    if (this.pupil) this.leaveClass();
    else if (this.client.token) this.drop(true);
  }

  /** @param {boolean} wasRevoked */
  drop(wasRevoked) {
    store(null);
    this.client.token = null;
    this.standing.set({ ...SIGNED_OUT, wasRevoked });
  }

  /** @param {string} token */
  again(token) {
    const { state } = this.standing.value;
    if (this.client.token === token && state === "loading") this.ready = this.use(token);
  }

  /** @param {string | null} token */
  async use(token) {
    this.client.token = token;
    if (!token) {
      this.standing.set(SIGNED_OUT);
      return;
    }
    if (this.standing.value.state !== "loading") this.standing.set({ ...SIGNED_OUT, state: "loading" });
    try {
      await this.refresh();
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 401) this.revoked();
      // Without an answer the token stays, and the account is read again later.
      else setTimeout(() => this.again(token), PATIENCE);
    }
  }
}

/** Return a storage of the page, or null if the browser forbids it. @param {"localStorage" | "sessionStorage"} [name] */
function storage(name = "localStorage") {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

function stored() {
  return storage()?.getItem(TOKEN) ?? null;
}

/** @returns {Pupil | null} */
function storedPupil() {
  try {
    return JSON.parse(storage("sessionStorage")?.getItem(PUPIL) ?? "null");
  } catch {
    return null; // damaged text counts as none
  }
}

/** @param {string | null} token */
function store(token) {
  try {
    if (token) localStorage.setItem(TOKEN, token);
    else localStorage.removeItem(TOKEN);
  } catch {
    // Without storage the account lasts until the page is closed.
  }
}

export const session = new Session();
