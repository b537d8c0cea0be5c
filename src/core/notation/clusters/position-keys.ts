import { partSeed } from '../../base/text/fingerprint.ts';
import { FRAME, FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { playSan } from '../../games/chess/san.ts';
import { readSan, sanCode } from '../../games/chess/san-code.ts';
import { readLoose } from '../../games/chess/san-loose.ts';
import { isStart } from '../../games/chess/start.ts';
import { parseChess } from '../../games/chess/state.ts';
import { positionKey } from '../openings/openings.ts';

/** The positions of a game as keys, for `GameClusters`. */
export interface KeyedLine {
  /** One for each position, from the first to the last. Equal for positions with the same future. */
  readonly keys: readonly number[];
  /** Half-moves from the start of a game to the first position; undefined where the line starts elsewhere. */
  readonly from: number | undefined;
}

/** Positions that no line of a game is longer than. */
const MAX_PLIES = 2000;

/**
 * The keys of a chess line. Undefined if its start is no position. It ends before a move that cannot be played.
 *
 * @param moves in SAN
 */
export function keysOfLine(startFen: string, moves: readonly string[], chess960: boolean): KeyedLine | undefined {
  const start = parseChess(startFen, chess960);
  if (!start.ok) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  const keys = [positionKey(words, 0)];
  let at = 0;
  for (const san of moves) {
    const to = FRAME - at;
    const code = codeOf(san);
    if (keys.length > MAX_PLIES || code < 0 || playSan(words, at, to, code) < 0) break;
    at = to;
    keys.push(positionKey(words, at));
  }
  return { keys, from: isStart(startFen, start.value.words) ? 0 : undefined };
}

/** The keys of a single position that is known without its game. */
export function keysOfPosition(fen: string, chess960: boolean): KeyedLine | undefined {
  const state = parseChess(fen, chess960);
  if (!state.ok) return undefined;
  const { words } = state.value;
  return { keys: [positionKey(words, 0)], from: 2 * (words[FULLMOVES]! - 1) + words[TURN]! };
}

/**
 * The keys of a walk of a world that no game is: one for each line of actions that it begins with, the empty one first. Walks that meet
 * in a state are not one walk; for `GameClusters` with `WALK_RULES`.
 *
 * @param world equal for walks of the same world under the same names
 */
export function keysOfWalk(world: string, start: string, actions: readonly string[]): KeyedLine {
  const from = `${world}\n${start}`;
  const keys = [mixed(partSeed(0, from), partSeed(1, from))];
  for (const [i, action] of actions.entries()) keys.push(mixed(keys[i]!, partSeed(2, action)));
  return { keys, from: 0 };
}

/** A key of a line of positions, from the key of the line before its last one. */
export function mixed(line: number, key: number): number {
  const low = Math.imul(line ^ key, 0x9e3779b1) ^ (line >>> 15);
  const high = Math.imul((line / 0x1_0000_0000) ^ low, 0x85ebca6b) + key / 0x1_0000_0000;
  return ((high ^ (high >>> 13)) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

function codeOf(san: string): number {
  const code = readSan(san, 0, san.length);
  if (code >= 0) return code;
  const loose = readLoose(san);
  return loose === undefined || loose.unknownPiece !== undefined ? -1 : sanCode(loose);
}
