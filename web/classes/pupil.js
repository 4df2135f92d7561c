/** The page of a pupil: the code, the wait for a table, and the table, which opens by itself. */
import { Problem } from "../../clients/javascript/src/index.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Picture, PICTURES } from "../players/picture.js";
import { announce } from "../shell/announce.js";
import { Fault, faultText } from "../shell/faults.js";
import { submitted } from "../shell/forms.js";
import { preferences } from "../shell/preferences.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { loadView, navigate, routeOf } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { loadStyle, SHARED } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { useWords } from "../shell/words.js";
import { chooseLocale, chosenLocale, PSEUDO, t } from "../text/text.js";
import { written } from "./code.js";
import { usePolled } from "../hosting/polled.js";
import { HOSTING } from "../hosting/style.js";
import { TimeLeft } from "../hosting/time_left.js";

/** @typedef {import("../shell/session.js").Pupil} PupilOfTab */

const POLL = 2500; // milliseconds

// In the order in which the rules apply.
await Promise.all([SHARED, HOSTING].map(loadStyle));

/** @param {import("../shell/router.js").ViewProps} props */
export default function Pupil({ fragment }) {
  const { pupil } = useStore(session.standing);
  const [scanned] = fragment.keys(); // `/class#CODE`
  const [code, setCode] = useState(scanned ?? "");
  const [signedOut, setSignedOut] = useState(/** @type {PupilOfTab | null} */ (null));
  const wasIn = useRef(/** @type {PupilOfTab | null} */ (null));
  const isLeaving = useRef(false);
  useEffect(() => {
    setSignedOut(pupil || isLeaving.current ? null : wasIn.current);
    wasIn.current = pupil;
    if (pupil) setCode(""); // one who is signed out by another device does not come back by themselves
    isLeaving.current = false;
  }, [pupil]);
  const leave = (/** @type {string} */ next) => {
    isLeaving.current = true;
    setCode(next);
    if (session.pupil) session.leaveClass();
  };
  useEffect(() => {
    if (!scanned) return;
    leave(scanned);
    navigate("/class", { replace: true });
  }, [scanned]);
  if (pupil) return html`<${Member} key=${pupil.token} pupil=${pupil} leave=${() => leave("")} />`;
  return html`<${Entrance} key=${code} scanned=${code} signedOut=${signedOut} />`;
}

/**
 * Sign in with a code. That of a party is for all, who choose a name.
 * @param {{scanned: string, signedOut: PupilOfTab | null}} props `signedOut` as by the end of the class
 */
function Entrance({ scanned, signedOut }) {
  useTitle(t("classes.enter_title"));
  const [code, type] = useState(scanned);
  const [party, setParty] = useState(/** @type {{name: string, names: string[]} | null} */ (null));
  const { run, running, error } = useAction();
  /** Offer the names of a party; return whether there are any. */
  const readNames = async () => {
    const answer = await session.client.post("/class_names", { body: { code }, patience: PATIENCE });
    if (!answer.names.length) return false;
    await speak(answer.language);
    setParty(answer);
    return true;
  };
  const enter = (/** @type {string | null} */ name) =>
    run(async () => {
      if (!name && (await readNames())) return;
      try {
        const signedIn = await session.client.post("/class_sign_in", { body: { code, ...(name && { name }) }, patience: PATIENCE });
        session.enterClass({ token: signedIn.token, classId: signedIn.class_id, name: signedIn.name, code: signedIn.code });
      } catch (problem) {
        if (problem instanceof Problem && problem.code === "name_taken_in_class") await readNames();
        throw problem;
      }
    });
  useEffect(() => {
    if (scanned) enter(null);
  }, []);
  if (party) {
    return html`<div class="narrow class-entrance">
      <h1>${party.name}</h1>
      <p class="lead">${t("classes.choose_name")}</p>
      ${error && html`<p class="fault" role="alert">${faultText(error)}</p>`}
      <ul class="plain class-names">
        ${party.names.map(
          (name) => html`<li key=${name}><button type="button" class="big" aria-disabled=${running} onClick=${() => enter(name)}>${name}</button></li>`,
        )}
      </ul>
      <p class="actions"><button type="button" class="quiet" onClick=${() => run(readNames)}>${t("classes.other_names")}</button></p>
    </div>`;
  }
  const field = html`<div class="field">
      <label for="class-code">${t("classes.code")}</label>
      <input id="class-code" class="class-code" value=${code} required minlength="10" maxlength="20" autocomplete="off" autocapitalize="characters"
        spellcheck=${false} aria-describedby="class-code-hint" onInput=${(/** @type {any} */ event) => type(event.currentTarget.value)} />
      <p class="hint" id="class-code-hint">${t("classes.code_hint")}</p>
    </div>
    ${error && html`<p class="fault" role="alert">${faultText(error)}</p>`}
    <p><button type="submit" class=${signedOut ? "" : "primary big"} aria-disabled=${running}>${t("classes.enter")}</button></p>`;
  return html`<form class="narrow panel class-entrance" onSubmit=${submitted(() => enter(null))}>
    ${signedOut
      ? html`<${Goodbye} pupil=${signedOut} />
          <p role="alert">${t("classes.signed_out")}</p>
          <details><summary>${t("classes.goes_on_pupil")}</summary>${field}</details>`
      : html`<h1>${t("classes.enter_title")}</h1><p class="lead">${t("classes.enter_lead")}</p>${field}`}
  </form>`;
}

