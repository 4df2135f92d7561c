/** Draw attention to the player's turn: the title, the icon, and if wanted a notification. */

import { useEffect, useRef } from "../html.js";
import { preferences } from "../shell/preferences.js";
import { useTitle } from "../shell/title.js";
import { t } from "../text/text.js";

const TURN_ICON = new URL("./turn.svg", import.meta.url).href;

/** @param {{game: string, isYourTurn: boolean, isOver: boolean, name: string}} about `name` is whose turn it is */
export function useAttention({ game, isYourTurn, isOver, name }) {
  useTitle(isOver ? t("table.title_over") : isYourTurn ? t("table.title_your_turn") : t("table.title_turn", { name }));
  const was = useRef(isYourTurn);
  useEffect(() => {
    const begins = isYourTurn && !was.current;
    was.current = isYourTurn;
    if (begins && preferences.value.notifications && document.hidden) notify(game);
  }, [isYourTurn]);
  useEffect(() => {
    const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (!link || !isYourTurn) return;
    const plain = link.href;
    link.href = TURN_ICON;
    return () => {
      link.href = plain;
    };
  }, [isYourTurn]);
}

/** @param {string} game */
function notify(game) {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const notice = new Notification(t("table.title_your_turn"), { tag: `gofish-turn-${game}` });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
