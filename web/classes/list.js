/** The classes and parties of a teacher, and a form for a new one. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useLoaded } from "../shell/requests.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { dateText, t } from "../text/text.js";
import { NewClass } from "./new_class.js";
import { useHostingStyle } from "../hosting/style.js";

export default function Classes() {
  useSharedStyle();
  useHostingStyle();
  useTitle(t("classes.title"));
  const { account, state } = useStore(session.standing);
  return html`<div class="narrow">
    <h1>${t("classes.title")}</h1>
    <p class="lead">${t("classes.lead")}</p>
    ${state === "loading" && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${account && !account.is_guest && html`<${Own} key=${account.username} />`}
    ${state !== "loading" &&
    (!account || account.is_guest) &&
    html`<p class="notice">${t("classes.for_people")}</p>
      <p class="actions"><a class="button primary" href=${signInAddress()}>${t("classes.sign_in")}</a>
        <a class="button" href="/class">${t("classes.have_code")}</a></p>`}
  </div>`;
}

function Own() {
  const { data, error, reload } = useLoaded((signal) => session.client.get("/classes", { signal, patience: PATIENCE }), []);
  const [isMaking, make] = useState(false);
  const entries = data?.results ?? [];
  if (error) return html`<${Fault} error=${error} retry=${reload} />`;
  if (!data) return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  if (isMaking || !entries.length) return html`<${NewClass} />`;
  return html`
    <p class="actions"><button type="button" class="primary" onClick=${() => make(true)}>${t("classes.new")}</button></p>
    <ul class="plain games">
      ${entries.map(
        (entry) => html`<li class="panel" key=${entry.id}>
          <h2><a href=${`/classes/${entry.id}`}>${entry.name}</a></h2>
          <p>${t(`classes.kind_${entry.kind}`)} · ${t(`classes.is_${entry.status}`)} · ${t("classes.signed_in", { count: entry.signed_in })}</p>
          <p class="soft">${t("classes.deleted_at", { at: dateText(entry.delete_at, { dateStyle: "medium" }) })}</p>
        </li>`,
      )}
    </ul>
  `;
}
