import { LruMap } from '../../../core/base/lru-map.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { legalMoves } from '../../../core/games/chess/chess.ts';
import type { ChessVariant } from '../../../core/games/chess/chess-variants.ts';
import { copyFrame, FRAME, play, TURN } from '../../../core/games/chess/frame.ts';
import { playSan, readSan } from '../../../core/games/chess/san.ts';
import { printSan } from '../../../core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess, printChess } from '../../../core/games/chess/state.ts';
import { parseTypedMove } from '../../../core/games/chess/typed-move.ts';
import type { ForeignPosition } from './log-format.ts';

/** Number of plies of a game searched backwards for the last time that a move was legal. */
const MAX_BACK = 600;

/** Verdict on a move that a model wanted to make. */
export interface JudgedMove {
  readonly verdict: 'legal' | 'illegal';
  /** SAN of a legal move. */
  readonly san?: string;
  /** Reason why the move is illegal. */
  readonly reason?: string;
  /** Last time that it was legal: `it was legal until 8...Ne4`. */
  readonly blame?: string;
}

/** A game of a log, played move by move, with verdicts on the moves tried in it. */
export class PlayedGame {
  readonly #startFen: string;
  readonly #states: ChessState[];
  readonly #moves: string[] = [];

  /** @param startFen a position; the start position if it is none */
  constructor(startFen: string = INITIAL_FEN) {
    const start = parseChess(startFen, false);
    const initial = start.ok ? start : parseChess(INITIAL_FEN, false);
    this.#startFen = start.ok ? startFen : INITIAL_FEN;
    this.#states = initial.ok ? [initial.value] : [];
  }

  get ply(): number {
    return this.#moves.length;
  }

  /** Current position, with the moves to it. */
  get position(): ForeignPosition {
    return { startFen: this.#startFen, moves: [...this.#moves], trueFen: printChess(this.#now) };
  }

  get #now(): ChessState {
    return this.#states[this.#states.length - 1] as ChessState;
  }

