import { readSan, sanRank, sanRole } from '../../../games/chess/san.ts';
import { englishForms, type Letters, type LooseSan, readLoose } from '../../../games/chess/san-loose.ts';
import { characterClass, DIGIT } from '../characters.ts';
import { tokenMove } from '../game-meaning.ts';
import { lostMoves } from '../lost-moves.ts';
import { gameNumbering, hasFreeNumbering, type Numbering } from '../move-numbers.ts';
import type { WholeGame } from '../replay.ts';
import {
  CLOSE_PAREN,
  kindBits,
  MOVE,
  MOVE_NUMBER,
  NULL_MOVE,
  OPEN_PAREN,
  RESERVED,
  STRAY,
  WHITESPACE,
} from '../tokens.ts';
import { MOVETEXT, tokenRange, VARIATION } from '../tree.ts';
import { standardResult } from '../words.ts';

/** Kinds of tokens that are pieces of a word in place of a move, if they touch it. */
const PIECES = kindBits(STRAY, MOVE, NULL_MOVE, MOVE_NUMBER, RESERVED);

/** A written move number. */
export interface WrittenNumber {
  readonly token: number;
  readonly number: number;
  /** Number of dots after it, including those of separate tokens. */
  readonly dots: number;
}

/** A word of a line that is a move, or stands where a move is missing. */
export interface LineEntry {
  readonly token: number;
  /** Its last token: a word in place of a move may be cut by brackets, as in `N[f3`. */
  readonly last: number;
  readonly word: MoveWord;
  /** The numbers before it. */
  readonly numbers: readonly WrittenNumber[];
}

/** The moves of a main line or variation as written, without the variations in it. */
export interface WrittenLine {
  readonly node: number;
  readonly entries: readonly LineEntry[];
  /** The move before the line; -1 for the start of the game. */
  readonly base: number;
  /** Side and number of the first entry, in the numbering of the line. */
  readonly numbering: Numbering;
  readonly letters: Letters | undefined;
  /** Written result after a main line; undefined if it has none, or `*`. */
  readonly result: string | undefined;
  /** Signs that the game never writes, so that their absence proves nothing. */
  readonly habits: { readonly checks: boolean; readonly captures: boolean };
}

/** Returns the line of a node; undefined for nodes of another kind and if moves cannot be numbered. */
export function readWrittenLine(game: WholeGame, node: number): WrittenLine | undefined {
  const { text, tags, replay } = game;
  const { tree, start, letters } = replay;
  const kind = tree.nodeKind[node];
  if (kind !== MOVETEXT && kind !== VARIATION) return undefined;
  const counted = gameNumbering(start, tags);
  const isPlayable = start.state !== undefined || start.variantGame?.start.ok === true;
  if (counted === undefined || !isPlayable) return undefined;
  const { words } = lostMoves(text, tree);
  const reader = new LineReader(game, words);
  const entries = reader.read(tree.nodeFirst[node]!, tree.nodeEnd[node]!, kind === VARIATION);
  const base = kind === VARIATION ? tree.nodeBase[node]! : -1;
  const before = base < 0 ? 0 : tree.movePly[base]!;
  const plies = counted.turn + before;
  const numbering = { turn: plies & 1, first: counted.first + (plies >> 1) };
  const canCountFreely = kind === VARIATION || hasFreeNumbering(start, counted.first);
  return {
    node,
    entries,
    base,
    numbering: ownNumbering(entries, numbering, canCountFreely),
    letters,
    result: kind === MOVETEXT ? writtenResult(game) : undefined,
    habits: reader.habits,
  };
}

function writtenResult({ text, replay: { tree } }: WholeGame): string | undefined {
  if (tree.result < 0) return undefined;
  const { start, end } = tokenRange(tree, tree.result);
  const result = standardResult(text.slice(start, end));
  return result === '*' ? undefined : result;
}

/**
 * Returns the numbering of a line. A game from a FEN and a variation may count from one; a game whose FEN says move 1
 * from anywhere.
 */
function ownNumbering(entries: readonly LineEntry[], numbering: Numbering, canCountFreely: boolean): Numbering {
  const first = entries[0]?.numbers[0];
  if (first === undefined || first.number === numbering.first || !canCountFreely) return numbering;
  return first.number === 1 || numbering.first <= 1 ? { ...numbering, first: first.number } : numbering;
}

class LineReader {
  readonly #game: WholeGame;
  readonly #lost: ReadonlySet<number>;
  readonly habits = { checks: true, captures: true };

