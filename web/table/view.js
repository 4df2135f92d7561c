/** A game: the room where one waits for players, the table, and its end. Others watch. */

import { Problem } from "../../clients/javascript/src/index.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Coach } from "../learn/coach.js";
import { Hints } from "../learn/hints.js";
import { CodeForm } from "../shell/code_form.js";
import { joinPath } from "../shell/codes.js";
import { Fault, faultText } from "../shell/faults.js";
import { namesOf } from "../shell/players.js";
import { preferences } from "../shell/preferences.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { loadStyle, useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { useWords } from "../shell/words.js";
import { t } from "../text/text.js";
import { useAnnouncedEmotes, useAnnouncedMoves } from "./announced.js";
import { useAttention } from "./attention.js";
import { PlayTable } from "./felt/play_table.js";
import { Complaint } from "./panels/complaint.js";
import { Ending } from "./panels/ending.js";
import { History } from "./panels/history.js";
import { Menu } from "./panels/menu.js";
import { useWholeGame } from "./panels/story.js";
import { WaitingRoom } from "./panels/waiting_room.js";
import { useSounds } from "./sounds.js";
import { useGame } from "./state/follow.js";
import { remembered } from "./state/memory.js";
import { isCaughtUp } from "./state/reducer.js";
import { withRoundEnd } from "./state/round_end.js";
import { listenerOf } from "./state/seats.js";
import { SeatLost, StreamEnd } from "./stream_end.js";
import { sentences } from "./words/events.js";

// In the order in which the rules apply, also in the bundle.
const CARDS = new URL("../cards/cards.css", import.meta.url);
const TABLE = new URL("./table.css", import.meta.url);
const CHILDREN = new URL("../style/children.css", import.meta.url);

await Promise.all([CARDS, TABLE].map(loadStyle));

/** Milliseconds after the table until what stands next to it is drawn. */
const MOMENT = 50;
/** @type {Record<number, {emote: string, id: number}>} */
const NONE = {};

/** @param {import("../shell/router.js").ViewProps} props */
export default function GameView(props) {
  // With the watch code of a private game one only watches.
  if (props.fragment.has("watch")) return html`<${Watching} ...${props} />`;
  // A stranger may not read the private table whose code they have.
  const isStranger = !session.client.token && !session.pupil;
  if (isStranger && props.fragment.has("code")) return html`<${Hidden} id=${props.params["id"] ?? ""} code=${props.fragment.get("code")} />`;
  return html`<${GameRoom} key=${props.params["id"]} ...${props} />`;
}

/** @param {import("../shell/router.js").ViewProps} props */
function GameRoom(props) {
  const id = props.params["id"] ?? "";
  const followed = useGame(id);
  const following = session.pupil ? { ...followed, table: withRoundEnd(followed.table, { isParty: session.pupil.code !== null }) } : followed;
  const { table, fault, retry } = following;
  const { shown: state, game } = table;
  const isChild = props.fragment.has("child");
  const hasWords = useWords(game?.rules, isChild);
  const isWhole = useWholeGame(following);
  const hasShown = useRef(false);
  useStyle(isChild ? CHILDREN : TABLE);
  const isHidden = fault instanceof Problem && fault.code === "game_not_found";
  // The host has freed the seat at a private table while this page had no connection.
  if (isHidden && state?.phase === "lobby" && state.you !== null) return html`<${SeatLost} />`;
  if (isHidden) return html`<${Hidden} id=${id} code=${props.fragment.get("code")} />`;
  if (fault) return html`<h1>${t("table.game")}</h1><${Fault} error=${fault} retry=${retry} />`;
  // The words at the end of a game are of all its moves. A page that showed it before shows it on.
  hasShown.current ||= state !== null && (state.phase !== "over" || isWhole);
  if (!state || !game || !hasWords || !hasShown.current) return html`<h1 class="visually-hidden">${t("table.game")}</h1><p class="loading" role="status">${t("common.loading")}</p>`;
  if (state.phase === "closed") return html`<${Closed} />`;
  if (state.phase === "lobby") return html`<${WaitingRoom} following=${following} state=${state} game=${game} fragment=${props.fragment} />`;
  if (state.spectator && !wasPlayer(table)) return html`<${Watching} ...${props} watched=${following} />`;
  return html`<${Playing} following=${following} state=${state} game=${game} isLesson=${props.fragment.has("lesson")} isChild=${isChild}
    tournament=${props.fragment.get("tournament")} />`;
}

