import { findStates } from '../../answers/states/scan.ts';
import type { Range } from '../../base/text/range.ts';
import { englishForms, foreignLanguages, type Letters, leadingPieceLetter } from '../../games/chess/san-loose.ts';
import type { Bracket, Mention, MoveItem, MoveRun, StateMention, UnreadMove } from './mention.ts';
import { findClaims } from './sentence.ts';

/** The operations of an EPD: their moves are no moves of the game. */
const OPERATIONS = /(?:[ \t]+(?:a[cm]\w?|bm|c\d|ce|dm|D\d+|eco|fmvn|hmvc|id|p[mv]|rc|tcri)[ \t]+[^;\n]{1,120};)+/y;

/** Finds the states of a text, in its order. */
export const findStateMentions = (text: string): StateMention[] =>
  findStates(text).map(({ range, form, state }) => {
    const [stated = ''] = state.split(' ?', 1);
    return {
      kind: 'state',
      range: withOperations(text, range),
      fen: stated,
      isDrawing: form !== 'fen' && form !== 'fragment',
    };
  });

function withOperations(text: string, { start, end }: Range): Range {
  OPERATIONS.lastIndex = end;
  return { start, end: end + (OPERATIONS.exec(text)?.[0].length ?? 0) };
}

/**
 * Finds all mentions of a game in a text, in the order of the text. Mentions inside a state are part of it.
 *
 * @param letters the letters of pieces in the conversation so far
 */
export function findMentions(text: string, letters?: MoveLetters): Mention[] {
  const states = findStateMentions(text);
  const apart = states.map(({ range }) => range);
  const moves: Mention[] = /[a-h][1-8]|[O0]-[O0]/.test(text) ? findMoves(text, apart, letters) : [];
  const others = [...moves, ...findClaims(text)].sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
  const merged: Mention[] = [];
  let s = 0;
  for (const one of others) {
    for (let state = states[s]; state !== undefined && state.range.end <= one.range.start; state = states[++s])
      merged.push(state);
    const state = states[s];
    // a mention that only touches a state with its end or start is a field of it
    if (state === undefined || one.range.end <= state.range.start) merged.push(one);
  }
  return merged.concat(states.slice(s));
}

/** Letters of pieces in other languages than English, as the source of a regular expression. */
const FOREIGN_LETTER = '(?:[ACDFGHJLOPSTVW]|[\u00c0-\u017f\u0370-\u04ff]{1,2})';
/** A move of a piece after its number, White's or Black's. */
const NUMBERED = new RegExp(
  String.raw`\b\d{1,3}\.{1,3} ?(?:\S{2,8} )?((?:[A-Z]|[\u00c0-\u017f\u0370-\u04ff]{1,2})[a-h]?[1-8]?[-x:]?[a-h][1-8])`,
  'g',
);
const ENGLISH = /^[KQRBN]$/;

/** A move with English letters. */
interface ReadLetters {
  readonly san: string;
  /** Its meanings in other languages that the conversation may be in. */
  readonly others: readonly string[];
}

/**
 * Language of the letters of pieces in a conversation, by its moves with numbers: sentences that a person writes have
 * other words with capitals before squares. One foreign letter is enough; moves that stay ambiguous have all their
 * meanings, of which the game decides.
 */
export class MoveLetters {
  readonly #used = new Set<string>();
  /** Languages that have all letters so far; none while all are English. */
  #languages: readonly Letters[] = [];

