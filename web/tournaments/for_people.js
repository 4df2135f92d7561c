/** What stands in place of a page for organisers until a person with an account of their own is there. */
import { html } from "../html.js";
import { signInAddress } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";

/** @param {{view: any, id?: string | undefined}} props `view` is shown to people with an account */
export function ForPeople({ view, id }) {
  const { account, state } = useStore(session.standing);
  if (state === "loading") return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  if (account && !account.is_guest) return html`<${view} key=${account.username} id=${id} own=${account.username} />`;
  return html`${id && html`<h1>${t("tournaments.direct")}</h1>`}
    <p class="notice">${t(id ? "tournaments.sign_in_to_direct" : "tournaments.sign_in_to_open")}</p>
    <p class="actions">
      <a class="button primary" href=${signInAddress()}>${t("classes.sign_in")}</a>
      <a class="button" href=${id ? `/tournaments/${id}` : "/tournaments"}>${t(id ? "tournaments.to_page" : "tournaments.title")}</a>
    </p>`;
}
