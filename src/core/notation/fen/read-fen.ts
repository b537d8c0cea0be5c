import type { Range, TextEdit } from '../../base/text/range.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import { isCastlingText, possibleRights } from './castling-field.ts';
import { isChecksText, parseCounter } from './counter-fields.ts';
import { canCaptureEnPassant } from './en-passant-field.ts';
import { isKnownOpcode } from './epd.ts';
import { quotedWord } from './fen-file.ts';
import { FEN_FIELD_NAMES, type FenProblem, type FenReading, rewrite } from './fields.ts';
import { missingDash, missingFields, withDoubt } from './missing-fields.ts';
import { boardEnd, placementEnd, readPlacementField } from './placement.ts';
import { positionProblems } from './position-problems.ts';

export interface FenOptions {
  /**
   * The interpretation of castling letters. Default: either variant, since a FEN does not name its game; with
   * `chess`, rights require the king on e1 or e8 and the rook in a corner.
   */
  readonly variant?: ChessVariant;
  /** EPD: four fields, then operations (PGN standard 16.2). */
  readonly epd?: boolean;
}

const isSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);

/**
 * Returns the fields that `text[start, end)` begins with; spaces inside a board that is complete without them do not
 * separate fields.
 */
export function fenFields(text: string, start: number, end: number, epd: boolean): Range[] {
  const fields: Range[] = [];
  let at = start;
  for (;;) {
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (at === end || fields.length === 6) break;
    const from = at;
    if (fields.length === 0) at = Math.max(at, boardEnd(text, from, end));
    // perft counts may follow a counter directly: `0 1;D1 20`
    while (at < end && !isSpace(text.charCodeAt(at)) && !(fields.length > 2 && at > from && text.charAt(at) === ';'))
      at++;
    // operations of an EPD line, or a remark after the position
    const isRest = text.charAt(from) === ';' || !isBeforeLast(text, fields.length, at, end, epd);
    if (fields.length >= 4 && !isCounter(text, from, at, epd) && isRest) break;
    fields.push({ start: from, end: at });
  }
  return fields;
}

/**
 * Reads the FEN that `text[start, end)` begins with, field by field, with the problems and their ranges. Offsets are
 * those of `text`. Runs of white space separate fields.
 */
export function readFen(text: string, start = 0, end = text.length, options: FenOptions = {}): FenReading {
  const epd = options.epd === true;
  const fields = fenFields(text, start, end, epd);
  const problems: FenProblem[] = [];
  const words = fields.map((field) => text.slice(field.start, field.end));
  const [first, second] = fields;
  const [board = '', side = ''] = words;
  const placement = readPlacementField(text, first?.start ?? start, first?.end ?? start);
  if (first !== undefined) problems.push(...placement.problems, ...blankProblems(board, first));
  const turn = words[1] === 'w' ? 0 : words[1] === 'b' ? 1 : undefined;
  const place = turn === undefined ? misplacedSideProblem(words, fields) : undefined;
  if (second !== undefined && turn === undefined) problems.push(place ?? badSide(side, second));
  const reading = {
    fields,
    squares: placement.squares,
    turn,
    halfmoves: parseCounter(words[4] ?? ''),
    fullmoves: parseCounter(words[5] ?? ''),
    end: fields.at(-1)?.end ?? start,
  };
  const isBoard = first !== undefined && placement.problems.every((p) => p.code === 'FEN_ADJACENT_DIGITS');
  const squares = isBoard ? placement.squares : undefined;
  const rights = squares && possibleRights(squares, options.variant ?? 'any');
  const canPass = squares === undefined || turn === undefined || canCaptureEnPassant(squares, turn);
  const dash = place === undefined ? missingDash(words, fields, { rights, canPass }, epd) : undefined;
  const isShifted = place !== undefined || dash !== undefined;
  if (first !== undefined) {
    problems.push(...positionProblems(text, reading, placement, { board: isBoard, rest: !isShifted }, options.variant));
  }
  const whole = { start: first?.start ?? start, end: reading.end };
  const missing = dash ?? (isShifted ? undefined : missingFields(words, whole, epd ? 4 : 6, { rights, canPass }));
  if (missing !== undefined) problems.push(missing);
  const separator = problems.length === 0 ? undefined : separatorProblem(text, whole.start, end);
  if (separator !== undefined) return { ...reading, problems: [separator], shifted: true };
  // a word without any slash is not a faulty board, but no board
  if (first !== undefined && !board.includes('/')) {
    return { ...reading, problems: problems.filter(({ code }) => code === 'FEN_RANK_COUNT') };
  }
  problems.sort((a, b) => a.range.start - b.range.start);
  return {
    ...reading,
    problems: withDoubt(problems),
    ...((isShifted || isChecksText(words[4] ?? '')) && { shifted: true }),
  };
}

/**
 * Returns true if the fifth or sixth word may be intended as a counter: it starts with a digit or sign, or is a dash.
 */
function isCounter(text: string, start: number, end: number, epd: boolean): boolean {
  const word = text.slice(start, Math.min(end, start + 8));
  return epd ? /^\d+$/.test(word) : /^[-+]?\d/.test(word) || /^(?:[-–—?Oo]|--)$/.test(word);
}

/** Returns true if the word that ends at `at` is in the place of the halfmove clock and only a move number follows. */
const isBeforeLast = (text: string, index: number, at: number, end: number, epd: boolean): boolean =>
  index === 4 && !epd && end - at <= 8 && /^\s+\d{1,4}\s*$/.test(text.slice(at, end));