  /** @param lost tokens of words in place of moves */
  constructor(game: WholeGame, lost: ReadonlySet<number>) {
    this.#game = game;
    this.#lost = lost;
    const { tree } = game.replay;
    for (const token of tree.moveToken) {
      const written = this.#written(token);
      if (/[+#†‡]$/.test(written)) this.habits.checks = false;
      if (/[x:×✕✖⨯]/.test(written)) this.habits.captures = false;
    }
  }

  #written(token: number): string {
    const { start, end } = tokenRange(this.#game.replay.tree, token);
    return this.#game.text.slice(start, end);
  }

  /** Returns the entries between two tokens, without those of deeper variations. */
  read(from: number, to: number, isVariation: boolean): LineEntry[] {
    const { tree, letters } = this.#game.replay;
    const { kinds } = tree.chunk;
    const entries: LineEntry[] = [];
    let numbers: WrittenNumber[] = [];
    let depth = 0;
    for (let t = isVariation ? from + 1 : from; t < to; t++) {
      const kind = kinds[t];
      if (kind === OPEN_PAREN) depth++;
      else if (kind === CLOSE_PAREN) depth = Math.max(0, depth - 1); // A stray one closes nothing.
      if (depth !== 0) continue;
      if (kind === MOVE_NUMBER) this.#addNumber(t, numbers);
      const isMove = (kind === MOVE || kind === NULL_MOVE) && tokenMove(tree, t) >= 0;
      if (!isMove && !(kind === STRAY && this.#lost.has(t))) continue;
      const last = isMove ? t : this.#endOfWord(t, to);
      const { text, replay } = this.#game;
      const { start } = tokenRange(replay.tree, t);
      const written = text.slice(start, tokenRange(replay.tree, last).end);
      entries.push({ token: t, last, word: readMoveWord(written, letters, kind === NULL_MOVE), numbers });
      numbers = [];
      t = last;
    }
    return entries;
  }

  /** Returns the last token of a word in place of a move: with touching tokens, and stray brackets after it. */
  #endOfWord(token: number, end: number): number {
    const { kinds } = this.#game.replay.tree.chunk;
    let last = token;
    for (;;) {
      const next = last + 1;
      const isPiece = next < end && (PIECES & (1 << kinds[next]!)) !== 0 && !/^\d+\./.test(this.#written(next));
      if (isPiece) last = next;
      else if (kinds[next] === WHITESPACE && /^[ \t]*$/.test(this.#written(next)) && this.#isBracket(next + 1))
        last = next + 1;
      else return last;
    }
  }

  #isBracket(token: number): boolean {
    return this.#game.replay.tree.chunk.kinds[token] === STRAY && /^[[\]{}]+$/.test(this.#written(token));
  }

  #addNumber(token: number, numbers: WrittenNumber[]): void {
    const written = this.#written(token);
    const isNumber = characterClass(written.charCodeAt(0)) === DIGIT;
    const dots = written.includes('…') ? 3 : written.replace(/^\d+/, '').length;
    const last = numbers.at(-1);
    if (isNumber) numbers.push({ token, number: Number.parseInt(written.slice(0, 9), 10), dots });
    else if (last !== undefined) numbers[numbers.length - 1] = { ...last, dots: last.dots + dots };
  }
}

/** Returns the number of plies missing (or, below 0, extra) before a number at a place of a line. */
export function missingBefore({ number, dots }: WrittenNumber, { turn, first }: Numbering, place: number): number {
  const here = 2 * first + turn + place;
  const claimed = 2 * number;
  // a number with one dot is White's, with three Black's; without dots it may be either's
  if (dots === 1 || dots === 2) return claimed - here;
  return dots > 2 ? claimed + 1 - here : claimed - (here & ~1);
}

/** Returns true if a number fits the move at a place of a line (0: the first). */
export function fitsPlace({ number, dots }: WrittenNumber, { turn, first }: Numbering, place: number): boolean {
  const plies = turn + place;
  if (number !== first + (plies >> 1)) return false;
  return (plies & 1) === 1 ? dots !== 1 : dots < 3;
}

const KING = 5;

/** A word of a line with all its readings, read once: a search plays it thousands of times. */
export interface MoveWord {
  readonly text: string;
  readonly isNull: boolean;
  /** The code of a move in export format (`san-code.ts`); else -1. */
  readonly code: number;
  /** Its other readings, the likelier first. */
  readonly loose: readonly LooseSan[];
}

/** Reads a word as `replay.ts` does. */
export function readMoveWord(text: string, letters: Letters | undefined, isNull = false): MoveWord {
  if (isNull) return { text, isNull, code: -1, loose: [] };
  const code = letters === undefined ? readSan(text, 0, text.length) : -1;
  // Ke1g1 has the form of SAN
  if (code >= 0 && !(sanRole(code) === KING && sanRank(code) >= 0)) return { text, isNull, code, loose: [] };
  const forms = letters === undefined ? [text] : englishForms(text, letters);
  const loose = forms.map(readLoose).filter((reading) => reading !== undefined);
  return { text, isNull, code, loose };
}

const ENGLISH = 'PNBRQK';

/** Returns a move in export format with the piece letters of a game. */
export function withLetters(san: string, letters: Letters | undefined): string {
  if (letters === undefined || letters.name === '') return san;
  return san.replace(/[KQRBN]/g, (letter) => {
    const role = ENGLISH.indexOf(letter);
    for (const [own, roles] of letters.roles) if (roles[0] === role) return own;
    return letter;
  });
}
