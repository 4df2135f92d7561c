/** What surrounds every view: the way past the navigation, the navigation, and the foot. */
import { html } from "../html.js";
import { numberText, t } from "../text/text.js";
import { DeviceChoices } from "./device_choices.js";
import { concerns, waitingGames } from "./live.js";
import { Offline } from "./offline.js";
import { handleOf, nameOf, playerOf } from "./players.js";
import { place, signInAddress } from "./router.js";
import { session } from "./session.js";
import { useStore } from "./store.js";

const LINKS = [
  ["/", "common.nav_play"],
  ["/lobby", "common.nav_lobby"],
  ["/me/games", "common.nav_my_games"],
  ["/tv", "common.nav_watch"],
];

/** Where pupils are. */
const CLASS = "/class";

/** @param {{children: any}} props */
export function Layout({ children }) {
  const { url } = useStore(place);
  const { account, wasRevoked, pupil } = useStore(session.standing);
  const known = useStore(concerns);
  const waiting = waitingGames(known, /^\/games\/([^/]+)$/.exec(url.pathname)?.[1]);
  const own = account && playerOf(account);
  const handle = own && handleOf(own);
  /** @param {string} path */
  const current = (path) => (url.pathname === path ? "page" : undefined);
  if (pupil || url.pathname === CLASS) return html`<${PupilLayout} path=${url.pathname} name=${pupil?.name}>${children}<//>`;
  return html`
    <a class="skip" href="#main">${t("common.skip")}</a>
    <header class=${`top ${classOf(url.pathname)}`}>
      <a class="brand" href="/">${t("common.name")}</a>
      <nav aria-label=${t("common.navigation")}>
        <ul>
          ${LINKS.map(
            ([path = "", key = ""]) =>
              html`<li key=${path}>
                <a href=${path} aria-current=${current(path)}>
                  ${t(key)}
                  ${path === "/me/games" && waiting > 0 && html`<${Count} count=${waiting} text="common.your_turns" />`}
                </a>
              </li>`,
          )}
        </ul>
      </nav>
      <p class="who">
        ${own
          ? html`<a href="/me" aria-current=${current("/me")}>
              <span class="name">${nameOf(own)}</span>
              ${handle && html` <small class="handle">${handle}</small>`}
            </a>
            ${known.unread > 0 && html`<a href="/me/notices"><${Count} count=${known.unread} text="common.unread_notices" /></a>`}`
          : html`<a href=${["/", "/sign-in"].includes(url.pathname) ? "/sign-in" : signInAddress()} aria-current=${current("/sign-in")}>${t("common.sign_in")}</a>`}
      </p>
    </header>
    <main id="main" key=${classOf(url.pathname)} tabindex="-1">
      <${Offline} />
      ${wasRevoked && html`<p class="notice" role="status">${t("common.was_revoked")}</p>`}
      ${children}
    </main>
    <footer class="foot">
      <a href="/tournaments">${t("common.tournaments")}</a>
      <a href="/classes">${t("common.classes")}</a>
      <a href="/leaderboard">${t("common.leaderboard")}</a>
      <a href="/docs/">${t("common.docs")}</a>
      <a href="/how-to-play">${t("common.rules")}</a>
      <a href="/api/docs">${t("common.api")}</a>
      <${DeviceChoices} />
    </footer>
  `;
}

/** What is known of the table before it is there, so that nothing moves when it is; below another header lies another `main`. @param {string} path */
function classOf(path) {
  if (/^\/games\/[^/]+$/.test(path)) return "of-game at-table";
  return /^\/(games|replay|tv)\b/.test(path) ? "of-game" : "";
}

/**
 * What a pupil sees around the class: no way out of it, as their token opens nothing else.
 * @param {{path: string, name: string | undefined, children: any}} props
 */
function PupilLayout({ path, name, children }) {
  return html`
    <a class="skip" href="#main">${t("common.skip")}</a>
    <header class="top">
      <a class="brand" href=${CLASS}>${t("common.name")}</a>
      <p class="who"><strong class="name">${name}</strong></p>
    </header>
    <main id="main" tabindex="-1">
      <${Offline} />
      ${path === CLASS
        ? children
        : html`<h1>${t("common.in_class_title")}</h1>
            <p>${t("common.in_class")}</p>
            <p class="actions">
              <a class="button primary" href=${CLASS}>${t("common.to_class")}</a>
              <button type="button" onClick=${() => session.leaveClass()}>${t("common.leave_class")}</button>
            </p>`}
    </main>
    <footer class="foot"><${DeviceChoices} hasLanguage=${!name} /></footer>
  `;
}

/** A number in a circle, which a screen reader says in words. @param {{count: number, text: string}} props */
function Count({ count, text }) {
  return html`
    <span class="badge" aria-hidden="true">${numberText(count)}</span>
    <span class="visually-hidden">${t(text, { count })}</span>
  `;
}
