/** The stylesheet of ratings, loaded with the first of their views. */
import { useLayoutEffect } from "../html.js";

const ADDRESS = new URL("ratings.css", import.meta.url).href;

/** Have the stylesheet in the page. */
export function useRatingsStyle() {
  useLayoutEffect(() => {
    if (document.querySelector(`link[href="${ADDRESS}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = ADDRESS;
    document.head.append(link);
  }, []);
}
