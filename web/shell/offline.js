/** Say at once when the browser has lost the network, and what still works. */
import { html, useEffect, useState } from "../html.js";
import { t } from "../text/text.js";
import { announce } from "./announce.js";

/** A line above the view, while the browser is offline. */
export function Offline() {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const listen = () => {
      setOffline(!navigator.onLine);
      announce(t(navigator.onLine ? "common.online_again" : "common.offline"));
    };
    addEventListener("offline", listen);
    addEventListener("online", listen);
    return () => {
      removeEventListener("offline", listen);
      removeEventListener("online", listen);
    };
  }, []);
  return isOffline ? html`<p class="notice offline">${t("common.offline")}</p>` : null;
}