  /** Notes the letters of a text. */
  note(text: string): void {
    const before = this.#used.size;
    for (const [, move = ''] of text.matchAll(NUMBERED)) {
      const letter = leadingPieceLetter(move);
      if (letter !== undefined) this.#used.add(letter);
    }
    if (this.#used.size === before) return;
    // with letters of several languages, each has the meanings of all of them, and English ones are English
    this.#languages = foreignLanguages(this.#used);
  }

  /** Returns the meanings of a move by its letters; undefined if no language has them. */
  read(san: string): ReadLetters | undefined {
    const letter = leadingPieceLetter(san);
    if (this.#languages.length === 0)
      return letter === undefined || ENGLISH.test(letter) ? { san, others: [] } : undefined;
    const forms = new Set(this.#languages.flatMap((letters) => englishForms(san, letters)));
    const [form, ...others] = [...forms].filter(isEnglish);
    return form === undefined ? undefined : { san: form, others };
  }
}

/** Returns true if every letter of a piece is English. */
const isEnglish = (san: string): boolean => !/[^a-hnqrkKQRBNOx\d=+#:\-♔-♟]/.test(san);

/** A run that may still continue after a comment. */
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
/** A statement about a square, which is no move. */
const SAID_OF_SQUARE = /^[*`"]{0,3},? (?:is|are|was|were|remains?|stays?|still|has|holds|square)\b/;
const BARE_SQUARE = /^[a-h][1-8]$/;
/** The same after the number of a list, where the statement may also be about a move. */
const SAID_OF_NUMBERED =
  /^[*`"]{0,3} (?:is|was|remains|stays)(?: now| still| currently)? (?:vacant|empty|free|unoccupied|occupied|held|covered|controlled|guarded|protected|defended|attacked|weak)\b/;
/** A sentence that begins with a move and describes it. */
const SAID_OF_MOVE =
  /^[+#!?*_`]{0,4} (?:is|was|isn|would|wouldn|can|could|should|might|may|will|looks|seems|gives|does|doesn|leads|wins|loses|makes|allows|threatens|attacks)\b/;
/** `We are at move 3. b4 is empty.`: the number counts moves, and belongs to the sentence before. */
const COUNTED = /\b(?:move|ply|turn|round|number)\s*$/i;
/** Maximum length of the words before a number that are read. */
const WORDS = 12;
/** Text between two moves of one run. */
const GAP = /^(?:[\s,;*_`!?"|]|\$\d{1,3}|\.\.\.)*$/;
const MAX_GAP = 24;

/**
 * Returns true if a text is a move. Written alone, it is read as one only by a number, a neighbor, or the words before
 * it.
 */
const isMoveText = (text: string): boolean => ALONE.test(text);
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
  /** The run that ends before each open bracket. */
  readonly #brackets: (OpenRun | undefined)[] = [];
  /** End of a move, or of a closed bracket after one. */
  #chainEnd = -1;
  /** The run before that bracket. */
  #chainRun: OpenRun | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** True if a move number stands before the next token. */
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
      // `1. e4 { good } e5`: the game continues after the comment
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

  /** Adds a move whose piece is not known, if it stands in the place of the next move. */
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

  /** Returns true if a line, or the text after a mark, begins with a move and describes it. */
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
 * Finds the moves of a text in SAN or UCI notation, with the piece letters of any language, in runs, and the brackets
 * around them. A square by itself, as in `the pawn on e4`, is a run of one move without a number: the reader of the
 * runs decides by its words.
 *
 * @param apart sorted ranges in which nothing is a move
 * @param letters those of the conversation so far; the text's are added
 */
function findMoves(
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

/** Words right before a move that the speaker makes. */
const OWN =
  /(?:\bI(?:'ll|’ll| will)? (?:now )?(?:play|choose|select|pick|(?:answer|respond|reply)(?: with)?|go(?: with| for)?|opt for)|\blet me play|\b(?:my|final|chosen|selected|best)(?: chosen| selected| final| best| next)? (?:move|reply|response|answer)(?: here)?(?: is| will be)?|(?<!\b(?:last|previous|prior|played|opponent(?:'s|’s)?|white(?:'s|’s)?|black(?:'s|’s)?|legal|candidate|illegal|first|second|next|example|invalid) )\b(?:move|action|uci|san)|bestmove|\b(?:make_move|play_move)|\bpush(?:_san|_uci|_xboard)?(?:\((?:chess\.)?Move\.from_uci)?|\\boxed\{(?:\\text\{)?|<(?:move|answer|final_answer|action|final_move|best_move|uci_move|chosen_move)>)\s?["'\s:=`*([]*$/i;
/** Words right before a move that report who made it. */
const TOLD =
  /(?:\b(?:you|they|we|opponent|white|black|he|she|it|engine|stockfish)(?: have| has)?(?: just)? (?:play|plays|played|answers?|answered|reply|replies|replied|moved|responded|chose)(?: with)?|(?:opponent|white|black|human|engine):)\s?["'\s:=`*(]*$/i;
const MAYBE =
  /\b(?:if|unless|would|could|can|can't|cannot|may|might|should|not|never|n't|n’t|suppose|imagine|when|what|perhaps|maybe|consider\w*|before|after|instead of|rather than|example|legal|illegal|invalid|format|either)\b[^.!?\n]*$|\be\.g\.|<[^<>\n]*\bmove>/i;
const LINE_END = /^[+#]?[*_`"')\]}>]{0,4}[!?.]{0,3}[^\S\n]*(?:<\/\w{1,20}>)?[^\S\n]*(?:\n|$)/;
const WORDS_BEFORE = 72;

const lineBefore = (text: string, start: number): string => {
  const left = text.slice(Math.max(0, start - WORDS_BEFORE), start);
  return left.slice(left.lastIndexOf('\n') + 1);
};

/**
 * Returns how the words before a move that stands alone announce it. `own`: the speaker makes it; `told`: they report
 * that it was made.
 */
export function announcement(text: string, start: number, end: number): 'own' | 'told' | undefined {
  const left = lineBefore(text, start);
  if (OWN.test(left)) return MAYBE.test(left.replace(OWN, '')) ? undefined : 'own';
  if (TOLD.test(left)) return MAYBE.test(left) ? undefined : 'told';
  // `Nf3` or `**Nf3**` as the last line of a text, or the only one
  const isLast = LINE_END.test(text.slice(end, end + 32)) && text.slice(end).trim().length <= 8;
  return isLast && /^[\s*_`"'([>…]*(?:\.\.\.\s?)?$/.test(left) ? 'own' : undefined;
}

/** Returns true if a text is a move, and nothing else. */
export const isMoveAlone = (text: string): boolean => text.length <= 24 && isMoveText(text.trim());
