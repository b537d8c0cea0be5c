import type { Range } from '../../base/text/range.ts';
import type { Bracket, MoveItem, MoveRun, UnreadMove } from './mention.ts';
import { FOREIGN_LETTER, MoveLetters, type ReadLetters } from './move-letters.ts';

/** A run of which it is not known yet whether the game goes on behind a comment. */
type OpenRun = Omit<MoveRun, 'isContinued'> & { isContinued: boolean };

const PIECE_MOVE = '[KQRBN♔-♞][a-h]?[1-8]?x?[a-h][1-8]';
const PAWN_MOVE = '(?:[a-h][x:])?[a-h][1-8](?:=?[QRBN](?![a-h]))?';
const UCI_MOVE = '[a-h][1-8][a-h][1-8][qrbn]?';
/** Long algebraic notation: `Ng1-f3`. */
const LONG_MOVE = '[KQRBN♔-♞]?[a-h][1-8][-x:][a-h][1-8](?:=?[QRBN](?![a-h]))?';
const CASTLING = 'O-O(?:-O)?|0-0(?:-0)?';
const NUMBER = String.raw`(\d{1,3})[ \t]?(\.\.\.|…|\. \.\. ?|\.)(?=[\s*_\`"]{0,3}(?:[KQRBN][a-hx1-8]|${FOREIGN_LETTER}[a-hx:1-8]|[a-h][1-8x]|[O0]-[O0]|[♔-♟]|\.\.\.|…))`;
/** A move with the letter of a piece in another language: `Sf3`, `Cg1-f3`, `К:f3`, `e8=D`. */
const FOREIGN_MOVE = `(?:${FOREIGN_LETTER}[a-h]?[1-8]?[-x:]?[a-h][1-8]|(?:[a-h][1-8]?[-x:])?[a-h][18]=?${FOREIGN_LETTER}(?![a-h]))[+#]?(?![\\w/])`;
/** The number of a row of a table of moves: `| 1 | e4 | e5 |`. */
const ROW_NUMBER = String.raw`(?<=\|[ \t]{0,4})(\d{1,3})\.?[ \t]*(?=\|[ \t]*(?:${CASTLING}|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]))`;
/** A command in a comment of PGN, whose squares and arrows are no moves: `[%cal Gg1f3]`. */
const COMMAND = String.raw`\[%[a-z]{2,10} [^\]\n]{0,400}\]`;
const TOKEN = new RegExp(
  String.raw`(?<![\w\u00c0-\u04ff/-])(?:${ROW_NUMBER}|${NUMBER}|((?:${CASTLING}|${LONG_MOVE}|${PIECE_MOVE}|${UCI_MOVE}|${PAWN_MOVE})[+#]?)(?![\w/#+]|-\w|=[A-Z\u00c0-\u04ff])|(${FOREIGN_MOVE}))|([(){}])|${COMMAND}`,
  'g',
);
/** A square of which something is said, and which is no move. */
const SAID_OF_SQUARE = /^[*`"]{0,3},? (?:is|are|was|were|remains?|stays?|still|has|holds|square)\b/;
const BARE_SQUARE = /^[a-h][1-8]$/;
/** The same behind the number of a list, where a move may be said to be something, too. */
const SAID_OF_NUMBERED =
  /^[*`"]{0,3} (?:is|was|remains|stays)(?: now| still| currently)? (?:vacant|empty|free|unoccupied|occupied|held|covered|controlled|guarded|protected|defended|attacked|weak)\b/;
/** A sentence that begins with a move of which it says something. */
const SAID_OF_MOVE =
  /^[+#!?*_`]{0,4} (?:is|was|isn|would|wouldn|can|could|should|might|may|will|looks|seems|gives|does|doesn|leads|wins|loses|makes|allows|threatens|attacks)\b/;
/** `We are at move 3. b4 is empty.`: the number counts moves, and belongs to the sentence before. */
const COUNTED = /\b(?:move|ply|turn|round|number)\s*$/i;
/** How long the words are that are looked at before a number. */
const WORDS = 12;
/** What may stand between two moves of one run. */
const GAP = /^(?:[\s,;*_`!?"|]|\$\d{1,3}|\.\.\.)*$/;
const MAX_GAP = 24;

/** A move written alone is read as a move where a number, a neighbor, or the words before it say that it is one. */
export const isMoveText = (text: string): boolean => ALONE.test(text);
const ALONE = new RegExp(
  `^(?:\\.\\.\\.|…)?[*_\`"]{0,3}(?:${CASTLING}|${LONG_MOVE}|${PIECE_MOVE}|${UCI_MOVE}|${PAWN_MOVE}|${FOREIGN_MOVE})[+#]?[!?]{0,2}[*_\`"]{0,3}\\.?$`,
);

/** Collects tokens into runs. */
class Runs {
  readonly found: (MoveRun | Bracket | UnreadMove)[] = [];
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
  /** For each open bracket, the run that ends before it. */
  readonly #brackets: (OpenRun | undefined)[] = [];
  /** A move, or a closed bracket behind one, ends here. */
  #chainEnd = -1;
  /** The run before that bracket. */
  #chainRun: OpenRun | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** A move number stands before what comes. */
  get isNumbered(): boolean {
    const start = this.#number?.start;
    return start !== undefined && !COUNTED.test(this.#text.slice(Math.max(0, start - WORDS), start));
  }

  number(value: number, isBlack: boolean, { start, end }: Range): void {
    if (this.#number !== undefined || !this.#isNear(this.#end, start)) this.#close();
    this.#number = { value, isBlack, start, end };
  }

  move({ san, others }: ReadLetters, range: Range): void {
    const number = this.#number !== undefined && this.#isNear(this.#number.end, range.start) ? this.#number : undefined;
    const from = number?.start ?? range.start;
    if (this.#items.length > 0 && !this.#isNear(this.#end, from)) this.#close();
    if (this.#items.length > 0 && this.#isSaidOf(from, range.end, number)) {
      this.#close();
      this.#chainEnd = -1;
    }
    if (this.#items.length === 0) {
      this.#start = from;
      const isChained = this.#chainEnd >= 0 && this.#isNear(this.#chainEnd, from);
      this.#continues = number === undefined && isChained;
      // `1. e4 { good } e5`: the game goes on behind the comment
      if (isChained && this.#chainRun !== undefined && (number === undefined || number.isBlack))
        this.#chainRun.isContinued = true;
      this.#isLineStart =
        number !== undefined && /(?:^|\n)[ \t>*-]*$/.test(this.#text.slice(Math.max(0, from - 12), from));
    } else if (this.#text.slice(this.#end, from).includes(',')) this.#hasCommas = true;
    this.#items.push({
      range,
      san,
      number: number?.value,
      isBlack: number?.isBlack ?? false,
      ...(others.length > 0 && { others }),
    });
    this.#end = range.end;
    this.#chainEnd = range.end;
    this.#number = undefined;
  }

  bracket(sign: string, range: Range): void {
    const isChained = this.#chainEnd >= 0 && this.#isNear(this.#chainEnd, range.start);
    this.#close();
    if (sign === '(' || sign === '{') {
      if (this.#brackets.length < 50) this.#brackets.push(isChained ? this.#chainRun : undefined);
      this.found.push({ kind: 'open', range });
      this.#chainEnd = -1;
      return;
    }
    this.found.push({ kind: 'close', range });
    this.#chainRun = this.#brackets.pop();
    this.#chainEnd = this.#chainRun === undefined ? -1 : range.end;
  }

  /** A move whose piece is not known, if it stands where the next move does. */
  foreign(range: Range): void {
    const isNumbered = this.#number !== undefined && this.#isNear(this.#number.end, range.start);
    const isNext = this.#items.length > 0 && this.#isNear(this.#end, range.start);
    if (!isNumbered && !isNext) return;
    this.#close();
    this.found.push({ kind: 'unread', range });
  }

  end(): (MoveRun | Bracket | UnreadMove)[] {
    this.#close();
    return this.found;
  }

  /** A line, or what stands behind a mark, begins with a move and says something of it. */
  #isSaidOf(start: number, end: number, number: unknown): boolean {
    return (
      number === undefined &&
      /[^ ]/.test(this.#text.slice(this.#end, start)) &&
      SAID_OF_MOVE.test(this.#text.slice(end, end + 24))
    );
  }

  #isNear(end: number, start: number): boolean {
    return start - end <= MAX_GAP && GAP.test(this.#text.slice(end, start));
  }

  #close(): void {
    const [first, ...rest] = this.#items;
    if (first !== undefined) {
      const run: OpenRun = {
        kind: 'run',
        range: { start: this.#start, end: this.#end },
        items: [first, ...rest],
        continues: this.#continues,
        isContinued: false,
        hasCommas: this.#hasCommas,
        isLineStart: this.#isLineStart,
      };
      this.found.push(run);
      this.#chainRun = run;
    }
    this.#items = [];
    this.#hasCommas = false;
    this.#number = undefined;
  }
}

/**
 * The moves of a text in SAN or UCI notation, with the piece letters of any language, in runs, and the brackets around them. A square by itself, as in `the pawn on e4`, is a run
 * of one move without a number: the reader of the runs decides by its words.
 *
 * @param apart sorted ranges in which nothing is a move
 * @param letters those of the conversation so far; the text's are added
 */
export function findMoves(
  text: string,
  apart: readonly Range[] = [],
  letters = new MoveLetters(),
): (MoveRun | Bracket | UnreadMove)[] {
  const runs = new Runs(text);
  let next = 0;
  letters.note(text);
  for (const match of text.matchAll(TOKEN)) {
    const range = { start: match.index, end: match.index + match[0].length };
    while ((apart[next]?.end ?? Number.POSITIVE_INFINITY) <= range.start) next++;
    if ((apart[next]?.start ?? Number.POSITIVE_INFINITY) < range.end) continue;
    const [, row, number, dots, san, foreign, bracket] = match;
    if (row !== undefined) runs.number(Number(row), false, range);
    else if (number !== undefined) runs.number(Number(number), dots !== '.', range);
    else if (san !== undefined || foreign !== undefined) {
      const move = letters.read(san ?? foreign ?? '');
      if (move === undefined) runs.foreign(range);
      else if (
        san === undefined ||
        !BARE_SQUARE.test(san) ||
        !(runs.isNumbered ? SAID_OF_NUMBERED : SAID_OF_SQUARE).test(text.slice(range.end, range.end + 40))
      )
        runs.move(move, range);
    } else if (bracket !== undefined) runs.bracket(bracket, range);
  }
  return runs.end();
}
