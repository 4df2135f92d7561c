/** The players whom the player has blocked. */
import { html } from "../html.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { dateText, t } from "../text/text.js";

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Block"]} Block */

export function Blocks() {
  const { data, error, reload } = useLoaded(
    (signal) => session.client.get("/me/blocks", { signal, patience: PATIENCE }),
    [],
  );
  const { run, running, error: failed } = useAction();
  const unblock = (/** @type {string} */ username) =>
    run(async () => {
      await session.client.delete("/me/blocks/{username}", { params: { username }, patience: PATIENCE });
      reload();
    });
  const blocks = /** @type {Block[] | undefined} */ (data?.blocks);
  return html`
    <section>
      <h2>${t("account.blocked")}</h2>
      ${(error || failed) && html`<${Fault} error=${error ?? failed} retry=${reload} />`}
      ${blocks?.length === 0 && html`<p class="soft">${t("account.none_blocked")}</p>`}
      <ul class="plain">
        ${blocks?.map(
          ({ player, at }) => html`
            <li class="row" key=${player}>
              <span>${player} <span class="soft small">${dateText(at, { dateStyle: "medium" })}</span></span>
              <button type="button" onClick=${() => unblock(player)} aria-disabled=${running}>
                ${t("start.unblock", { name: player })}
              </button>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}
