/** The server's clock: that of the device plus the difference that `time` frames show. */

let difference = 0; // milliseconds

/** @param {string} now the server's time, when its frame arrived */
export function setServerTime(now) {
  difference = Date.parse(now) - Date.now();
}

/** Return the server's time in milliseconds. */
export function serverNow() {
  return Date.now() + difference;
}
