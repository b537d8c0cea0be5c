import { err, ok, type Result } from '../../../base/result.ts';
import { FRAME, HASH } from '../frame.ts';
import { playSan } from '../san.ts';
import { readSan } from '../san-code.ts';
import { INITIAL_FEN, parseChess } from '../state.ts';
import type { FrameTest, PatternFault } from './position-pattern.ts';

/** Moves with their numbers in front, which are not read. */
const MOVE = /(?:\d+\.+)?([^\s.]+)/g;

/**
 * Reads a line of moves from the start position in SAN, with or without move numbers. The test finds the position behind it,
 * so that other orders of moves fit, too.
 */
export function readLinePattern(text: string): Result<FrameTest, PatternFault> {
  const start = parseChess(INITIAL_FEN, false);
  const words = new Int32Array(2 * FRAME);
  if (start.ok) words.set(start.value.words);
  let at = 0;
  let moves = 0;
  for (const match of text.matchAll(MOVE)) {
    const [whole, san = ''] = match;
    if (/^\d+$/.test(san)) continue;
    const end = match.index + whole.length;
    const place = { start: end - san.length, end };
    const code = readSan(san, 0, san.length);
    if (code < 0) return err({ message: `${san} is no move in SAN`, ...place });
    if (playSan(words, at, FRAME - at, code) < 0) return err({ message: `${san} is not legal there`, ...place });
    at = FRAME - at;
    moves++;
  }
  if (moves === 0) return err({ message: 'the line has no move', start: 0, end: text.length });
  const target = words.slice(at, at + FRAME);
  const isThere = (frames: Int32Array, frame: number): boolean => {
    // the hash first: it differs nearly always
    for (let i = HASH + 1; i >= 0; i--) if (frames[frame + i] !== target[i]) return false;
    return true;
  };
  return ok(Object.assign(isThere, { target }));
}
