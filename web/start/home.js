/** The start page: one button to play against bots, and the ways to play with people. */
import { html, useEffect } from "../html.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";
import { PlayNow } from "./play_now.js";
import { Waiting } from "./waiting.js";

/** @param {import("../shell/router.js").ViewProps} props */
export default function Home({ fragment }) {
  const { account } = useStore(session.standing);
  useSharedStyle();
  useTitle("");
  const isInvitation = fragment.has("game");
  useEffect(() => {
    // Links of the API's invitations lead to this page.
    if (isInvitation) navigate(`/join#${fragment}`, { replace: true });
  }, [isInvitation]);
  return html`
    <div class="home">
      <section class="hero panel">
        <div>
          <h1>${t("start.title")}</h1>
          <p class="lead">${t("start.lead")}</p>
          <${PlayNow} />
        </div>
        <img class="fan" src=${new URL("fan.svg", import.meta.url).href} alt="" width="320" height="220" />
      </section>
      ${account && html`<${Waiting} />`}
      <section aria-labelledby="people">
        <h2 id="people">${t("start.with_people")}</h2>
        <ul class="ways plain">
          ${WAYS.map(
            ([path, name]) => html`
              <li key=${name}>
                <a class="way" href=${path}>
                  <strong>${t(`start.way_${name}`)}</strong>
                  <span class="soft">${t(`start.way_${name}_hint`)}</span>
                </a>
              </li>
            `,
          )}
        </ul>
      </section>
    </div>
  `;
}

const WAYS = [
  ["/match", "match"],
  ["/new", "new"],
  ["/lobby", "lobby"],
  ["/join", "join"],
];