/**
 * A table that the reader may not see: its code opens it. The address of a player who invites has it.
 * @param {{id: string, code: string | null}} props
 */
function Hidden({ id, code }) {
  useEffect(() => {
    if (code) navigate(joinPath(id, code), { replace: true });
  }, [code]);
  useTitle(t("table.game"));
  return code ? null : html`<${CodeForm} game=${id} />`;
}

/** Whether the reader has left the game, and sees it as a spectator since. @param {import("./state/reducer.js").Table} table */
function wasPlayer(table) {
  if (session.pupil) return true; // at the end of a round they have left
  return ownSeat(table) !== undefined;
}

/** The seat of the reader, also after they have left. @param {import("./state/reducer.js").Table} table */
function ownSeat({ players }) {
  const username = session.account?.username;
  return username === undefined ? undefined : players.find(({ player }) => player === username)?.seat;
}

/**
 * @param {{following: import("./state/follow.js").Following, state: import("./types.js").State,
 *   game: import("./types.js").Game, isLesson: boolean, isChild: boolean, tournament: string | null}} props
 *   `isLesson` of the first game, which has a guide; `isChild` of the games for small children; `tournament` from whose page the player came
 */
function Playing({ following, state, game, isLesson, isChild, tournament }) {
  const { table, refusal, isSending, act, skip } = following;
  const names = namesOf(table.players, state.seats.length);
  const { you } = state;
  useOwnBooks(table, state);
  const [reason, explain] = useState({ text: "", version: 0 });
  const { keys, aids, emotes } = useStore(preferences);
  const maySend = !isChild && emotes && game["emotes"] === true && you !== null && state.phase !== "over";
  const sendEmote = (/** @type {string} */ emote) =>
    following.api.emote(emote).catch((/** @type {unknown} */ error) => explain({ text: faultText(error), version: state.version }));
  const known = useAids(following, state, game, aids);
  const [chosenRank, setChosenRank] = useState(/** @type {string | null} */ (null));
  const [complaintAt, complain] = useState(/** @type {number | null} */ (null));
  const isYourTurn = you !== null && state.to_act === you && state.phase !== "over";
  const [sawItRun] = useState(state.phase !== "over");
  const hasPlayed = you !== null && state.phase === "over";
  useEffect(() => {
    if (hasPlayed) preferences.change({ isNew: false });
  }, [hasPlayed]);
  useAttention({ game: state.game, isYourTurn, isOver: state.phase === "over", name: names[state.to_act ?? -1] ?? "" });
  useSounds(table.shownMove, isYourTurn);
  const listener = listenerOf(table.moves, you, ownSeat(table));
  const [satHere] = useState(you !== null);
  useAnnouncedMoves(table.shownMove, { names, you: listener(state.version) });
  useAnnouncedEmotes(emotes ? table.emotes : NONE, names);
  const problem = refusal ? refusalText(refusal) : reason.version === state.version ? reason.text : "";
  return html`<div class="game">
    <h1 class="visually-hidden">${t("table.game")}</h1>
    <${Connection} state=${table.connection} end=${table.end} />
    <div class="columns">
      <div class="main">
        ${you === null && state.phase !== "over" && !session.pupil && html`<${Left} isNew=${satHere}
          words=${table.moves.filter(({ number }) => listener(number) !== null).slice(-1).flatMap(({ events, number }) => sentences(events, { names, you: listener(number) }))} />`}
        ${state.phase === "over" && html`<${Ending} following=${following} state=${state} game=${game} names=${names} tournament=${tournament} isNew=${sawItRun} isChild=${isChild} />`}
        ${isLesson && you !== null && table.hasHistory && html`<${Coach} events=${shownMoves(table).flatMap(({ events }) => events)} you=${you} names=${names}
          isYourTurn=${isYourTurn && isCaughtUp(table)} isOver=${state.phase === "over"} chosenRank=${chosenRank}
          close=${() => navigate(location.pathname, { replace: true })} />`}
        <${PlayTable} table=${table} state=${state} game=${game} names=${names} listener=${listener(state.version)} isSending=${isSending} problem=${problem}
          send=${act} skip=${skip} isChild=${isChild} keysAreOn=${keys} known=${known} emotes=${emotes ? table.emotes : NONE}
            sendEmote=${maySend ? sendEmote : null} explain=${(/** @type {string} */ text) => {
            explain({ text, version: state.version });
          }} onChoice=${setChosenRank} />
        ${state.phase !== "over" && state.rated != null && html`<p class="hint">${t(`events.rated_${state.rated}`)}</p>`}
      </div>
      ${!isChild && html`<div class="side">
        <${Later}>
          ${game["aids"] === true && you !== null && state.phase !== "over" &&
          html`<${Hints} isYourTurn=${isYourTurn && isCaughtUp(table)} position=${{
            id: state.game, version: state.version, you, hand: state.seats[you]?.hand ?? [], names, moves: table.moves,
            tell: (/** @type {any[]} */ events) => sentences(events, { names, you }),
          }} />`}
          <${History} table=${table} names=${names} listener=${listener} readEarlier=${following.readEarlier} complain=${session.pupil ? null : complain} />
          <${Menu} following=${following} state=${state} game=${game} names=${names} complain=${() => complain(state.version)} />
        <//>
      </div>`}
    </div>
    ${complaintAt !== null &&
    html`<${Complaint} following=${following} names=${names} you=${you} move=${complaintAt} close=${() => complain(null)} />`}
  </div>`;
}

