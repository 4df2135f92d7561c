/** The whole page: navigation, and the view of the address. */
import { Component, html, useEffect, useRef, useState } from "../html.js";
import { t } from "../text/text.js";
import { prepareAnnouncements } from "./announce.js";
import { Fault, ViewMissing } from "./faults.js";
import { Layout } from "./layout.js";
import { preferences } from "./preferences.js";
import { followAddress, loadedView, loadView, place } from "./router.js";
import { Scene } from "./scene.js";
import { useStore } from "./store.js";
import { useSharedStyle } from "./style.js";
import { useTitle } from "./title.js";

/** @typedef {import("./router.js").Route} Route */

/** The page, with the view of the address. */
export function App() {
  const { route, params, url } = useStore(place);
  useStore(preferences); // a new language changes every text
  useEffect(() => {
    prepareAnnouncements();
    followAddress();
  }, []);
  const view = html`<${View} key=${url.pathname} route=${route} params=${params} url=${url} />`;
  return route?.isBare ? html`<main id="main">${view}</main>` : html`<${Layout}>${view}<//>`;
}

/** @param {{route: Route | null, params: Record<string, string>, url: URL}} props */
function View({ route, params, url }) {
  const [shown, setShown] = useState(() => /** @type {{view?: any, error?: unknown}} */ ({ view: loadedView(route) }));
  const [attempt, setAttempt] = useState(0);
  const box = /** @type {{current: HTMLDivElement | null}} */ (useRef(null));
  useEffect(() => {
    if (!route || shown.view) return;
    let isCurrent = true;
    loadView(route).then(
      (view) => isCurrent && setShown({ view }),
      () => isCurrent && setShown({ error: new ViewMissing() }),
    );
    return () => {
      isCurrent = false;
    };
  }, [route, attempt]);
  useEffect(() => {
    if (shown.view) focusHeading(box.current);
  }, [shown.view]);
  if (!route) return html`<${NotFound} />`;
  if (shown.error) {
    return html`<${Fault} error=${shown.error} retry=${() => setAttempt(attempt + 1)} />`;
  }
  if (!shown.view) return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  const fragment = new URLSearchParams(url.hash.slice(1));
  return html`
    <div class="view" ref=${box}>
      <${Boundary}>
        <${shown.view} route=${route} params=${params} query=${url.searchParams} fragment=${fragment} />
      <//>
    </div>
  `;
}

let isFirstView = true;

/**
 * Move the focus to the heading of a new view, so that keys and screen readers begin there. The
 * first view of a page keeps the browser's own start.
 * @param {HTMLElement | null} box
 */
function focusHeading(box) {
  if (!isFirstView) {
    scrollTo(0, 0);
    const heading = box?.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
  isFirstView = false;
}

function NotFound() {
  useTitle(t("common.not_found_title"));
  useSharedStyle();
  return html`<${Scene} picture=${new URL("../learn/pictures/fish.svg", import.meta.url)} title=${t("common.not_found_title")} lead=${t("common.not_found")}>
    <a class="button primary" href="/">${t("common.to_start")}</a>
  <//>`;
}

/** Shows a sentence instead of a view that failed. */
class Boundary extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    this.state = { error: null };
  }

  /** @param {unknown} error */
  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = /** @type {{error: unknown}} */ (this.state);
    if (!error) return this.props.children;
    return html`<${Fault} error=${error} retry=${() => location.reload()} />`;
  }
}
