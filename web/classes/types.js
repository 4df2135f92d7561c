/** What the API says of classes. */

/** @typedef {import("../shell/session.js").Schemas} Schemas */

/**
 * @typedef {Schemas["ClassSeat"]} Seat
 * @typedef {Schemas["ClassTable"]} Table
 * @typedef {Schemas["ClassPlace"]} Place
 * @typedef {Schemas["ClassCodeLine"]} Code
 * @typedef {Schemas["ClassDetail"]} Group
 * @typedef {Schemas["ClassEntry"]} Entry
 * @typedef {Schemas["OwnClass"]} Mine
 * @typedef {Schemas["PupilResult"]} Result
 */

export {};
