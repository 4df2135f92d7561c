/** What the service stores about the player: a copy of it, and its end. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Question } from "../shell/dialog.js";
import { download } from "../shell/download.js";
import { Fault } from "../shell/faults.js";
import { Tick } from "../shell/forms.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

/** @param {{username: string, isGuest: boolean}} props */
export function OwnData({ username, isGuest }) {
  const [isClosing, setClosing] = useState(false);
  const { run: runExport, running: isExporting, error: exportFailed } = useAction();
  const { run, running, error } = useAction();
  const [inDumps, setInDumps] = useState(session.account?.in_dumps ?? true);
  const { run: runChoice, error: choiceFailed } = useAction();
  const choose = (/** @type {boolean} */ isIn) =>
    runChoice(async () => {
      setInDumps(isIn);
      try {
        await session.client.patch("/me", { body: { in_dumps: isIn }, patience: PATIENCE });
      } catch (fault) {
        setInDumps(!isIn);
        throw fault;
      }
      announce(t("account.display_name_saved"));
      await session.refresh();
    });
  const exportAll = () =>
    runExport(async () => {
      download(JSON.stringify(await ownData(), null, 2), `gofish-${username}.json`);
      announce(t("account.exported"));
    });
  const closeAccount = () =>
    run(async () => {
      await session.client.delete("/me");
      session.forget();
      navigate("/");
      announce(t("account.account_closed"));
    });
  return html`
    <section>
      <h2>${t("account.own_data")}</h2>
      <${Tick} label=${t("account.in_dumps")} isOn=${inDumps} set=${choose} />
      <p class="hint">${t("account.in_dumps_hint")}</p>
      ${choiceFailed && html`<${Fault} error=${choiceFailed} />`}
      <p>${t("account.export_hint")}</p>
      ${exportFailed && html`<${Fault} error=${exportFailed} retry=${exportAll} />`}
      <p>
        <button type="button" onClick=${exportAll} aria-disabled=${isExporting}>
          ${t(isExporting ? "account.exporting" : "account.export")}
        </button>
      </p>
      <p>${t(isGuest ? "account.close_guest_hint" : "account.close_account_hint")}</p>
      <p>
        <button type="button" class="danger" onClick=${() => setClosing(true)}>${t("account.close_account")}</button>
      </p>
      ${isClosing &&
      html`<${Question} title=${t("account.close_account_title")} confirm=${t("account.close_account_confirm")}
        onConfirm=${closeAccount} close=${() => setClosing(false)} running=${running} error=${error}>
        <p>${t("account.close_account_text")}</p>
      <//>`}
    </section>
  `;
}

/** Return all pages of the export as one object. Each page names the path of the next one. */
async function ownData() {
  /** @type {Record<string, any>} */
  const data = {};
  for (let after = /** @type {string | undefined} */ (undefined); ; ) {
    const query = after === undefined ? {} : { after };
    const { next, ...page } = await session.client.get("/me/export", { query });
    for (const [name, part] of Object.entries(page)) {
      data[name] = Array.isArray(part) ? [...(data[name] ?? []), ...part] : part;
    }
    if (!next) return data;
    after = new URL(next, location.href).searchParams.get("after") ?? undefined;
  }
}
