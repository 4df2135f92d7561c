/** Start the client: choose the language, read the session, and show the view of the address. */
import { h, render } from "./html.js";
import { routes } from "./routes.js";
import { App } from "./shell/app.js";
import { followConcerns } from "./shell/live.js";
import { preferences } from "./shell/preferences.js";
import { routeOf, setRoutes } from "./shell/router.js";
import { session } from "./shell/session.js";
import { chooseLocale } from "./text/text.js";

setRoutes(routes);
const isEmbedded = routeOf(location.pathname)?.isEmbedded === true;
// A page in a frame of another site reads no token and no preference.
if (!isEmbedded) preferences.load();
await chooseLocale(new URLSearchParams(location.search).get("lang") ?? preferences.value.language);
if (!isEmbedded) {
  session.load();
  followConcerns();
}

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
render(h(App, {}), place);
