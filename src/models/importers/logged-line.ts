import { err, ok, type Result } from '../../core/base/result.ts';
import { afterMove } from '../../core/games/chess/chess.ts';
import { sanOf } from '../../core/games/chess/san-print.ts';
import { type ChessState, parseChess, printChess } from '../../core/games/chess/state.ts';
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

/** More moves than any game has. */
const MAX_MOVES = 2000;
const RESULTS: ReadonlySet<string> = new Set(['1-0', '0-1', '1/2-1/2', '*']);

/**
 * Plays the moves of a log from a FEN: UCI or SAN, as a list or one text with or without numbers; comments in braces are left
 * out. A last word that is a square alone is the beginning of a move that was not made (BIG-bench asks for its target).
 * The error is the end of a sentence.
 */
export function readLoggedLine(startFen: string, logged: unknown, variant: Variant): Result<LoggedLine, string> {
  const start = parseChess(startFen, variant === 'chess960');
  if (!start.ok) return err(`the start ${startFen} is not a position: ${start.error}`);
  const words = wordsOf(logged);
  if (words === undefined) return err('its moves are neither a string nor a list of strings');
  if (/^[a-h][1-8]$/.test(words.at(-1) ?? '') && words.length > 1 && /^[a-h][1-8][a-h][1-8]/.test(words[0] ?? ''))
    words.pop();
  if (words.length > MAX_MOVES) return err(`it has more than ${MAX_MOVES} moves`);
  let state: ChessState = start.value;
  const moves: string[] = [];
  for (const [i, word] of words.entries()) {
    const move = typedMove(state, word);
    if (!move.ok) return err(`move ${i + 1}, ${word.slice(0, 20)}: ${move.error}`);
    moves.push(sanOf(state.words, 0, move.value));
    state = afterMove(state, move.value);
  }
  return ok({ startFen: printChess(start.value), moves, finalFen: printChess(state) });
}

function wordsOf(logged: unknown): string[] | undefined {
  const isList = Array.isArray(logged) && logged.every((word): word is string => typeof word === 'string');
  const text = isList ? logged.join(' ') : logged;
  if (typeof text !== 'string') return undefined;
  return text
    .replace(/\{[^}]*\}/g, ' ')
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '' && !RESULTS.has(word));
}
