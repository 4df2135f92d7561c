/**
 * A public game in a frame of another site. This page reads no token and no storage, and it sends no
 * command: its client has no token, and every link opens a page of its own.
 */
import { Client } from "../../clients/javascript/src/index.js";
import { html } from "../html.js";
import { labelsOf, namesOf } from "../shell/players.js";
import { useAnnouncedEmotes, useAnnouncedMoves } from "../table/announced.js";
import { useFollowed } from "../table/state/follow.js";
import { isCaughtUp } from "../table/state/reducer.js";
import { endText } from "../table/stream_end.js";
import { t } from "../text/text.js";
import { Felt } from "./felt.js";
import { styles } from "./style.js";
import { playersText, Result } from "./table.js";

await styles;
const client = new Client();

/** @param {import("../shell/router.js").ViewProps} props */
export default function Embed({ params }) {
  const id = params["id"] ?? "";
  const { table, fault, skip } = useFollowed(client, id);
  const { shown: state, game } = table;
  const names = namesOf(table.players, state?.seats.length ?? 0);
  useAnnouncedMoves(table.shownMove, { names, you: null });
  useAnnouncedEmotes(table.emotes, names);
  const isOver = state?.phase === "over";
  return html`<div class="game watching embedded">
    <h1 class="visually-hidden">${game ? playersText(game) : t("watch.watching")}</h1>
    ${fault && html`<p class="notice">${t("watch.not_shown")}</p>`}
    ${!fault && !(state && game) && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${endText(table.end) && html`<p class="notice">${endText(table.end)}</p>`}
    ${state && game && ["lobby", "closed"].includes(state.phase) && html`<p class="notice">${t("watch.not_running")}</p>`}
    ${state && game && !["lobby", "closed"].includes(state.phase) && html`<${Felt} state=${state} players=${table.players} names=${names}
      move=${table.shownMove} rules=${game.rules} emotes=${table.emotes} skip=${isCaughtUp(table) ? null : skip} />`}
    ${state && isOver && html`<${Result} state=${state} labels=${labelsOf(table.players, names.length)} />`}
    ${(fault || (state && game)) && html`<p class="embed-foot">
      <a href=${fault ? "/" : `/games/${id}${isOver ? "/replay" : ""}`} target="_blank" rel="noopener">
        ${t(isOver ? "watch.embed_replay" : "watch.embed_open")}
      </a>
    </p>`}
  </div>`;
}
