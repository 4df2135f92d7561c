/** Verify the deal in this browser, and download what it is verified from. */
// The same file that `node examples/verify_deal.mjs` runs; it sets `globalThis.gofish`.
import "../../examples/verify_deal.mjs";
import { Problem } from "../../clients/javascript/src/problem.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { download } from "../shell/download.js";
import { faultText } from "../shell/faults.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../text/text.js";

const PAGE = new URL("../../examples/verify_deal.html", import.meta.url).href;

/**
 * @typedef {{holds: boolean, lines: string[], scope: string}} Verdict
 */

/**
 * @param {{id: string, watchCode: string | undefined, isWanted: boolean}} props
 *   `isWanted` by the link that opened the page: then it verifies at once
 */
export function DealCheck({ id, watchCode, isWanted }) {
  const place = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  /** @param {(text: string) => unknown} use */
  const withTranscript = async (use) => {
    setBusy(true);
    setProblem("");
    try {
      const params = { game_id: id };
      const { text } = await session.client.request("GET", "/games/{game_id}/transcript", { params, watchCode });
      await use(text);
    } catch (error) {
      const isUnreadable = error instanceof Error && error.name === "Error";
      setProblem(isUnreadable ? t("watch.unreadable") : faultText(error));
    } finally {
      setBusy(false);
    }
  };
  /** Show the game on the page that reads it from its address. */
  const openText = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { token, sender } = session.client;
      const headers = { Accept: "text/x-gfn", ...(token && { Authorization: `Bearer ${token}` }), ...(watchCode && { "X-Watch-Code": watchCode }) };
      const answer = await sender.open(`/games/${id}/transcript`, { headers });
      if (!answer.ok) throw Problem.of(answer, await answer.text());
      navigate(`/replay#gfn=${encodeURIComponent(await answer.text())}`);
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  const check = () => {
    // Browsers have it only on pages with https, and on localhost.
    if (!globalThis.crypto?.subtle) return setProblem(t("watch.no_crypto"));
    withTranscript(async (text) => setVerdict(await /** @type {any} */ (globalThis).gofish.verifyText(text)));
  };
  useEffect(() => {
    if (!isWanted) return;
    place.current?.scrollIntoView();
    check();
  }, []);
  return html`<section class="panel deal-check" aria-labelledby="check-title" ref=${place}>
    <h2 id="check-title">${t("watch.check_title")}</h2>
    <p>${t("watch.check_text")}</p>
    <p class="actions">
      <button type="button" aria-disabled=${isBusy} onClick=${() => isBusy || check()}>${t("watch.check")}</button>
      <button type="button" class="quiet" aria-disabled=${isBusy}
        onClick=${() => isBusy || withTranscript((text) => download(text, `gofish-${id}.json`))}>${t("watch.download")}</button>
      <button type="button" class="quiet" aria-disabled=${isBusy} onClick=${() => isBusy || openText()}>${t("watch.to_text")}</button>
    </p>
    <div role="status">
      ${isBusy && html`<p>${t("watch.checking")}</p>`}
      ${problem && html`<p class="wrong">${problem}</p>`}
      ${verdict && html`<p class=${verdict.holds ? "holds" : "wrong"}>${t(verdict.holds ? "watch.fair" : "watch.unfair")}</p>`}
    </div>
    ${verdict && html`<details open=${!verdict.holds}>
      <summary>${t("watch.details")}</summary>
      <ul lang="en" dir="ltr" class="small">${[...verdict.lines, verdict.scope].map((line, at) => html`<li key=${at}>${line}</li>`)}</ul>
    </details>`}
    <p class="small"><a href=${PAGE} target="_blank" rel="noopener">${t("watch.verifier")}</a></p>
  </section>`;
}
