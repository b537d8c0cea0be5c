import { LruMap } from '../../core/base/lru.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { copyFrame, FRAME, play } from '../../core/games/chess/frame.ts';
import { playSan } from '../../core/games/chess/san.ts';
import { readSan } from '../../core/games/chess/san-code.ts';
import { sanOf } from '../../core/games/chess/san-print.ts';
import { parseChess, printChess } from '../../core/games/chess/state.ts';
import { typedMove } from '../../core/games/chess/typed-move.ts';
import type { Variant } from '../model.ts';

/** A line of moves as read from a log. */
export interface LoggedLine {
  /** The start as it is printed here. */
  readonly startFen: string;
  /** SAN in export format. */
  readonly moves: readonly string[];
  readonly finalFen: string;
}

/** No move in SAN is longer. */
const MAX_SAN = 8;
/** Lines that are kept, because logs ask about a game again: of every model, epoch and prompt. */
const MAX_KEPT = 4096;
/** No longer line is kept, in characters. */
const MAX_KEPT_LENGTH = 4000;
/** More moves than any game has. */
const MAX_MOVES = 2000;
const RESULTS: ReadonlySet<string> = new Set(['1-0', '0-1', '1/2-1/2', '*']);

const kept = new LruMap<string, Result<LoggedLine, string>>(MAX_KEPT);

/**
 * Plays the moves of a log from a FEN: UCI or SAN, as a list or one text with or without numbers; comments in braces are left
 * out. A last word that is a square alone is the beginning of a move that was not made (BIG-bench asks for its target).
 * The error is the end of a sentence.
 */
export function readLoggedLine(startFen: string, logged: unknown, variant: Variant): Result<LoggedLine, string> {
  if (typeof logged !== 'string' || logged.length > MAX_KEPT_LENGTH) return playLogged(startFen, logged, variant);
  const key = `${variant} ${startFen} ${logged}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const line = playLogged(startFen, logged, variant);
  kept.set(key, line);
  return line;
}

function playLogged(startFen: string, logged: unknown, variant: Variant): Result<LoggedLine, string> {
  const start = parseChess(startFen, variant === 'chess960');
  if (!start.ok) return err(`the start ${startFen} is not a position: ${start.error}`);
  const words = wordsOf(logged);
  if (words === undefined) return err('its moves are neither a string nor a list of strings');
  if (/^[a-h][1-8]$/.test(words.at(-1) ?? '') && words.length > 1 && /^[a-h][1-8][a-h][1-8]/.test(words[0] ?? ''))
    words.pop();
  if (words.length > MAX_MOVES) return err(`it has more than ${MAX_MOVES} moves`);
  // the frame before a move, and the one behind it
  const frames = new Int32Array(2 * FRAME);
  frames.set(start.value.words);
  const state = { words: frames.subarray(0, FRAME) };
  const moves: string[] = [];
  for (const [i, word] of words.entries()) {
    const move = plainMove(frames, word);
    if (move < 0) {
      const typed = typedMove(state, word);
      if (!typed.ok) return err(`move ${i + 1}, ${word.slice(0, 20)}: ${typed.error}`);
      play(frames, 0, FRAME, typed.value);
      moves.push(sanOf(frames, 0, typed.value));
    } else moves.push(sanOf(frames, 0, move));
    copyFrame(frames, FRAME, 0);
  }
  return ok({ startFen: printChess(start.value), moves, finalFen: printChess(state) });
}

function wordsOf(logged: unknown): string[] | undefined {
  const isList = Array.isArray(logged) && logged.every((word): word is string => typeof word === 'string');
  const text = isList ? logged.join(' ') : logged;
  if (typeof text !== 'string') return undefined;
  return withoutBraces(text)
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '' && !RESULTS.has(word));
}

/** Plays a move in SAN into the second frame, which most words are; -1 for any other word. */
function plainMove(frames: Int32Array, word: string): number {
  const code = word.length > MAX_SAN ? -1 : readSan(word, 0, word.length);
  return code < 0 ? -1 : playSan(frames, 0, FRAME, code);
}

/** A text without its comments in braces; one that is not closed stays. */
export function withoutBraces(text: string): string {
  let rest = '';
  let from = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    const close = text.indexOf('}', open);
    if (close < 0) break;
    rest += `${text.slice(from, open)} `;
    from = close + 1;
  }
  return from === 0 ? text : rest + text.slice(from);
}
