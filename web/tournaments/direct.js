/** The page of those who direct a tournament: the next step, the way in, tables, players, and the rest. */
import { usePolled } from "../hosting/polled.js";
import { useHostingStyle } from "../hosting/style.js";
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Select } from "../shell/choices.js";
import { Question } from "../shell/dialog.js";
import { Fault, Pending } from "../shell/faults.js";
import { nameOf, playerOf } from "../shell/players.js";
import { useAction } from "../shell/requests.js";
import { useSharedStyle, useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { direct, hasEnded, isOpen, stepOf, takesPart } from "./calls.js";
import { ForPeople } from "./for_people.js";
import { Joining, Poster } from "./joining.js";
import { More } from "./more.js";
import { NextStep } from "./next_step.js";
import { Standings } from "./standings.js";
import { Tables } from "./tables.js";
import { termsText } from "./terms.js";
import { whereText } from "./view.js";

const POLL = 2000; // milliseconds
const REASONS = ["absent", "wrong_tournament", "name", "conduct", "unfair_play", "other"];

/** @param {import("../shell/router.js").ViewProps} props */
export default function Direct({ params }) {
  useSharedStyle();
  useHostingStyle();
  useStyle(new URL("../ratings/ratings.css", import.meta.url));
  useTitle(t("tournaments.direct"));
  return html`<${ForPeople} view=${Page} id=${params["id"]} />`;
}

/** @param {{id: string, own: string}} props `own` is the username of who is signed in */
function Page({ id, own }) {
  const { data: tournament, error, show, look } = usePolled("/tournaments/{tournament_id}", { tournament_id: id }, POLL);
  const { run, running, error: refusal } = useAction();
  const [chosen, choose] = useState(/** @type {import("./calls.js").Standing | null} */ (null));
  useTitle(tournament?.name ?? t("tournaments.direct"));
  /** @type {import("./calls.js").Act} */
  const act = (send, done) =>
    run(async () => {
      const answer = await send();
      show(answer);
      announce(done ?? whereText(answer));
    });
  if (!tournament) return html`<h1>${t("tournaments.direct")}</h1><${Pending} error=${error} retry=${look} />`;
  const page = `/tournaments/${id}`;
  if (!tournament.me?.directs) {
    return html`<h1>${tournament.name}</h1>
      <p class="notice">${t("tournaments.not_yours", { host: tournament.host, name: own })}</p>
      <p class="actions"><a class="button primary" href=${page}>${t("tournaments.to_page")}</a></p>`;
  }
  const props = { tournament, act, running };
  return html`<div class="class-page">
    <div class="no-print">
      <header class="class-head">
        <h1>${tournament.name}</h1>
        <p class="soft">${termsText(tournament)}</p>
        <p class="actions">
          <a class="button" href=${page}>${t("tournaments.to_page")}</a>
          <a class="button" href=${`${page}/results`}>${t("classes.results")}</a>
        </p>
      </header>
      ${Boolean(error) && html`<${Fault} error=${error} retry=${look} />`}
      ${Boolean(refusal) && html`<${Fault} error=${refusal} />`}
      <${NextStep} key=${[stepOf(tournament), tournament.round].join()} ...${props} />
      ${tournament.status === "open" && html`<${Joining} tournament=${tournament} />`}
      ${tournament.round > 0 && html`<${Tables} tournament=${tournament} />`}
      <${Standings} tournament=${tournament} ...${!takesPart(tournament) && !hasEnded(tournament) && { choose }} />
      ${tournament.status !== "open" && isOpen(tournament) && html`<${Joining} tournament=${tournament} />`}
      ${!hasEnded(tournament) && html`<${More} ...${props} isHost=${tournament.host === own} look=${look} />`}
      ${chosen && html`<${Removal} ...${props} line=${chosen} close=${() => choose(null)} />`}
    </div>
    ${isOpen(tournament) && html`<${Poster} tournament=${tournament} />`}
  </div>`;
}

/**
 * @param {{tournament: import("./calls.js").Tournament, act: import("./calls.js").Act, running: boolean,
 *   line: import("./calls.js").Standing, close: () => void}} props
 */
function Removal({ tournament, act, running, line, close }) {
  const [reason, setReason] = useState(REASONS[0] ?? "");
  const name = nameOf(playerOf(line.player));
  const remove = async () => {
    await act(
      () => direct(tournament.id, { action: "remove", player: line.player.username, reason: /** @type {any} */ (reason) }),
      t("tournaments.is_removed", { name }),
    );
    close();
  };
  return html`<${Question} title=${t("tournaments.remove_name", { name })} confirm=${t("tournaments.remove")} onConfirm=${remove}
    close=${close} running=${running}>
    <p>${t("tournaments.remove_text")}</p>
    <${Select} label=${t("tournaments.reason")} value=${reason} onChange=${setReason}
      options=${REASONS.map((value) => ({ value, label: t(`tournaments.removal_${value}`) }))} />
  <//>`;
}
