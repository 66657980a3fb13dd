// Answers that are given by touching the board: first who, then where. Nothing here touches the page.

/** An answer and the places on the board that one touches to give it, in order (`data-touches`).
 * @typedef {{ key: string, touches: string[] }} BoardAnswer
 */

/** What touching the board can answer.
 * @typedef {object} Moves
 * @property {Map<string, Map<string, string[]>>} between the keys from one place to another
 * @property {Map<string, string[]>} single the keys that a single place answers
 * @property {Map<string, string>} by where a piece goes on the way to an answer's last place: its own place if nowhere
 */

/** Read the value of `data-touches`.
 * @param {string | undefined} value
 */
export const parseTouches = (value) => (value ? value.split(' ') : []);

/** @param {Map<string, string[]>} keys @param {string} place @param {string} key */
const add = (keys, place, key) => keys.set(place, [...(keys.get(place) ?? []), key]);

/** Sort answers by the places that are touched for them.
 * @param {BoardAnswer[]} answers
 * @param {Set<string>} drawn the places that the board shows
 * @returns {Moves}
 */
export function movesOf(answers, drawn) {
  /** @type {Moves} */
  const moves = { between: new Map(), single: new Map(), by: new Map() };
  for (const { key, touches } of answers) {
    const [from, ...rest] = touches.filter((place) => drawn.has(place));
    const to = rest.at(-1);
    if (!from) continue;
    if (!to) { add(moves.single, from, key); continue; }
    const targets = moves.between.get(from) ?? new Map();
    moves.between.set(from, targets);
    add(targets, to, key);
    moves.by.set(key, rest.length > 1 ? rest[0] : from);
  }
  return moves;
}

/** Where one can go from a place.
 * @param {Moves} moves
 * @param {string | null} from
 */
export const targetsOf = (moves, from) => [...((from && moves.between.get(from)?.keys()) || [])];

/** All keys that begin at a place.
 * @param {Moves} moves
 * @param {string} from
 */
export const keysFrom = (moves, from) => [
  ...(moves.single.get(from) ?? []), ...[...(moves.between.get(from)?.values() ?? [])].flat(),
];

/** The place from which an answer begins.
 * @param {Moves} moves
 * @param {string} key
 */
export const originOf = (moves, key) => (
  [...moves.between].find(([, targets]) => [...targets.values()].flat().includes(key))?.[0] ?? null
);

/** Answers that end on the same place, sorted by where the piece goes first.
 * @param {Moves} moves
 * @param {string[]} keys
 * @returns {Map<string, string[]>}
 */
export function waysBy(moves, keys) {
  const ways = new Map();
  for (const key of keys) add(ways, moves.by.get(key) ?? '', key);
  return ways;
}
