import { BLANK, characterClass, LINE_END, SPECIAL } from './characters.ts';
import { GameLexer, lexGame } from './lexer.ts';
import { hasFirstName, hasTagForm, isBehindBlankLine } from './tag-syntax.ts';
import {
  BYTE_ORDER_MARK,
  COMMENT,
  ESCAPE,
  kindBits,
  LINE_COMMENT,
  ODD_CHARACTER,
  OPEN_COMMENT,
  RESERVED,
  STRAY,
  TokenBuffer,
  WHITESPACE,
} from './tokens.ts';

/**
 * The text of one game with its tokens. Offsets are relative to the chunk, so that an edit in one game leaves the
 * following chunks unchanged.
 */
export interface GameChunk {
  /** Length in UTF-16 code units. */
  readonly length: number;
  /** Kind of each token (`tokens.ts`). */
  readonly kinds: Uint8Array;
  /** Start of each token; it ends where the next starts, the last one at `length`. */
  readonly starts: Uint32Array;
  /** The kinds of tokens and other features of the chunk, in bits (`tokens.ts`): rules out searches quickly. */
  readonly has: number;
}

/** A PGN text as games that tile it. Only a text without any tag or move has a chunk that is not a game. */
export interface PgnDocument {
  readonly text: string;
  readonly chunks: readonly GameChunk[];
  /** Start of each chunk in the text; the last entry is the text's length. */
  readonly offsets: Float64Array;
}

const buffer = new TokenBuffer();

/** Reads the game chunk that starts at `from`. */
export function readChunk(text: string, from: number): GameChunk {
  buffer.clear();
  return makeChunk(from, lexGame(text, from, buffer), buffer);
}

function makeChunk(from: number, end: number, { count, has, starts: all, kinds: allKinds }: TokenBuffer): GameChunk {
  // One block of memory for both.
  const memory = new ArrayBuffer(5 * count);
  const starts = new Uint32Array(memory, 0, count);
  const kinds = new Uint8Array(memory, 4 * count, count);
  kinds.set(allKinds.subarray(0, count));
  for (let i = 0; i < count; i++) starts[i] = all[i]! - from;
  return { length: end - from, kinds, starts, has };
}

/** Reads the first game chunk of a text in steps, so that a very long game does not block. */
export class ChunkReader {
  readonly #lexer: GameLexer;
  readonly #tokens = new TokenBuffer();

  constructor(text: string) {
    this.#lexer = new GameLexer(text, 0, this.#tokens);
  }

  /** Reads about this many more UTF-16 code units, in whole tokens of any length; returns the chunk once complete. */
  step(length: number): GameChunk | undefined {
    return this.#lexer.run(this.#lexer.at + length) ? makeChunk(0, this.#lexer.at, this.#tokens) : undefined;
  }
}

/** Reads a whole text. Any text can be read; errors show in the tokens. */
export function readPgn(text: string): PgnDocument {
  const chunks: GameChunk[] = [];
  const offsets: number[] = [];
  let at = 0;
  while (at < text.length) {
    const chunk = readChunk(text, at);
    chunks.push(chunk);
    offsets.push(at);
    at += chunk.length;
  }
  offsets.push(text.length);
  return { text, chunks, offsets: Float64Array.from(offsets) };
}

/** All kinds except trivia, comments and meaningless text. */
const GAME =
  (ODD_CHARACTER - 1) &
  ~kindBits(WHITESPACE, BYTE_ORDER_MARK, ESCAPE, LINE_COMMENT, COMMENT, OPEN_COMMENT, RESERVED, STRAY);

/** Returns true if a chunk is a game: it has a tag or any movetext. */
export const isGame = ({ has }: GameChunk): boolean => (has & GAME) !== 0;

/** Returns true for the games that are wanted; `offset` is the start of its chunk in the text. */
export type GameFilter = (text: string, chunk: GameChunk, offset: number) => boolean;

const EVENT = '[Event "';
const tokens = new TokenBuffer();

/**
 * Returns the start of the last game of a text whose start is certain, whatever follows the text; 0 if only the start
 * of the text itself is certain. The text must start where a game does, and may end anywhere. A text cut there reads
 * the same as in one piece.
 *
 * An Event tag after a blank line puts the lexer into one state, whatever precedes it: no comment extends over it, and
 * a game that it starts and a game whose tags it continues are read alike. So it is enough to read from one of the last
 * such tags on. Runs in linear time.
 */
export function lastGameStart(text: string): number {
  const last = eventBefore(text, text.length);
  const from = last > 0 ? Math.max(0, eventBefore(text, last - 1)) : 0;
  const near = lastStartFrom(text, from);
  return near > 0 || from === 0 ? near : lastStartFrom(text, 0);
}

/**
 * Returns the last Event tag after a blank line that starts at `before` or earlier, but not at the start of the text;
 * -1 if there is none.
 */
function eventBefore(text: string, before: number): number {
  for (let at = text.lastIndexOf(EVENT, before); at > 0; at = text.lastIndexOf(EVENT, at - 1)) {
    if (isBehindBlankLine(text, at)) return at;
  }
  return -1;
}

/** Returns the last certain start of a game after `from`, where the state of the lexer is known; 0 if there is none. */
function lastStartFrom(text: string, from: number): number {
  let found = 0;
  for (let at = from; at < text.length; ) {
    tokens.clear();
    at = lexGame(text, at, tokens);
    if (at < text.length && isCertain(text, at)) found = at;
  }
  return found;
}

/**
 * Returns true if the start of a game at an offset is complete as far as the lexer looks ahead, so that the game starts
 * there whatever follows the text: a tag that begins a game up to its value, another tag up to the end of its line, or
 * a word with its end.
 */
export function isCertain(text: string, at: number): boolean {
  const tag = text.charCodeAt(at) === 0x5b;
  if (tag && hasTagForm(text, at) && hasFirstName(text, at)) return true;
  for (let i = at + 1; i < text.length; i++) {
    const cls = characterClass(text.charCodeAt(i));
    if (cls === LINE_END || (!tag && (cls === BLANK || cls === SPECIAL))) return true;
  }
  return false;
}
