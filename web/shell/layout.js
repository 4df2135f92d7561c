/** What surrounds every view: the way past the navigation, the navigation, and the foot. */
import { html } from "../html.js";
import { t } from "../text/text.js";
import { place } from "./router.js";
import { session } from "./session.js";
import { useStore } from "./store.js";

const LINKS = [
  ["/", "common.nav_play"],
  ["/lobby", "common.nav_lobby"],
  ["/me/games", "common.nav_my_games"],
  ["/tv", "common.nav_watch"],
];

/** @param {{children: any}} props */
export function Layout({ children }) {
  const { url } = useStore(place);
  const { account } = useStore(session.standing);
  /** @param {string} path */
  const current = (path) => (url.pathname === path ? "page" : undefined);
  return html`
    <a class="skip" href="#main">${t("common.skip")}</a>
    <header class="top">
      <a class="brand" href="/">${t("common.name")}</a>
      <nav aria-label=${t("common.navigation")}>
        <ul>
          ${LINKS.map(
            ([path = "", key = ""]) =>
              html`<li><a href=${path} aria-current=${current(path)}>${t(key)}</a></li>`,
          )}
        </ul>
      </nav>
      <p class="who">
        ${account
          ? html`<a href="/me" aria-current=${current("/me")}>
              ${account.display_name ?? account.username}
            </a>`
          : html`<a href="/sign-in" aria-current=${current("/sign-in")}>${t("common.sign_in")}</a>`}
      </p>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    <footer class="foot">
      <a href="/docs/">${t("common.docs")}</a>
      <a href="/docs/rules">${t("common.rules")}</a>
      <a href="/api/docs">${t("common.api")}</a>
    </footer>
  `;
}
