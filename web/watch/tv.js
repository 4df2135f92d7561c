/**
 * TV: the public game that is worth watching now, and the next one when it ends. While none is
 * played, games that ended lately.
 */
import { html, useEffect, useState } from "../html.js";
import { presetName } from "../rules/rule_sets.js";
import { Fault } from "../shell/faults.js";
import { useFullScreen } from "../shell/full_screen.js";
import { preferences } from "../shell/preferences.js";
import { useLoaded } from "../shell/requests.js";
import { Scene } from "../shell/scene.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { useFollowed } from "../table/state/follow.js";
import { endText } from "../table/stream_end.js";
import { t } from "../text/text.js";
import { styles } from "./style.js";
import { Rerun } from "./rerun.js";
import { playersText, WatchedTable } from "./table.js";

await styles;

/** Milliseconds between two looks at the channels. */
const LOOK = 15_000;
/** Milliseconds for which the end of a game is shown before the next one. */
const LINGER = 8_000;
/** Milliseconds without a move after which another game is shown, if one is better. */
const IDLE = 90_000;
/** Milliseconds after which the server no longer names a game that has ended. */
const SETTLED = 2_500;

/**
 * @typedef {{channel: string, game: any, watchers: number}} Channel
 */

/** @param {import("../shell/router.js").ViewProps} props */
export default function Television({ fragment }) {
  const wanted = fragment.get("channel") ?? "best";
  const { channels, recent, fault, look } = useChannels();
  const { isFull, fill } = useFullScreen();
  useTitle(t("watch.tv"));
  const { game: next, watchers = 0 } = channels?.find(({ channel }) => channel === wanted) ?? {};
  const [shown, show] = useState({ channel: "", id: "" });
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (shown.channel === wanted && shown.id ? !isOver || shown.id === next?.id : !next) return;
    const isSame = shown.channel === wanted;
    const timer = setTimeout(() => {
      show({ channel: wanted, id: next?.id ?? "" });
      setOver(false);
    }, isSame ? LINGER : 0);
    return () => clearTimeout(timer);
  }, [next?.id, wanted, isOver]);
  const id = shown.channel === wanted ? shown.id : "";
  return html`<div class="game watching">
    <header class="watch-head">
      <h1>${t("watch.tv")}</h1>
      ${fill && html`<button type="button" class="quiet" aria-pressed=${isFull} onClick=${fill}>${t("table.full_screen")}</button>`}
      ${next && (!id || next.id === id) && html`<p class="soft">
        ${[playersText(next), presetName(next.preset), watchers > 0 && t("watch.watchers", { count: watchers })].filter(Boolean).join(" · ")}
      </p>`}
    </header>
    ${fault && html`<${Fault} error=${fault} retry=${look} />`}
    ${(!channels || (next && !id)) && !fault && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${channels && html`<${Channels} channels=${channels} current=${wanted} />`}
    ${channels && !next && !id && (recent.length ? html`<${Reruns} games=${recent} />` : html`<${Nothing} isOther=${channels.length > 0} />`)}
    ${id && html`<${Broadcast} key=${id} id=${id} ended=${() => { setOver(true); setTimeout(look, SETTLED); }} moved=${() => setOver(false)} />`}
  </div>`;
}

/** Read the channels again and again while the page is visible. */
function useChannels() {
  const [{ channels, recent }, setShown] = useState({
    channels: /** @type {Channel[] | null} */ (null),
    recent: /** @type {any[]} */ ([]),
  });
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      try {
        await session.ready;
        const { channels, recent } = await session.client.get("/tv", { signal: stop.signal });
        setShown({ channels, recent });
        setFault(null);
      } catch (error) {
        if (!stop.signal.aborted) setFault(error);
      }
    };
    look();
    const timer = setInterval(() => document.hidden || look(), LOOK * (1 + Math.random() / 2));
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [looks]);
  return { channels, recent, fault, look: () => setLooks((count) => count + 1) };
}

/** @param {{channels: Channel[], current: string}} props */
function Channels({ channels, current }) {
  if (!channels.length) return null;
  return html`<nav class="channels" aria-label=${t("watch.channels")}>
    <ul>
      ${channels.map(
        ({ channel }) => html`<li key=${channel}>
          <a class="button" href=${`#channel=${channel}`} aria-current=${channel === current ? "true" : null}>
            ${channel === "best" ? t("watch.channel_best") : presetName(channel)}
          </a>
        </li>`,
      )}
    </ul>
  </nav>`;
}

/** @param {{id: string, ended: () => void, moved: () => void}} props */
function Broadcast({ id, ended, moved }) {
  const { emotes } = useStore(preferences);
  const watched = useFollowed(session.client, id, { ready: session.ready, emotes });
  const isOver = watched.table.shown?.phase === "over" || Boolean(watched.fault || endText(watched.table.end));
  useEffect(() => {
    if (isOver) return ended();
    moved();
    const idle = setTimeout(ended, IDLE);
    return () => clearTimeout(idle);
  }, [isOver, watched.table.shown?.version]);
  return html`<${WatchedTable} ...${watched}>
    <p class="actions">
      <a class="button" href=${`/games/${id}`}>${t("watch.stay")}</a>
      ${isOver && html`<span class="soft">${t("watch.next_soon")}</span>`}
    </p>
  <//>`;
}

/** Games that ended lately, one after the other. @param {{games: readonly any[]}} props */
function Reruns({ games }) {
  const [id, show] = useState(games[0].id);
  const at = Math.max(games.findIndex((game) => game.id === id), 0);
  const game = games[at];
  const next = () => show(games[(at + 1) % games.length].id);
  return html`
    <p class="notice actions"><span>${t("watch.rerun")}</span> <${Address} /></p>
    <p class="soft">${playersText(game)} · ${presetName(game.preset)}</p>
    <${Rerun} key=${game.id} id=${game.id} ended=${next}>
      ${games.length > 1 && html`<button type="button" onClick=${next}>${t("watch.rerun_next")}</button>`}
      <a class="button" href=${`/games/${game.id}/replay`}>${t("watch.to_replay")}</a>
    <//>
  `;
}

/** @param {{isOther: boolean}} props */
function Nothing({ isOther }) {
  useSharedStyle();
  return html`<${Scene} picture=${new URL("../learn/pictures/rank.svg", import.meta.url)} lead=${t(isOther ? "watch.nothing_here" : "watch.nothing")}>
    <${Address} />
  <//>`;
}

/** Where to play, to read and to scan across a room. */
function Address() {
  const { data } = useLoaded(() => import("../hosting/qr.js"), []);
  return html`<a class="button primary address" href="/"><span>${t("watch.play_instead")}: <strong>${location.host}</strong></span></a>
    ${data && html`<${data.Qr} address=${location.origin} label=${location.host} />`}`;
}