/** What a pupil takes home. @param {{pupil: PupilOfTab}} props */
function Goodbye({ pupil: { name, book_size, books = {} } }) {
  useWords({ book_size });
  const count = Object.values(books).reduce((sum, each) => sum + each, 0);
  return html`<div class="class-goodbye">
    <${Animal} name=${name} />
    <h1>${t("classes.goodbye", { name })}</h1>
    <p class="lead">${t(count > 0 ? "classes.your_books" : "classes.no_books", { count })}</p>
  </div>`;
}

/** The fish of a pupil's name, in the language of the class. @param {{name: string}} props */
function Animal({ name }) {
  const fish = PICTURES.find((each) => name.toLowerCase().includes(t(`common.fish_${each}`).toLowerCase()));
  return fish && html`<${Picture} name=${fish} />`;
}

/** @param {{pupil: PupilOfTab, leave: () => void}} props */
function Member({ pupil, leave }) {
  const { data: mine, error, look } = usePolled("/classes/{class_id}/mine", { class_id: pupil.classId }, POLL);
  const table = useTableView();
  const game = mine?.game ?? null;
  const isPaused = mine?.paused ?? false;
  const language = mine?.language;
  useEffect(() => {
    if (language) speak(language);
  }, [language]);
  useEffect(() => {
    if (game) announce(t("classes.game_begins"));
    scrollTo(0, 0);
  }, [game]);
  const wasPaused = useRef(false);
  useEffect(() => {
    if (isPaused !== wasPaused.current) announce(t(isPaused ? "classes.paused_pupil" : "classes.goes_on"));
    wasPaused.current = isPaused;
  }, [isPaused]);
  const isOver = mine?.status === "over" || (error instanceof Problem && error.status === 404);
  // A read that met the deletion half way found no class. The next one says that the token has ended.
  useEffect(() => {
    if (isOver) look();
  }, [isOver]);
  if (isOver) return html`<${Over} pupil=${pupil} leave=${leave} />`;
  return html`
    ${isPaused && html`<p class="class-paused">${t("classes.paused_pupil")}</p>`}
    ${Boolean(error) && !mine && html`<${Fault} error=${error} />`}
    ${mine && game && table
      ? html`<p class="class-line">
            <span>${t("classes.round_and_table", { round: mine.round, table: mine.table ?? 0 })}</span>
            <${TimeLeft} endsAt=${mine.status === "playing" ? mine.round_ends_at : null} isPaused=${isPaused} />
          </p>
          <${table} key=${game} params=${{ id: game }} fragment=${new URLSearchParams()} query=${new URLSearchParams()} />`
      : html`<${Waiting} mine=${mine} pupil=${pupil} leave=${leave} />`}
  `;
}

/** @param {{mine: import("./types.js").Mine | undefined, pupil: PupilOfTab, leave: () => void}} props */
function Waiting({ mine, pupil, leave }) {
  useTitle(mine?.name ?? pupil.name);
  const isSeated = mine?.table != null && ["formed", "playing"].includes(mine.status);
  const text = isSeated ? t("classes.your_table", { table: mine?.table ?? 0 }) : t("classes.you_are_in");
  return html`<div class="narrow panel class-waiting">
    <h1>${mine?.name ?? t("common.loading")}</h1>
    <${Animal} name=${mine?.me ?? pupil.name} />
    <p>${t("classes.you_are")}</p>
    <p class="class-name">${mine?.me ?? pupil.name}</p>
    <p class="lead" role="status">${text}</p>
    <p>${t(`classes.${isSeated ? "begins_soon" : mine?.status === "playing" ? "wait_for_others" : "wait_for_table"}`)}</p>
    ${pupil.code && html`<p class="notice">${t("classes.own_code")} <strong class="code">${written(pupil.code)}</strong></p>`}
    <p><button type="button" class="quiet" onClick=${leave}>${t("classes.not_me")}</button></p>
  </div>`;
}

/** @param {{pupil: PupilOfTab, leave: () => void}} props */
function Over({ pupil, leave }) {
  useTitle(t("classes.goodbye", { name: pupil.name }));
  return html`<div class="narrow panel class-waiting">
    <${Goodbye} pupil=${pupil} />
    <p class="lead">${t("classes.over_pupil")}</p>
    <p><button type="button" class="primary" onClick=${leave}>${t("classes.sign_out")}</button></p>
  </div>`;
}

/** Load the table while the pupil waits; null until it is there. */
function useTableView() {
  const [view, setView] = useState(/** @type {{of: any}} */ ({ of: null }));
  useEffect(() => {
    const route = routeOf("/games/any");
    const load = () => route && loadView(route).then((of) => setView({ of }), () => void setTimeout(load, POLL));
    load();
  }, []);
  return view.of;
}

/** Show the page in the language of the class, without changing what the device remembers. @param {string} wanted */
async function speak(wanted) {
  if ([wanted, PSEUDO].includes(chosenLocale())) return;
  await chooseLocale(wanted);
  preferences.set({ ...preferences.value }); // every view is rendered again
}
