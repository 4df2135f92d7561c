/** The words of a kind of game: a pair is no book, and small children read short sentences. */
import { useLayoutEffect, useState } from "../html.js";
import { loadTexts, standInWith } from "../text/text.js";

/**
 * Speak with the words of a game while the view is shown. Return whether they are loaded.
 * @param {Record<string, any> | undefined} rules of the game, once they are known
 * @param {boolean} [isForChildren]
 */
export function useWords(rules, isForChildren = false) {
  const areas = rules?.["book_size"] === 2 ? (isForChildren ? ["child", "pairs"] : ["pairs"]) : [];
  const wanted = areas.join();
  const [spoken, setSpoken] = useState("");
  useLayoutEffect(() => {
    let isCurrent = Boolean(wanted);
    const speak = () => {
      if (!isCurrent) return;
      standInWith(areas);
      setSpoken(wanted);
    };
    // Usual words are better than no table.
    if (wanted) Promise.all(areas.map(loadTexts)).then(speak, speak);
    return () => {
      isCurrent = false;
      standInWith([]);
    };
  }, [wanted]);
  return spoken === wanted || !wanted;
}
