/** Start the client: choose the language, read the session, and show the view of the address. */
import { h, html, render } from "./html.js";
import { routes } from "./routes.js";
import { App } from "./shell/app.js";
import { followConcerns } from "./shell/live.js";
import { preferences } from "./shell/preferences.js";
import { prepare, routeOf, setRoutes } from "./shell/router.js";
import { session } from "./shell/session.js";
import { stylesApplied } from "./shell/style.js";
import { chooseLocale, language, NOT_LOADED } from "./text/text.js";

/** Milliseconds for which nothing is shown, so that the page is drawn once, with what its view reads. */
const MOMENT = 400;
/** Milliseconds after the view until other news of the account are followed. */
const LATER = 500;

setRoutes(routes);
const isEmbedded = routeOf(location.pathname)?.isEmbedded === true;
// A page in a frame of another site reads no token and no preference.
if (!isEmbedded) preferences.load();
// The texts, the account and the view load at the same time.
const texts = chooseLocale(new URLSearchParams(location.search).get("lang") ?? preferences.value.language);
if (!isEmbedded) session.load();
const view = prepare(location.pathname);

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
// Modules that import from the bundle of this one wait for its end, so it waits for none itself.
// Styles and layout of a page take a slow phone 100 ms, so it is hidden while its view loads or reads.
const moment = new Promise((resolve) => setTimeout(resolve, MOMENT));
const changes = new MutationObserver(() => place.querySelector(".loading") || stylesApplied().then(show));
Promise.all([texts, Promise.race([view, moment])]).then(() => {
  place.hidden = true;
  changes.observe(place, { childList: true, subtree: true });
  render(h(App, {}), place);
  moment.then(show);
  // Games and notices of the account, which a view does not wait for.
  if (!isEmbedded) setTimeout(followConcerns, LATER);
}, showNotLoaded).catch((error) => {
  showNotLoaded();
  throw error;
});

function show() {
  place.hidden = false;
  changes.disconnect();
}

/** Offer to load the page again: a browser does not import a module again whose request failed. */
function showNotLoaded() {
  show();
  const [text, again] = NOT_LOADED[language()];
  const load = () => location.reload();
  render(html`<main><div class="fault" role="alert"><h1>${text}</h1><button type="button" onClick=${load}>${again}</button></div></main>`, place);
}
