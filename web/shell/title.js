/** The title of the page: what the view is about, then the name of the game. */
import { useEffect } from "../html.js";
import { t } from "../text/text.js";

/**
 * Show a title while a view is shown.
 * @param {string} text
 */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? t("common.title", { view: text }) : t("common.name");
  }, [text]);
}