function badSide(written: string, range: Range): FenProblem {
  const side = /^(?:W|white)$/i.test(written) ? 'w' : /^(?:B|black)$/i.test(written) ? 'b' : undefined;
  return {
    code: 'FEN_BAD_SIDE',
    range,
    message: `the side to move is ${quotedWord(written)}, not w or b`,
    ...(side !== undefined && { fixes: [rewrite(`Write ${side}`, range, side, true)] }),
  };
}

function blankProblems(board: string, { start, end }: Range): FenProblem[] {
  const parts = board.split(/\s+/);
  if (parts.length === 1) return [];
  return [
    {
      code: 'FEN_BOARD_BLANKS',
      range: { start, end },
      message: 'the piece placement contains spaces, which separate fields',
      fixes: [rewrite('Remove the spaces', { start, end }, parts.join(''), true)],
    },
  ];
}

/** Separators found in place of a space: spaces of other alphabets, and signs that tables and URLs use. */
const GAP = String.raw`[\s\u200b_|,;:.+\\/]`;
/** The fields after a board with any separators; then operations, a remark or nothing. */
const REST = new RegExp(
  String.raw`^(${GAP}*)([wb])(${GAP}*)(-|[KQA-Hkqa-h]{1,4})(${GAP}*)(-|[a-h][36])(?:(${GAP}*)(\d{1,4})(${GAP}+)(\d{1,4}))?(?:(${GAP}*)([a-z]\w{1,11})(?=[\s;])|(?=\s*$|\s*[;#]|\s*//|\s+[A-Za-z]))`,
);

/** The fields, and the part after them in EPD. */
const NAMES = [...FEN_FIELD_NAMES, 'first operation'] as const;

/** Most characters after the board that are read. */
const MAX_REST = 200;

/**
 * Returns the problem of a FEN whose fields are whole, but in at least one place not separated by spaces: `2K5b - -`,
 * `KQkq-`, `_w_`; undefined if that does not explain it.
 */
function separatorProblem(text: string, start: number, end: number): FenProblem | undefined {
  const board = placementEnd(text, start, end);
  const match = board < 0 ? null : REST.exec(text.slice(board, Math.min(end, board + MAX_REST)));
  if (match === null || !isCastlingText(match[4]!)) return undefined;
  const opcode = match.at(-1);
  if (opcode !== undefined && !isKnownOpcode(opcode)) return undefined;
  const edits: TextEdit[] = [];
  const places: (readonly [before: string, after: string])[] = [];
  let at = board;
  let before: string = NAMES[0];
  for (let group = 1; group < match.length; group += 2) {
    const gap = match[group];
    if (gap === undefined) continue;
    const after = NAMES[(group + 1) / 2]!;
    const range: Range = { start: at, end: at + gap.length };
    if (!/^[\t-\r ]+$/.test(gap)) {
      edits.push({ range, newText: ' ' });
      places.push([before, after]);
    }
    before = after;
    at = range.end + match[group + 1]!.length;
  }
  const first = edits[0]?.range;
  const [place] = places;
  if (first === undefined || place === undefined) return undefined;
  const more = edits.length === 1 ? '' : `, and ${edits.length - 1} more ${edits.length === 2 ? 'place' : 'places'}`;
  const isBare = first.start === first.end;
  const fields = `between the ${place[0]} and the ${place[1]}`;
  const sign = shown(text.slice(first.start, first.end));
  return {
    code: 'FEN_SEPARATOR',
    range: isBare ? { start: first.start - 1, end: first.end + 1 } : first,
    message: `${isBare ? `no space ${fields}` : `${sign} ${fields}, where only spaces belong`}${more}`,
    fixes: [{ title: edits.length === 1 ? 'Write a space' : 'Write spaces', edits, safe: true }],
  };
}

/** Prints a separator without its spaces, in quotation marks; an invisible one by its code point. */
function shown(gap: string): string {
  const signs = gap.replace(/[\t-\r ]/g, '');
  const number = (c: string): string => `U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[!-~]+$/.test(signs) ? JSON.stringify(signs) : Array.from(signs, number).join(' ');
}

/**
 * Returns the problem of a side to move that is not in its place although the other fields are complete: it is left
 * out, or after the castling rights. Undefined if the second field is something else.
 *
 * @param words the fields, of which the second is no side to move
 */
function misplacedSideProblem(words: readonly string[], fields: readonly Range[]): FenProblem | undefined {
  const [, second = '', third = '', fourth] = words;
  const at = fields[1];
  if (at === undefined || fields.length < 3 || !isCastlingText(second)) return undefined;
  const code = 'FEN_BAD_SIDE';
  if (third === 'w' || third === 'b') {
    const range = { start: at.start, end: fields[2]!.end };
    const message = `the side to move ${third} and the castling rights ${second} are in each other's place`;
    return { code, range, message, fixes: [rewrite('Swap them', range, `${third} ${second}`, true)] };
  }
  const isNext = /^(?:-|[a-h][36])$/.test(third) && (fourth === undefined || /^(?:\d|[a-z])/i.test(fourth));
  if (!isNext || fields.length > 5) return undefined;
  const message = `the side to move is missing before ${quotedWord(second)}`;
  const before = { start: at.start, end: at.start };
  const fixes = ['w', 'b'].map((side) => rewrite(`Insert ${side}`, before, `${side} `, false));
  return { code, range: at, message, fixes };
}
