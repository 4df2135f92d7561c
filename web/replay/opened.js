/** A game from the fragment of the address, `/replay#gfn=…`, which no server sees; or pasted, dropped or chosen. */
import { MOST, NoNotation, positionAt, readNotation } from "../../clients/javascript/src/gfn/reader.js";
import { html, useEffect, useMemo, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { submitted } from "../shell/forms.js";
import { labelsOf, namesOf } from "../shell/players.js";
import { navigate } from "../shell/router.js";
import { useTitle } from "../shell/title.js";
import { useWords } from "../shell/words.js";
import { sentences } from "../table/words/events.js";
import { t } from "../text/text.js";
import { LinkedMoves } from "../watch/moves.js";
import { styles } from "../watch/style.js";
import { playersText, Result } from "../watch/table.js";
import { Controls, LinkButton } from "./controls.js";
import { addressOf, usePlayback, usePlaybackKeys } from "./playback.js";
import { Position } from "./view.js";

await styles;

const MOST_OF_A_NAME = 40; // characters: longer ones, which no account has, take minutes to lay out

/** @typedef {import("../../clients/javascript/src/gfn/reader.js").Notation} Notation */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Opened({ fragment }) {
  const text = fragment.get("gfn") ?? "";
  const { notation, fault } = useMemo(() => read(text), [text]);
  const game = notation ? gameOf(notation) : undefined;
  const hasWords = useWords(game?.rules);
  const title = game ? t("watch.replay_title", { players: playersText(game) }) : t("watch.open_title");
  useTitle(title);
  return html`<div class="game watching">
    <header class="watch-head"><h1>${title}</h1></header>
    ${notation ? hasWords && html`<${Shown} key=${text} notation=${notation} game=${game} fragment=${fragment} />` : html`<${Opening} fault=${fault} />`}
  </div>`;
}

/** @param {string} text @returns {{notation?: Notation, fault?: string}} */
function read(text) {
  if (!text) return {};
  if (text.length > MOST) return { fault: t("watch.open_too_long") };
  try {
    const notation = readNotation(text);
    positionAt(notation, notation.moves.length);
    return { notation };
  } catch (error) {
    return { fault: error instanceof NoNotation ? t("watch.open_fault", { line: error.line, column: error.column }) : t("watch.unreadable") };
  }
}

/** Return what the page of a game knows of its players. @param {Notation} notation */
function gameOf(notation) {
  const { seats } = positionAt(notation, notation.moves.length);
  const players = seats.map((/** @type {any} */ { bot }, /** @type {number} */ seat) => {
    const player = String(notation.players[seat] ?? "").slice(0, MOST_OF_A_NAME) || null;
    const kind = bot && !player ? "built_in" : "person";
    return { seat, player, display_name: null, kind, is_bot: kind !== "person", bot, online: null };
  });
  return { id: "", status: "over", players, seats: seats.length, rules: notation.rules };
}

/** The form that takes a notation. @param {{fault: string | undefined}} props */
function Opening({ fault }) {
  const [problem, setProblem] = useState("");
  /** @param {string} text */
  const show = (text) => {
    const { fault: found } = read(text.trimStart());
    setProblem(found ?? "");
    if (text.trim() && !found) navigate(`/replay#gfn=${encodeURIComponent(text.trimStart())}`);
  };
  /** @param {File | undefined} file */
  const open = async (file) => file && show(file.size > MOST ? " ".repeat(MOST + 1) + "." : await file.text());
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  };
  return html`<form class="panel narrow" onSubmit=${submitted((form) => show(String(new FormData(form).get("gfn"))))}
    onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onDrop=${drop}>
    <p>${t("watch.open_text")}</p>
    <label>${t("watch.open_label")}
      <textarea name="gfn" rows="8" spellcheck="false" dir="ltr" required></textarea>
    </label>
    <p class="actions"><button class="primary">${t("watch.open_show")}</button></p>
    <label>${t("watch.open_file")}
      <input type="file" accept=".gfn,text/x-gfn,text/plain" onChange=${(/** @type {any} */ { target }) => open(target.files[0])} />
    </label>
    <div role="alert">${(problem || fault) && html`<p class="fault">${problem || fault}</p>`}</div>
  </form>`;
}

/** @param {{notation: Notation, game: any, fragment: URLSearchParams}} props */
function Shown({ notation, game, fragment }) {
  const { moves } = notation;
  const last = moves.length;
  const has = (/** @type {string} */ wanted) => moves.filter(({ events }) => events.some(({ type }) => type === wanted)).map(({ number }) => number);
  const first = has("dealt")[0] ?? last;
  const names = namesOf(game.players, game.seats);
  const [shown, setShown] = useState(0);
  const playback = usePlayback(fragment, { first, last, seats: names.length, shown });
  const { at, isPlaying } = playback;
  const position = useMemo(() => positionAt(notation, at), [at]);
  usePlaybackKeys(playback, last);
  useEffect(() => {
    if (shown && !isPlaying) announce(sentences(position.move.events, { names, you: null, spoken: true }).join(" "));
    setShown(at);
  }, [at]);
  const address = (/** @type {number} */ to) => addressOf(fragment, to, null);
  return html`<div class="columns">
    <div class="main">
      <${Controls} playback=${playback} last=${last} books=${has("book_made")} />
      <${Position} position=${position} game=${game} names=${names} isNext=${at === shown + 1} />
      <div class="options"><${LinkButton} address=${address(at)} /></div>
      <p class="small soft keys-help">${t("watch.keys")}</p>
      <p class="small soft">${t("watch.open_unverified")}</p>
      ${position.phase === "over" && html`<${Result} state=${position} labels=${labelsOf(game.players, game.seats)} />`}
    </div>
    <div class="side">
      <${LinkedMoves} moves=${moves} names=${names} at=${at} address=${address} />
    </div>
  </div>`;
}
