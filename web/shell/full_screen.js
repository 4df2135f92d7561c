/** The whole screen for a page. */
import { useEffect, useState } from "../html.js";

/** @returns {{isFull: boolean, fill: (() => void) | null}} `fill` goes there and back; null where the browser cannot */
export function useFullScreen() {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", listen);
    return () => document.removeEventListener("fullscreenchange", listen);
  }, []);
  const fill = () => {
    // A browser may refuse, as in a frame: the page stays as it is.
    (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  };
  return { isFull, fill: document.fullscreenEnabled ? fill : null };
}
