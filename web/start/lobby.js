/** Tables that wait for players, as they come and go. */
import { html, useEffect, useRef, useState } from "../html.js";
import { presetOptions, useRuleSets } from "../rules/rule_sets.js";
import { announce } from "../shell/announce.js";
import { Select } from "../shell/choices.js";
import { Tick } from "../shell/forms.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded, useRepeated } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { Scene } from "../shell/scene.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { freeSeats, GameCard, seatOf } from "./games.js";

const PAUSE = 5000; // milliseconds between two looks
const MAX_TABLES = 50;

/** @typedef {import("./games.js").Game} Game */

export default function Lobby() {
  useSharedStyle();
  useTitle(t("start.lobby"));
  const [preset, setPreset] = useState("");
  const [clock, setClock] = useState("");
  const [peopleOnly, setPeopleOnly] = useState(false);
  const query = {
    status: /** @type {const} */ ("lobby"),
    free_seats: 1,
    limit: MAX_TABLES,
    preset: /** @type {any} */ (preset || undefined),
    untimed: clock === "" ? undefined : clock === "none",
    bots_allowed: peopleOnly ? false : undefined,
  };
  const { data, error, isLoading, reload } = useLoaded(
    (signal) => session.client.get("/games", { query, signal, patience: PATIENCE }),
    [preset, clock, peopleOnly],
  );
  // A slow answer is waited for: each reload aborts the read before it.
  useRepeated(() => isLoading || reload(), PAUSE);
  const { data: offered } = useRuleSets();
  const presets = offered ? presetOptions(offered).map(({ value, label }) => ({ value, label })) : [];
  // One's own private tables, and those one is invited to, are among "My games".
  const games = /** @type {Game[] | undefined} */ (data?.results)?.filter(({ visibility }) => visibility === "public");
  useAnnouncedCount(games?.length);
  const any = { value: "", label: t("start.any") };
  return html`
    <div class="lobby">
      <${Scene} picture=${new URL("../learn/pictures/ask.svg", import.meta.url)} title=${t("start.lobby")} lead=${t("start.lobby_lead")}>
        <a class="button primary" href="/new">${t("start.way_new")}</a>
      <//>
      <p><a href="/tournaments">${t("common.tournaments")}</a></p>
      <div class="filters">
        <${Select}
          label=${t("start.preset")}
          options=${[any, ...presets]}
          value=${preset}
          onChange=${setPreset}
        />
        <${Select}
          label=${t("start.clock")}
          options=${[
            any,
            { value: "none", label: t("start.no_clock") },
            { value: "timed", label: t("start.with_clock") },
          ]}
          value=${clock}
          onChange=${setClock}
        />
        <${Tick} label=${t("start.people_only")} isOn=${peopleOnly} set=${setPeopleOnly} />
      </div>
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      ${!games && isLoading && html`<p class="loading">${t("common.loading")}</p>`}
      ${games?.length === 0 &&
      html`<div class="panel">
        <p>${t("start.lobby_empty")}</p>
        <p class="actions"><a class="button" href="/match">${t("start.way_match")}</a></p>
      </div>`}
      <ul class="plain games">
        ${games?.map((game) => html`<${OpenTable} game=${game} key=${game.id} />`)}
      </ul>
    </div>
  `;
}

/** @param {{game: Game}} props */
function OpenTable({ game }) {
  const { account } = useStore(session.standing);
  const { run, running, error } = useAction();
  const isMine = seatOf(game, account?.username) !== null;
  const join = () =>
    run(async () => {
      await session.needAccount();
      const params = { game_id: game.id };
      await session.client.post("/games/{game_id}/join", { params, body: {}, patience: PATIENCE });
      navigate(`/games/${game.id}`);
    });
  return html`
    <${GameCard}
      game=${game}
      badge=${isMine ? t("start.your_table") : ""}
      note=${t("start.free_seats", { count: freeSeats(game) })}
    >
      ${error && html`<${Fault} error=${error} />`}
      ${isMine
        ? html`<a class="button primary" href="/games/${game.id}">${t("start.to_table")}</a>`
        : html`<button type="button" class="primary" onClick=${join} aria-disabled=${running}>
            ${t("start.take_seat")}
          </button>`}
    <//>
  `;
}

/** Say how many tables there are when that changes. @param {number | undefined} count */
function useAnnouncedCount(count) {
  const before = useRef(count);
  useEffect(() => {
    if (count === undefined || count === before.current) return;
    if (before.current !== undefined) announce(t("start.tables_open", { count }));
    before.current = count;
  }, [count]);
}
