/** Reading and changing things from a view, with what went wrong. */
import { Problem } from "../../clients/javascript/src/index.js";
import { useCallback, useEffect, useRef, useState } from "../html.js";
import { session } from "./session.js";

/** Milliseconds for which a view waits before it says that the server is away. */
export const PATIENCE = 8000;

/**
 * Read something when a view is shown, and again on `reload`. While it is read again, the old
 * content stays.
 * @template Content
 * @param {(signal: AbortSignal) => Promise<Content>} read
 * @param {unknown[]} inputs read again when one of them changes
 */
export function useLoaded(read, inputs) {
  const [loaded, setLoaded] = useState(
    /** @type {{data?: Content, error?: unknown, isLoading: boolean}} */ ({ isLoading: true }),
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setLoaded(({ data }) => ({ ...(data !== undefined && { data }), isLoading: true }));
    session.ready
      .then(() => read(abort.signal))
      .then(
        (data) => abort.signal.aborted || setLoaded({ data, isLoading: false }),
        (error) => {
          if (abort.signal.aborted) return;
          noteRevoked(error);
          setLoaded(({ data }) => ({ ...(data !== undefined && { data }), error, isLoading: false }));
        },
      );
    return () => abort.abort();
  }, [...inputs, attempt]);
  const reload = useCallback(() => setAttempt((tried) => tried + 1), []);
  return { ...loaded, reload };
}

/** @type {Map<string, Promise<any>>} */
const answers = new Map();

/**
 * Read what changes only with the version of the server. All views share the answer; a failure is
 * not kept.
 * @template {"/rulesets" | "/leaderboards"} Path
 * @param {Path} path
 * @returns {ReturnType<typeof session.client.get<Path>>}
 */
export function readOnce(path) {
  const answer = answers.get(path) ?? /** @type {any} */ (session.client).get(path, { patience: PATIENCE });
  answers.set(path, answer);
  answer.catch(() => answers.delete(path));
  return answer;
}

/**
 * Return a function that carries out a person's wish once at a time, whether it runs, and what went
 * wrong last.
 */
export function useAction() {
  const [running, setRunning] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const isShown = useRef(true);
  const isRunning = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const run = useCallback(async (/** @type {() => Promise<unknown>} */ action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(true);
    setError(null);
    try {
      await action();
    } catch (problem) {
      noteRevoked(problem);
      if (isShown.current) setError(problem);
    }
    isRunning.current = false;
    if (isShown.current) setRunning(false);
  }, []);
  return { run, running, error };
}

/**
 * Do something again and again while the page is looked at.
 * @param {() => unknown} action
 * @param {number} pause in milliseconds
 */
export function useRepeated(action, pause) {
  const newest = useRef(action);
  newest.current = action;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") newest.current();
    }, pause);
    const seen = () => document.visibilityState === "visible" && newest.current();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [pause]);
}

/** @param {unknown} error */
export function noteRevoked(error) {
  if (error instanceof Problem && error.code === "invalid_token") session.revoked();
}
