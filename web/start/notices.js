/** The player's inbox: what happened while they were away. */
import { html, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { showUnread } from "../shell/live.js";
import { PATIENCE, useAction, useLoaded } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { useSharedStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { Dispute } from "../table/panels/dispute.js";
import { dateText, hasText, t } from "../text/text.js";

const MAX_NOTICES = 50;

/** @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Notice"]} Notice */

export default function Notices() {
  useSharedStyle();
  useTitle(t("common.notices"));
  const { account } = useStore(session.standing);
  const { data, error, reload } = useLoaded(readNotices, [account?.username]);
  const { run, running, error: failed } = useAction();
  const notices = data ?? [];
  const newest = notices[0]?.id;
  const isUnread = notices.some((notice) => notice.read_at === null);
  const read = () =>
    run(async () => {
      if (newest === undefined) return;
      await session.client.post("/me/notices/read", { body: { up_to: newest }, patience: PATIENCE });
      await session.refresh();
      showUnread(session.account?.unread_notices ?? 0); // the stream would say so at its next heartbeat
      reload();
    });
  return html`
    <div class="narrow">
      <h1>${t("common.notices")}</h1>
      ${(error || failed) && html`<${Fault} error=${error ?? failed} retry=${reload} />`}
      ${data && !notices.length && html`<p class="lead">${t("start.no_notices")}</p>`}
      ${isUnread &&
      html`<p>
        <button type="button" onClick=${read} aria-disabled=${running}>${t("start.mark_read")}</button>
      </p>`}
      <ul class="plain games">
        ${notices.map(
          (notice) => html`
            <li class="panel" key=${notice.id}>
              <p>
                ${notice.read_at === null && html`<span class="badge">${t("start.new")}</span> `}
                ${noticeText(notice)}
              </p>
              <p class="soft small">${dateText(notice.at)}</p>
              ${notice.data.until && html`<p>${t("start.until", { time: dateText(notice.data.until) })}</p>`}
              ${notice.data.tournament &&
              html`<p class="actions">
                <a class="button" href="/tournaments/${notice.data.tournament}">${t("start.to_tournament")}</a>
              </p>`}
              ${notice.data.dispute && html`<${Ruling} id=${notice.data.dispute} />`}
              ${notice.data.game &&
              notice.kind !== "lobby_closed" &&
              html`<p class="actions">
                <a class="button" href="/games/${notice.data.game}">${t("start.to_game")}</a>
              </p>`}
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}

/** The ruling that a notice is about, with its reasons and the appeal. @param {{id: string}} props */
function Ruling({ id }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, reload } = useLoaded(
    async (signal) => (isOpen ? session.client.get("/disputes/{dispute_id}", { params: { dispute_id: id }, signal, patience: PATIENCE }) : null),
    [isOpen],
  );
  return html`<div>
    <p class="actions">
      <button type="button" class="primary" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${t("table.to_ruling")}</button>
    </p>
    ${isOpen && error && html`<${Fault} error=${error} retry=${reload} />`}
    ${isOpen && data && html`<${Dispute} dispute=${data} changed=${reload} />`}
  </div>`;
}

/** @param {Notice} notice */
function noticeText({ kind, data }) {
  const key = `start.notice_${kind}`;
  const reason = data.reason ? t(`start.reason_${data.reason}`) : "";
  if (kind === "invitation_declined" && reason) return t("start.notice_declined_because", { reason });
  return hasText(key) ? t(key) : t("start.notice_other");
}

/** @param {AbortSignal} signal @returns {Promise<Notice[]>} */
async function readNotices(signal) {
  if (!session.client.token) return [];
  const page = await session.client.get("/me/notices", { query: { limit: MAX_NOTICES }, signal, patience: PATIENCE });
  return page.results;
}
