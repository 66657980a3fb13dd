/** @typedef {object} Beat
 * @property {number} [n] the number of its event
 * @property {string} [last] the picture of this play, where later plays came with it
 * @property {boolean} [play]
 * @property {number} [ball]
 * @property {string} [banner]
 * @property {string} [words]
 * @property {import('./sound.mjs').Sound} [sound]
 * @property {string} [shows]
 * @property {number} [side]
 * @property {string} [clock]
 * @property {[number, number]} [points]
 * @property {[string, string][]} [men]
 * @property {[string, string]} [throw]
 * @property {boolean} [anew]
 */
export {};
