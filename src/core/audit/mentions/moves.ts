import type { Range } from '../../base/text/range.ts';
import type { Bracket, MoveItem, MoveRun } from './mention.ts';

const PIECE_MOVE = '[KQRBN♔-♞][a-h]?[1-8]?x?[a-h][1-8]';
const PAWN_MOVE = '(?:[a-h]x)?[a-h][1-8](?:=?[QRBN](?![a-h]))?';
const UCI_MOVE = '[a-h][1-8][a-h][1-8][qrbn]?';
const CASTLING = 'O-O(?:-O)?|0-0(?:-0)?';
const NUMBER = String.raw`(\d{1,3})[ \t]?(\.\.\.|…|\. \.\. ?|\.)(?=[\s*_\`"]{0,3}(?:[KQRBN][a-hx1-8]|[a-h][1-8x]|[O0]-[O0]|[♔-♟]|\.\.\.|…))`;
const TOKEN = new RegExp(
  String.raw`(?<![\w/-])(?:${NUMBER}|((?:${CASTLING}|${PIECE_MOVE}|${UCI_MOVE}|${PAWN_MOVE})[+#]?)(?![\w/#+]|-\w))|([(){}])`,
  'g',
);
/** What may stand between two moves of one run. */
const GAP = /^(?:[\s,;*_`!?"]|\$\d{1,3}|\.\.\.)*$/;
const MAX_GAP = 24;

/** A move written alone is read as a move where a number, a neighbor, or the words before it say that it is one. */
export const isMoveText = (text: string): boolean => ALONE.test(text);
const ALONE = new RegExp(`^(?:${CASTLING}|${PIECE_MOVE}|${UCI_MOVE}|${PAWN_MOVE})[+#]?[!?]{0,2}$`);

/** Collects tokens into runs. */
class Runs {
  readonly found: (MoveRun | Bracket)[] = [];
  readonly #text: string;
  #items: MoveItem[] = [];
  #start = 0;
  #end = 0;
  #hasCommas = false;
  #continues = false;
  #isLineStart = false;
  #number:
    | { readonly value: number; readonly isBlack: boolean; readonly start: number; readonly end: number }
    | undefined;
  /** For each open bracket, whether a move stands before it. */
  readonly #brackets: boolean[] = [];
  /** A move, or a closed bracket behind one, ends here. */
  #chainEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  number(value: number, isBlack: boolean, { start, end }: Range): void {
    if (this.#number !== undefined || !this.#isNear(this.#end, start)) this.#close();
    this.#number = { value, isBlack, start, end };
  }

  move(san: string, range: Range): void {
    const number = this.#number !== undefined && this.#isNear(this.#number.end, range.start) ? this.#number : undefined;
    const from = number?.start ?? range.start;
    if (this.#items.length > 0 && !this.#isNear(this.#end, from)) this.#close();
    if (this.#items.length === 0) {
      this.#start = from;
      this.#continues = number === undefined && this.#chainEnd >= 0 && this.#isNear(this.#chainEnd, from);
      this.#isLineStart =
        number !== undefined && /(?:^|\n)[ \t>*-]*$/.test(this.#text.slice(Math.max(0, from - 12), from));
    } else if (this.#text.slice(this.#end, from).includes(',')) this.#hasCommas = true;
    this.#items.push({ range, san, number: number?.value, isBlack: number?.isBlack ?? false });
    this.#end = range.end;
    this.#chainEnd = range.end;
    this.#number = undefined;
  }

  bracket(sign: string, range: Range): void {
    const isChained = this.#chainEnd >= 0 && this.#isNear(this.#chainEnd, range.start);
    this.#close();
    if (sign === '(' || sign === '{') {
      if (this.#brackets.length < 50) this.#brackets.push(isChained);
      this.found.push({ kind: 'open', range });
      this.#chainEnd = -1;
      return;
    }
    this.found.push({ kind: 'close', range });
    this.#chainEnd = this.#brackets.pop() === true ? range.end : -1;
  }

  end(): (MoveRun | Bracket)[] {
    this.#close();
    return this.found;
  }

  #isNear(end: number, start: number): boolean {
    return start - end <= MAX_GAP && GAP.test(this.#text.slice(end, start));
  }

  #close(): void {
    const [first, ...rest] = this.#items;
    if (first !== undefined) {
      this.found.push({
        kind: 'run',
        range: { start: this.#start, end: this.#end },
        items: [first, ...rest],
        continues: this.#continues,
        hasCommas: this.#hasCommas,
        isLineStart: this.#isLineStart,
      });
    }
    this.#items = [];
    this.#hasCommas = false;
    this.#number = undefined;
  }
}

/**
 * The moves of a text in SAN or UCI notation, in runs, and the brackets around them. A square by itself, as in `the pawn on e4`, is a run
 * of one move without a number: the reader of the runs decides by its words.
 */
export function findMoves(text: string): (MoveRun | Bracket)[] {
  const runs = new Runs(text);
  for (const match of text.matchAll(TOKEN)) {
    const range = { start: match.index, end: match.index + match[0].length };
    const [, number, dots, san, bracket] = match;
    if (number !== undefined) runs.number(Number(number), dots !== '.', range);
    else if (san !== undefined) runs.move(san, range);
    else if (bracket !== undefined) runs.bracket(bracket, range);
  }
  return runs.end();
}
