/** The stylesheet of the start views, loaded with the first of them. */
import { useLayoutEffect } from "../html.js";

const ADDRESS = new URL("start.css", import.meta.url).href;

/** Have the stylesheet in the page. */
export function useStyle() {
  useLayoutEffect(() => {
    if (document.querySelector(`link[href="${ADDRESS}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = ADDRESS;
    document.head.append(link);
  }, []);
}
