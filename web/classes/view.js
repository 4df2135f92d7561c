/** The page of a teacher: the next step, the tables, the children, and what is needed more rarely. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Fault } from "../shell/faults.js";
import { useAction } from "../shell/requests.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { isOpen, issued } from "./calls.js";
import { CodeCards } from "./cards.js";
import { ChildDialog, Children } from "./children.js";
import { More } from "./more.js";
import { NextStep } from "./next_step.js";
import { usePolled } from "../hosting/polled.js";
import { useHostingStyle } from "../hosting/style.js";
import { Tables } from "./tables.js";

const POLL = 2000; // milliseconds

/**
 * @typedef {import("./types.js").Group} Group
 * @typedef {(send: () => Promise<Group>, done?: string) => Promise<void>} Act
 *   sends a command of the class and shows its answer; `done` is announced
 */

/** @param {import("../shell/router.js").ViewProps} props */
export default function ClassView({ params }) {
  const id = params["id"] ?? "";
  useSharedStyle();
  useHostingStyle();
  const { data: group, error, show, look } = usePolled("/classes/{class_id}", { class_id: id }, POLL);
  const { run, running, error: refusal } = useAction();
  const [chosen, choose] = useState(/** @type {number | null} */ (null));
  const codes = useStore(issued).get(id);
  useTitle(group?.name ?? t("classes.title"));
  /** @type {Act} */
  const act = (send, done) =>
    run(async () => {
      show(await send());
      if (done) announce(done);
    });
  if (!group) {
    return html`<h1>${t("classes.title")}</h1>
      ${error ? html`<${Fault} error=${error} retry=${look} />` : html`<p class="loading" role="status">${t("common.loading")}</p>`}`;
  }
  const place = group.places.find(({ number }) => number === chosen);
  return html`<div class="class-page">
    <div class="no-print">
      <header class="class-head">
        <h1>${group.name}</h1>
        <p class="soft">${statusText(group)}</p>
        <p class="actions">
          <a class="button" href=${`/classes/${id}/screen${codes?.partyCode ? `#${codes.partyCode}` : ""}`} target="_blank">${t("classes.screen")}</a>
          <a class="button" href=${`/classes/${id}/results`}>${t("classes.results")}</a>
        </p>
      </header>
      ${Boolean(error) && html`<${Fault} error=${error} retry=${look} />`}
      ${Boolean(refusal) && html`<${Fault} error=${refusal} />`}
      ${group.paused && group.status !== "over" && html`<p class="class-paused" role="status">${t("classes.paused")}</p>`}
      <${NextStep} key=${stepOf(group)} group=${group} act=${act} running=${running} />
      ${codes && group.status === "waiting" && html`<${CodesNotice} />`}
      <${Tables} group=${group} choose=${choose} />
      <${Children} group=${group} choose=${choose} />
      <${More} group=${group} act=${act} running=${running} />
      ${place && html`<${ChildDialog} group=${group} place=${place} act=${act} running=${running} refusal=${refusal} look=${look} close=${() => choose(null)} />`}
    </div>
    ${codes && html`<${CodeCards} group=${group} issued=${codes} />`}
  </div>`;
}

/** What changes the next step, whose button then has the focus. @param {Group} group */
const stepOf = (group) => [group.status, group.paused, group.status === "waiting" && isOpen(group)].join();

function CodesNotice() {
  return html`<div class="notice">
    <p>${t("classes.codes_once")}</p>
    <p class="actions"><button type="button" onClick=${() => print()}>${t("classes.print_codes")}</button></p>
  </div>`;
}

/** @param {Group} group */
function statusText(group) {
  const { kind, places, round, size, sign_in_until: until, status } = group;
  const signedIn = places.filter(({ signed_in }) => signed_in).length;
  return [
    t(`classes.kind_${kind}`),
    round > 0 && t("classes.round", { round }),
    t("classes.signed_in_of", { count: signedIn, places: size }),
    status !== "over" && (until && isOpen(group) ? t("classes.open_until", { at: dateText(until, { timeStyle: "short" }) }) : t("classes.sign_in_shut")),
  ]
    .filter(Boolean)
    .join(" · ");
}
