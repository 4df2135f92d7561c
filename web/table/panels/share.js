/** Share a finished game: the link to its replay, and a picture of the result. */

import { html, useState } from "../../html.js";
import { announce } from "../../shell/announce.js";
import { downloadBlob } from "../../shell/download.js";
import { t } from "../../text/text.js";
import { CopyButton } from "../../shell/copy.js";
import { drawResult } from "./picture.js";

/**
 * @param {{game: import("../types.js").Game, title: string,
 *   rows: readonly {name: string, score: string, isWinner: boolean}[]}} props
 */
export function Share({ game, title, rows }) {
  const [shown, show] = useState("");
  const code = game["watch_code"] ? `#${new URLSearchParams({ watch: game["watch_code"] })}` : "";
  const link = new URL(`/games/${game.id}/replay${code}`, location.href).href;
  const keep = async () => {
    const picture = await drawResult({ title, rows, foot: `${t("common.name")} · ${location.host}` });
    if (!picture) return;
    const file = new File([picture], `go-fish-${game.id}.png`, { type: "image/png" });
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
      // A player who closes the device's dialog wants nothing more.
      return navigator.share({ files: [file], title, url: link }).catch(() => {});
    }
    downloadBlob(file, file.name);
    show(t("table.picture_kept"));
    announce(t("table.picture_kept"));
  };
  return html`<${CopyButton} button=${t("table.share_link")} label=${t("table.share_label")} text=${link} />
    <button type="button" onClick=${keep}>${t("table.share_picture")}</button>
    ${shown && html`<span class="hint">${shown}</span>`}`;
}
