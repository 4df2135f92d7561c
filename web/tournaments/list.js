/** Tournaments that are open, running or over. */
import { html, useState } from "../html.js";
import { Choices } from "../shell/choices.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useLoaded } from "../shell/requests.js";
import { Scene } from "../shell/scene.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { Pages } from "./pages.js";
import { hostText, termsText } from "./terms.js";

const STATUSES = ["open", "running", "over", "all", "mine"];
const LIMIT = 20;

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["TournamentEntry"]} TournamentEntry */

export default function Tournaments() {
  useSharedStyle();
  useTitle(t("tournaments.title"));
  const { account } = useStore(session.standing);
  const [shown, show] = useState({ status: "open", cursor: "" });
  const { data, error, reload } = useLoaded(
    (signal) => {
      const filter = { all: {}, mine: { mine: true } }[shown.status] ?? { status: shown.status };
      const query = /** @type {any} */ ({ ...filter, cursor: shown.cursor || undefined, limit: LIMIT });
      return session.client.get("/tournaments", { query, signal, patience: PATIENCE });
    },
    [shown.status, shown.cursor, account?.username],
  );
  const found = data?.results ?? [];
  return html`
    <div class="narrow">
      <${Scene} picture=${new URL("../learn/pictures/give.svg", import.meta.url)} title=${t("tournaments.title")} lead=${t("tournaments.lead")}>
        <a class="button primary" href="/tournaments/new">${t("tournaments.new")}</a>
      <//>
      <${Choices}
        legend=${t("tournaments.status")}
        options=${STATUSES.filter((value) => account || value !== "mine").map((value) => ({ value, label: t(`tournaments.status_${value}`) }))}
        value=${shown.status}
        onChange=${(/** @type {string} */ status) => show({ status, cursor: "" })}
      />
      ${error && html`<${Fault} error=${error} retry=${reload} />`}
      ${!data && !error && html`<p class="loading">${t("common.loading")}</p>`}
      ${data && !found.length && html`<p>${t("tournaments.none")}</p><p class="actions"><a class="button" href="/">${t("common.to_start")}</a></p>`}
      <ul class="plain games">
        ${found.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} />`)}
      </ul>
      <${Pages} page=${data} show=${(/** @type {string} */ cursor) => show({ ...shown, cursor })} />
    </div>
  `;
}

/** @param {{entry: TournamentEntry}} props */
function Entry({ entry }) {
  return html`
    <li class="panel">
      <h2><a href="/tournaments/${entry.id}">${entry.name}</a></h2>
      <p>${hostText(entry)}</p>
      <p class="soft">${termsText(entry)}</p>
      ${["paused", "cancelled"].includes(entry.status) && html`<p>${t(`tournaments.is_${entry.status}`)}</p>`}
    </li>
  `;
}
