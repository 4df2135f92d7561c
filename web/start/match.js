/** Quick match: wait for people who want the same table; bots fill it when the wait is over. */
import { html, useEffect, useRef, useState } from "../html.js";
import { PlayAs, useIdentity } from "../players/identity.js";
import { rounded } from "../ratings/rating.js";
import { announce } from "../shell/announce.js";
import { Select } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { preferences } from "../shell/preferences.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { GameChoices, withLevel } from "./game_choices.js";

const WAIT = 30; // seconds until bots take the empty seats
const LONG_POLL = 20; // seconds

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Match"]} Match */

export default function QuickMatch() {
  useSharedStyle();
  useTitle(t("start.way_match"));
  const { game } = useStore(preferences);
  const [match, setMatch] = useState(/** @type {Match | null} */ (null));
  const { run, running, error } = useAction();
  const identity = useIdentity();

  const enter = () =>
    run(async () => {
      await session.needAccount();
      await identity.save();
      const { preset, seats } = /** @type {any} */ (game);
      const found = await withLevel((/** @type {any} */ level) => {
        const body = { preset, level, seats, wait_seconds: WAIT };
        return session.client.post("/matches", { body, patience: PATIENCE });
      });
      if (found.game) navigate(`/games/${found.game}`, { replace: true });
      else setMatch(found);
    });

  if (match) return html`<${WaitingForPeople} first=${match} onEnd=${() => setMatch(null)} />`;
  return html`
    <div class="narrow panel">
      <h1>${t("start.way_match")}</h1>
      <p class="lead">${t("start.match_lead")}</p>
      <${GameChoices}>${(/** @type {any} */ { players, rules, levels }) => html`
        ${players} ${rules}
        <${Select} label=${t("start.match_level")} ...${levels} />
      `}<//>
      <${PlayAs} identity=${identity} />
      ${error && html`<${Fault} error=${error} retry=${enter} />`}
      <p>
        <button type="button" class="primary big" onClick=${enter} aria-disabled=${running}>
          ${t("start.find_table")}
        </button>
      </p>
      <p class="soft small">${t("start.match_terms")}</p>
    </div>
  `;
}

/** @param {{first: Match, onEnd: () => void}} props */
function WaitingForPeople({ first, onEnd }) {
  const [match, setMatch] = useState(first);
  const [seconds, setSeconds] = useState(WAIT);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  const params = { match_id: first.id };
  const isSeated = useRef(false);

  useEffect(() => {
    // A person who leaves the page is not to be seated later.
    const leave = () => {
      if (!isSeated.current) session.client.delete("/matches/{match_id}", { params }).catch(() => {});
    };
    return leave;
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    const watch = async () => {
      while (!abort.signal.aborted) {
        const query = { wait: LONG_POLL };
        const found = await session.client.get("/matches/{match_id}", { params, query, signal: abort.signal });
        if (abort.signal.aborted) return;
        setMatch(found);
        if (found.game) {
          isSeated.current = true;
          announce(t("start.table_found"));
          navigate(`/games/${found.game}`, { replace: true });
          return;
        }
      }
    };
    watch().catch((error) => abort.signal.aborted || setFault(error));
    return () => abort.abort();
  }, [attempt]);
  useEffect(() => {
    const ends = Date.now() + WAIT * 1000;
    const tick = () => setSeconds(Math.max(0, Math.ceil((ends - Date.now()) / 1000)));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => announce(t("start.people_waiting", { count: match.waiting })), [match.waiting]);

  const again = () => {
    setFault(null);
    setAttempt(attempt + 1);
  };
  return html`
    <div class="narrow panel waiting">
      <h1>${t("start.looking")}</h1>
      <p class="lead">${t("start.people_waiting", { count: match.waiting })}</p>
      ${opponents(match) && html`<p class="soft">${opponents(match)}</p>`}
      <progress max=${WAIT} value=${WAIT - seconds} aria-label=${t("start.wait_progress")}></progress>
      <p class="soft">${t("start.bots_in", { count: seconds })}</p>
      ${fault && html`<${Fault} error=${fault} retry=${again} />`}
      <p><button type="button" onClick=${onEnd}>${t("start.stop_waiting")}</button></p>
    </div>
  `;
}

/** Say how strong the others may be, if that is limited now. @param {Match} match */
function opponents(match) {
  const { window } = /** @type {any} */ (match);
  return window ? t("ratings.window", { rating: rounded(window.rating), width: rounded(window.width) }) : "";
}
