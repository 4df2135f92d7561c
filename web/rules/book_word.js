/** What the cards that one collects are called: books, or pairs where two are enough. */
import { useEffect } from "../html.js";
import { speakOfPairs } from "../text/text.js";

/** Call them so while a game is shown, from this rendering on. @param {{rules: Record<string, any>} | null} game */
export function useBookWord(game) {
  speakOfPairs(game?.rules["book_size"] === 2);
  useEffect(() => () => speakOfPairs(false), []);
}