  /** Judges a move in SAN or UCI at the current position. */
  judge(word: string): JudgedMove {
    const move = parseTypedMove(this.#now, word);
    if (move.ok) return { verdict: 'legal', san: printSan(this.#now.words, 0, move.value) };
    return { verdict: 'illegal', reason: move.error, blame: this.#blame(word) };
  }

  /** Plays a move; returns false and leaves the game unchanged if it is illegal. */
  play(word: string): boolean {
    const move = parseTypedMove(this.#now, word);
    if (!move.ok) return false;
    this.#moves.push(printSan(this.#now.words, 0, move.value));
    const words = new Int32Array(2 * FRAME);
    words.set(this.#now.words);
    play(words, 0, FRAME, move.value);
    this.#states.push({ words: words.slice(FRAME) });
    return true;
  }

  /** Returns the last time that the side to move could make a move, and the move that ended that. */
  #blame(word: string): string {
    const now = this.ply;
    for (let ply = now - 2; ply >= Math.max(0, now - MAX_BACK); ply -= 2) {
      const state = this.#states[ply];
      if (state === undefined || !parseTypedMove(state, word).ok) continue;
      // Either its own move or the reply to it took the chance away.
      const between = this.#states[ply + 1];
      const culprit = between !== undefined && isLegalForOther(between, word) ? ply + 1 : ply;
      return `it was legal until ${this.#named(culprit)}`;
    }
    return 'it was legal at no earlier move of the game';
  }

  /** Returns a move with its number, `8...Ne4`. */
  #named(ply: number): string {
    const start = this.#startFen.split(' ');
    const first = (start[1] === 'b' ? 1 : 0) + 2 * ((Number(start[5]) || 1) - 1);
    const at = first + ply;
    return `${(at >> 1) + 1}${at % 2 === 0 ? '.' : '...'}${this.#moves[ply] ?? ''}`;
  }
}

/** Returns true if the side that is not to move could make a move if it were its turn. */
function isLegalForOther(state: ChessState, word: string): boolean {
  const [board = '', , rights = '-'] = printChess(state).split(' ');
  const flipped = parseChess(`${board} ${state.words[TURN] === 0 ? 'b' : 'w'} ${rights} - 0 1`, false);
  return flipped.ok && legalMoves(flipped.value).length > 0 && parseTypedMove(flipped.value, word).ok;
}

/** A line of moves read from a log. */
export interface LoggedLine {
  /** Start position as printed here. */
  readonly startFen: string;
  /** SAN in export format. */
  readonly moves: readonly string[];
  readonly finalFen: string;
}

/** Length limit of a move in SAN. */
const MAX_SAN = 8;
/** Number of cached lines: logs ask about the same game for every model, epoch and prompt. */
const MAX_KEPT = 4096;
/** Length limit of a cached line, in characters. */
const MAX_KEPT_LENGTH = 4000;
/** More moves than any game has. */
const MAX_MOVES = 2000;
const RESULTS: ReadonlySet<string> = new Set(['1-0', '0-1', '1/2-1/2', '*']);

const LINES = new LruMap<string, Result<LoggedLine, string>>(MAX_KEPT);

/**
 * Plays the moves of a log from a FEN: UCI or SAN, as a list or one text with or without numbers; comments in braces are ignored. A last
 * word that is only a square is the beginning of a move that was not made (BIG-bench asks for its target). The error is the end of a
 * sentence.
 */
export function readLoggedLine(startFen: string, logged: unknown, variant: ChessVariant): Result<LoggedLine, string> {
  if (typeof logged !== 'string' || logged.length > MAX_KEPT_LENGTH) return playLogged(startFen, logged, variant);
  const key = `${variant} ${startFen} ${logged}`;
  return LINES.getOrMake(key, () => playLogged(startFen, logged, variant));
}

function playLogged(startFen: string, logged: unknown, variant: ChessVariant): Result<LoggedLine, string> {
  const start = parseChess(startFen, variant === 'chess960');
  if (!start.ok) return err(`the start ${startFen} is not a position: ${start.error}`);
  const words = moveWords(logged);
  if (words === undefined) return err('its moves are neither a string nor a list of strings');
  if (/^[a-h][1-8]$/.test(words.at(-1) ?? '') && words.length > 1 && /^[a-h][1-8][a-h][1-8]/.test(words[0] ?? ''))
    words.pop();
  if (words.length > MAX_MOVES) return err(`it has more than ${MAX_MOVES} moves`);
  // The frame before a move, and the one after it.
  const frames = new Int32Array(2 * FRAME);
  frames.set(start.value.words);
  const state = { words: frames.subarray(0, FRAME) };
  const moves: string[] = [];
  for (const [i, word] of words.entries()) {
    const move = plainMove(frames, word);
    if (move < 0) {
      const typed = parseTypedMove(state, word);
      if (!typed.ok) return err(`move ${i + 1}, ${word.slice(0, 20)}: ${typed.error}`);
      play(frames, 0, FRAME, typed.value);
      moves.push(printSan(frames, 0, typed.value));
    } else moves.push(printSan(frames, 0, move));
    copyFrame(frames, FRAME, 0);
  }
  return ok({ startFen: printChess(start.value), moves, finalFen: printChess(state) });
}

function moveWords(logged: unknown): string[] | undefined {
  const isList = Array.isArray(logged) && logged.every((word): word is string => typeof word === 'string');
  const text = isList ? logged.join(' ') : logged;
  if (typeof text !== 'string') return undefined;
  return withoutBraces(text)
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '' && !RESULTS.has(word));
}

/** Plays a move in plain SAN, as most words are, into the second frame; -1 for any other word. */
function plainMove(frames: Int32Array, word: string): number {
  const code = word.length > MAX_SAN ? -1 : readSan(word, 0, word.length);
  return code < 0 ? -1 : playSan(frames, 0, FRAME, code);
}

/** Returns a text without its comments in braces; an unclosed one stays. */
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
