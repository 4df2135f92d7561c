/** A running game for those who have no seat in it. */
import { html } from "../html.js";
import { presetName } from "../rules/rule_sets.js";
import { preferences } from "../shell/preferences.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useTitle } from "../shell/title.js";
import { CopyField } from "../shell/copy.js";
import { useFollowed } from "../table/state/follow.js";
import { t } from "../text/text.js";
import { styles } from "./style.js";
import { playersText, WatchedTable } from "./table.js";

await styles;

/** @typedef {import("../table/state/follow.js").Followed} Followed */

/**
 * @param {import("../shell/router.js").ViewProps & {watched?: Followed}} props the fragment may have
 *   the `watch` code of a private game; `watched` if the page follows the game already: a second
 *   stream would count as a second spectator
 */
export default function Watch({ watched, ...props }) {
  return watched ? html`<${Watched} ...${props} watched=${watched} />` : html`<${Follow} ...${props} />`;
}

/** @param {import("../shell/router.js").ViewProps} props */
function Follow(props) {
  const watchCode = props.fragment.get("watch") ?? undefined;
  const { emotes } = useStore(preferences);
  const watched = useFollowed(session.client, props.params["id"] ?? "", { watchCode, ready: session.ready, emotes });
  return html`<${Watched} ...${props} watched=${watched} />`;
}

/** @param {import("../shell/router.js").ViewProps & {watched: Followed}} props */
function Watched({ params, fragment, watched }) {
  const id = params["id"] ?? "";
  const watchCode = fragment.get("watch");
  const { game, state } = watched.table;
  const title = game ? playersText(game) : t("watch.watching");
  useTitle(title);
  const isOver = state?.phase === "over";
  const code = watchCode ? `#${new URLSearchParams({ watch: watchCode })}` : "";
  return html`<div class="game watching">
    <header class="watch-head">
      <h1>${title}</h1>
      ${game && html`<p class="soft">${presetName(game["preset"])} · ${t(isOver ? "watch.is_over" : "watch.spectating")}</p>`}
    </header>
    <${WatchedTable} ...${watched}>
      <div class="actions">
        ${isOver && html`<a class="button primary" href=${`/games/${id}/replay${code}`}>${t("watch.to_replay")}</a>`}
        <a class="button" href="/tv">${t("watch.other_games")}</a>
      </div>
      ${game?.["visibility"] === "public" && game["spectators"] && html`<${EmbedCode} id=${id} />`}
    <//>
  </div>`;
}

/** The markup with which other pages show a game. @param {{id: string}} props */
function EmbedCode({ id }) {
  const markup = `<iframe src="${location.origin}/embed/${id}" width="720" height="640" title="Go Fish"></iframe>`;
  return html`<details class="embed-code">
    <summary>${t("watch.embed")}</summary>
    <${CopyField} label=${t("watch.embed_label")} text=${markup} />
  </details>`;
}