/**
 * Return what a perfect memory would know of each hand, where the table allows aids and the player
 * wants them. It needs every move since the deal.
 * @param {import("./state/follow.js").Following} following
 * @param {import("./types.js").State} state
 * @param {import("./types.js").Game} game
 * @param {boolean} isWanted
 */
function useAids({ table, readEarlier }, state, game, isWanted) {
  const isOn = isWanted && game["aids"] === true && state.phase !== "over";
  const first = table.moves[0]?.number ?? 1;
  useEffect(() => {
    if (isOn && table.hasHistory && first > 1) readEarlier();
  }, [isOn, table.hasHistory, first]);
  if (!isOn || first > 1) return null;
  const moves = table.moves.filter(({ number }) => number <= state.version);
  const { transfer, ask_held_card: held } = /** @type {any} */ (game.rules);
  return remembered(moves, state.seats.length, { transfer, isBluffAllowed: held === "allow" });
}

/** Keep the books of a pupil for the goodbye of the class. @param {import("./state/reducer.js").Table} table @param {import("./types.js").State} state */
function useOwnBooks({ game: known }, { you, seats, game }) {
  const books = you === null ? undefined : seats[you]?.books.length;
  useEffect(() => {
    const { pupil } = session;
    if (!pupil || books === undefined) return;
    session.enterClass({ ...pupil, book_size: known?.rules["book_size"], books: { ...pupil.books, [game]: books } });
  }, [books]);
}

/** What is shown once the table is drawn, as words and times of moves take longer. @param {{children: any}} props */
function Later({ children }) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), MOMENT);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn && children;
}

/** Return the moves that the page has shown, oldest first. @param {import("./state/reducer.js").Table} table */
const shownMoves = ({ moves, shown }) => moves.filter(({ number }) => number <= (shown?.version ?? 0));

/** @param {unknown} refusal */
function refusalText(refusal) {
  const { code } = /** @type {{code?: string}} */ (refusal);
  return code === "stale_version" ? t("table.refused.stale_version") : faultText(refusal);
}

/** What a player sees who has left: that they did, and where to go. @param {{words: string[], isNew: boolean}} props `isNew` if it happened before their eyes */
function Left({ words, isNew }) {
  const panel = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  useEffect(() => void (isNew && panel.current?.focus()), []);
  return html`<section class="panel" ref=${panel} tabindex="-1">
    <h2>${words.join(" ")}</h2>
    <p>${t("table.left")}</p>
    <p class="actions"><a class="button primary" href="/">${t("common.to_start")}</a> <a class="button" href="/lobby">${t("table.other_tables")}</a></p>
  </section>`;
}

/** @param {{state: string, end: string | null}} props */
function Connection({ state, end }) {
  if (end) return html`<${StreamEnd} end=${end} />`;
  if (state !== "lost") return null;
  return html`<p class="connection" role="status">${t("table.connection_lost")}</p>`;
}

function Closed() {
  return html`<h1>${t("table.closed_title")}</h1>
    <p>${t("table.closed")}</p>
    <p class="actions"><a class="button" href="/">${t("common.to_start")}</a></p>`;
}

/** @param {import("../shell/router.js").ViewProps & {watched?: import("./state/follow.js").Following}} props */
function Watching(props) {
  const [view, setView] = useState(/** @type {{of?: any}} */ ({}));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    props.route.spectatorView?.().then((module) => setView({ of: module.default }), setFault);
  }, []);
  if (fault) return html`<${Fault} error=${fault} />`;
  return view.of ? html`<${view.of} ...${props} />` : html`<p class="loading" role="status">${t("common.loading")}</p>`;
}
