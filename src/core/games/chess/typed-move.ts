import { err, ok, type Result } from '../../base/result.ts';
import { legalMoves } from './chess.ts';
import { encodeMove, FRAME } from './frame.ts';
import { playSan, readSan } from './san.ts';
import { playLoose, readLoose } from './san-loose.ts';
import { moveReason } from './san-reason.ts';
import type { ChessState } from './state.ts';

/** Maximum length of a move's text. */
const MAX_LENGTH = 16;

/**
 * Returns the legal move that a user names: UCI, SAN, or SAN as people write it (`nf3`, `0-0`, `e8Q`). The error is a
 * reason for a sentence such as "Ke4: …".
 */
export function parseTypedMove(state: ChessState, text: string): Result<number, string> {
  const word = text
    .trim()
    .replace(/^\d+\s*\.+\s*/, '')
    .replace(/[!?]+$/, '');
  if (word === '' || word.length > MAX_LENGTH) return err('this is not a move');
  const named = uciCode(word);
  if (named >= 0 && legalMoves(state).includes(named)) return ok(named);
  const words = new Int32Array(2 * FRAME);
  words.set(state.words);
  const code = readSan(word, 0, word.length);
  const played = code < 0 ? -1 : playSan(words, 0, FRAME, code);
  if (played >= 0) return ok(played);
  const loose = readLoose(word);
  if (loose === undefined) return err('this is not a move');
  const move = playLoose(words, 0, FRAME, loose);
  return move >= 0 ? ok(move) : err(moveReason(words, 0, loose).message);
}

const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/;
const A = 97;
const square = (word: string, at: number): number => word.charCodeAt(at) - A + 8 * (Number(word[at + 1]) - 1);

/** Returns the move (`frame.ts`) that a word in UCI names; -1 for any other word. */
const uciCode = (word: string): number =>
  UCI.test(word)
    ? encodeMove(square(word, 0), square(word, 2), word.length < 5 ? 0 : '-nbrq'.indexOf(word[4] ?? ''))
    : -1;
