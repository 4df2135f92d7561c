/** A value that views follow. */
import { useEffect, useState } from "../html.js";

/** @template Value */
export class Store {
  /** @param {Value} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: Value) => void>} */
    this.followers = new Set();
  }

  /** @param {Value} value */
  set(value) {
    if (value === this.value) return;
    this.value = value;
    for (const follower of [...this.followers]) follower(value);
  }

  /**
   * Call a function after each change, until the returned function is called.
   * @param {(value: Value) => void} follower
   */
  follow(follower) {
    this.followers.add(follower);
    return () => {
      this.followers.delete(follower);
    };
  }
}

/**
 * Return the value of a store, and render the view again when it changes.
 * @template Value
 * @param {Store<Value>} store
 * @returns {Value}
 */
export function useStore(store) {
  const [, render] = useState({});
  const { value } = store;
  useEffect(() => {
    const update = () => render({});
    // The browser paints between the first rendering and this: the value may have changed.
    if (store.value !== value) update();
    return store.follow(update);
  }, [store]);
  return value;
}
