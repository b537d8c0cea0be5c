import type { Range } from '../../base/text/range.ts';
import { FRAME } from '../../games/chess/frame.ts';
import { playSan, readSan } from '../../games/chess/san.ts';
import { playLoose, readLoose } from '../../games/chess/san-loose.ts';
import { printSan } from '../../games/chess/san-print.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { type Diagnostic, diagnostic, type NotationCheckOptions } from '../diagnostic.ts';
import { missingPart } from '../pgn/check/comment-commands.ts';
import { type Fault, formFaults } from '../pgn/check/san-form.ts';
import { readFenLine } from '../predictions/fen-predictions.ts';
import type { CastlingVariant } from './castling-field.ts';
import { halfmoveProblems } from './counter-fields.ts';
import { findPassedSquare, type PassedSquare } from './en-passant-field.ts';
import {
  isKnownOpcode,
  OPCODES,
  type Operand,
  type Operands,
  type Operation,
  operandText,
  readOperations,
} from './epd.ts';
import { type FenFile, quotedWord } from './fen-file.ts';
import { type FenProblem, type FenReading, rewrite } from './fields.ts';
import { readFen } from './read-fen.ts';
import { fenPosition } from './record-position.ts';
import { declaredVariant, parseRecordVariant, unknownVariantProblem, variantProblems } from './record-variant.ts';

/** Returns all diagnostics of a FEN or EPD file read from a text. `game` is the index of the record. */
export function checkFenFile(
  text: string,
  file: FenFile,
  epd: boolean,
  { predictions = false, variant }: NotationCheckOptions,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (file.hasByteOrderMark) {
    found.push(
      diagnostic('FEN_BYTE_ORDER_MARK', { start: 0, end: 1 }, 'a byte order mark; some tools read it as text'),
    );
  }
  for (const range of file.orphans) {
    found.push(diagnostic('FEN_ORPHAN_PFEN', range, 'a prediction must follow the FEN that it predicts'));
  }
  file.records.forEach(({ range, predictions: lines }, game) => {
    for (const problem of fieldProblems(text, range, epd, variant)) {
      const fixes = problem.fixes === undefined ? {} : { fixes: problem.fixes };
      const severity = problem.severity === undefined ? {} : { severity: problem.severity };
      found.push(diagnostic(problem.code, problem.range, problem.message, { game, ...severity, ...fixes }));
    }
    for (const line of lines) {
      const value = readFenLine(text, line);
      if (typeof value === 'string') {
        found.push(diagnostic('FEN_BAD_PFEN', line, missingPart('# pfen LABEL FEN', value), { game }));
      } else if (predictions && value.fen !== undefined) {
        for (const problem of readFen(text, value.fenStart, value.fenEnd).problems) {
          const message = `in the prediction: ${problem.message}`;
          found.push(diagnostic(problem.code, problem.range, message, { game, severity: 'info' }));
        }
      }
    }
  });
  return found;
}

/** Matches EPD operations after the fields, which end with semicolons. */
const OPERATIONS = /^[A-Za-z][\w+#-]*(?:\s[^;]*)?;/;
/** Matches remarks that people and tools write after a record; a semicolon also precedes perft counts. */
const REMARK = /^(?:;|#|\/\/)/;

/** Returns the problems of a record by the rules of the variant that it declares, else of the one for all records. */
function fieldProblems(text: string, range: Range, epd: boolean, name: string | undefined): readonly FenProblem[] {
  const declared = declaredVariant(text, range.start, range.end);
  const named = declared?.name ?? name;
  if (named === undefined) return recordProblems(text, range, epd);
  const variant = parseRecordVariant(named);
  if (variant.kind === 'chess') return recordProblems(text, range, epd, variant.variant);
  if (variant.kind === 'rules') return variantProblems(text, range, variant.rules);
  return declared === undefined ? [] : [unknownVariantProblem(declared)];
}

function recordProblems(text: string, range: Range, epd: boolean, variant?: CastlingVariant): readonly FenProblem[] {
  const prefix = recordPrefix(text, range);
  return prefix === undefined
    ? fenProblems(text, range, epd, variant)
    : [prefix.problem, ...fenProblems(text, prefix.fen, epd, variant)];
}

/** Returns the problems of a FEN and of what follows it. */
function fenProblems(
  text: string,
  { start, end }: Range,
  epd: boolean,
  variant: CastlingVariant,
): readonly FenProblem[] {
  const fen = readFen(text, start, end, { epd, ...(variant !== undefined && { variant }) });
  const rest = text.slice(fen.end, end).trimStart();
  if (rest === '') return fen.problems;
  const hasOperations = epd || OPERATIONS.test(rest) || isKnownOpcode(rest.split(/[\s;]/, 1)[0] ?? '');
  // operations after four fields make any line an EPD record, and so do perft counts
  const isRecord = fen.fields.length === 4 && (hasOperations || rest.startsWith(';'));
  const problems = isRecord ? fen.problems.filter(({ code }) => code !== 'FEN_MISSING_FIELDS') : fen.problems;
  // with a missing field, the operations have been read as fields
  if (REMARK.test(rest) || fen.shifted === true) return problems;
  if (hasOperations) return [...problems, ...checkOperations(text, fen, end)];
  const at = end - rest.length;
  const message = `${JSON.stringify(rest.length > 30 ? `${rest.slice(0, 30)}…` : rest)} after the last field`;
  // what is missing may be in that text
  const asked = fen.problems.map((problem) =>
    problem.code === 'FEN_MISSING_FIELDS' && problem.fixes !== undefined
      ? { ...problem, fixes: problem.fixes.map((fix) => ({ ...fix, safe: false })) }
      : problem,
  );
  return [...asked, { code: 'FEN_EXTRA_TEXT', range: { start: at, end }, message }];
}

/** Nonstandard opcodes that tools often write: perft counts. */
const OTHERS = /^D\d{1,2}$/;

const quote = (text: string): string => JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** Returns problems of the operations that follow the fields of a record, up to `end` (PGN standard 16.2). */
function checkOperations(text: string, reading: FenReading, end: number): FenProblem[] {
  const { operations, stray } = readOperations(text, reading.end, end);
  const problems: FenProblem[] = stray.map((range) => ({
    code: 'EPD_BAD_OPERATION',
    range,
    message: `${quote(text.slice(range.start, range.end))} does not start an operation: an opcode starts with a letter`,
  }));
  const { state } = fenPosition(text, reading);
  const passed = findPassedSquare(text, reading);
  const seen = new Set<string>();
  for (const operation of operations) {
    const { opcode, opcodeRange } = operation;
    problems.push(...formProblems(operation, text));
    if (seen.has(opcode) && opcode !== 'noop') {
      const message = `the record already has the opcode ${opcode}`;
      problems.push({ code: 'EPD_DUPLICATE_OPCODE', range: opcodeRange, message });
    }
    seen.add(opcode);
    const known = OPCODES.get(opcode);
    if (known === undefined) {
      if (OTHERS.test(opcode)) continue;
      const message = `the opcode ${quote(opcode)} is not part of the standard`;
      problems.push({ code: 'EPD_UNKNOWN_OPCODE', range: opcodeRange, message });
      continue;
    }
    const fault = operandFault(text, operation, known.operands);
    if (fault !== undefined) problems.push({ code: 'EPD_BAD_OPERAND', ...fault });
    else if (opcode === 'hmvc') problems.push(...clockProblems(text, operation, passed));
    else if (state !== undefined && ['moves', 'move', 'line'].includes(known.operands)) {
      problems.push(...moveProblems(text, operation.operands, state, known.operands === 'line'));
    }
  }
  return problems;
}

function formProblems({ opcode, operands, end, terminated }: Operation, text: string): FenProblem[] {
  const last = operands.at(-1);
  if (last?.form === 'open string') {
    const range = { start: last.range.start - 1, end: last.range.end };
    // the semicolon that ends the operation is in the string
    const inside = text.slice(range.start, range.end).replace(/[\s;]+$/, '');
    const at = { start: range.start + inside.length, end: range.end };
    const fixes = [rewrite('Close the string', at, '";', false)];
    const message = `the string after ${opcode} has no closing quotation mark`;
    return [{ code: 'EPD_UNCLOSED_STRING', range, message, fixes }];
  }
  if (terminated) return [];
  const fixes = [rewrite('Write ;', { start: end, end }, ';', true)];
  const range = { start: Math.max(end - 1, 0), end };
  return [{ code: 'EPD_UNTERMINATED', range, message: `the operation ${quote(opcode)} does not end with ;`, fixes }];
}

const FORMS: Readonly<Partial<Record<Operands, { readonly form: RegExp; readonly name: string }>>> = {
  count: { form: /^\d+$/, name: 'a whole number' },
  number: { form: /^[+-]?\d+(?:\.\d+)?$/, name: 'a number' },
};

/** Returns the problem of the number of operands or their form; moves are checked elsewhere. */
function operandFault(
  text: string,
  { opcode, opcodeRange, operands }: Operation,
  wanted: Operands,
): { readonly range: Range; readonly message: string } | undefined {
  if (wanted === 'any') return undefined;
  const [first, second] = operands;
  if (wanted === 'none') {
    return first === undefined ? undefined : { range: first.range, message: `${opcode} takes no operand` };
  }
  if (first === undefined) {
    const what = wanted === 'moves' ? 'a move' : wanted === 'line' ? 'moves' : 'an operand';
    return { range: opcodeRange, message: `${opcode} has no operand, but takes ${what}` };
  }
  // without quotation marks an id may have several words
  if (wanted === 'text' || wanted === 'moves' || wanted === 'line') return undefined;
  if (second !== undefined) return { range: second.range, message: `${opcode} takes one operand` };
  const written = operandText(text, first);
  const form = FORMS[wanted];
  if (form !== undefined && !form.form.test(written)) {
    return { range: first.range, message: `${opcode} takes ${form.name}, not ${quote(written)}` };
  }
  return opcode === 'fmvn' && Number(written) === 0
    ? { range: first.range, message: 'the fullmove number starts at 1' }
    : undefined;
}

function clockProblems(text: string, { operands }: Operation, passed: PassedSquare | undefined): FenProblem[] {
  const { range } = operands[0]!;
  return halfmoveProblems(text, Number(text.slice(range.start, range.end)), range, passed?.range);
}

/** Maximum number of moves of a line that are checked. */
const MAX_MOVES = 1000;

const words = new Int32Array(2 * FRAME);

/**
 * Returns the problems of the moves in an operation: illegal moves, and moves that are not SAN. A missing check sign or
 * `x` is accepted, since many test suites omit them; a wrong one is a problem.
 *
 * @param isLine true if each move follows the previous one; else all are moves of the same position
 */
function moveProblems(text: string, operands: readonly Operand[], state: ChessState, isLine: boolean): FenProblem[] {
  const problems: FenProblem[] = [];
  for (let i = 0; i < FRAME; i++) words[i] = state.words[i]!;
  for (const { range } of operands.slice(0, MAX_MOVES)) {
    const at = moveRange(text, range);
    // A separate move number has no move.
    if (at.start === at.end) continue;
    const written = text.slice(at.start, at.end);
    const code = readSan(text, at.start, at.end);
    const loose = readLoose(written);
    const move =
      code >= 0 ? playSan(words, 0, FRAME, code) : loose === undefined ? -1 : playLoose(words, 0, FRAME, loose);
    if (move < 0) {
      const reason = loose === undefined ? 'it does not have the form of a move' : moveReason(words, 0, loose).message;
      const message = `${JSON.stringify(written.slice(0, 20))} cannot be played: ${reason}`;
      problems.push({ code: 'EPD_ILLEGAL_MOVE', range: at, message });
      if (isLine) break;
      continue;
    }
    const whole = { start: at.start, end: range.end };
    const san = printSan(words, 0, move);
    // a capture or check that the board does not show may be of another position
    const isShown = (sign: RegExp): boolean => sign.test(san) || !sign.test(written);
    const fixes = [rewrite(`Write ${san}`, whole, san, isShown(/[x:]/) && isShown(/[+#]/))];
    if (code < 0 || at.end < range.end) {
      const message = `${text.slice(whole.start, whole.end)} is ${san} in SAN`;
      problems.push({ code: 'EPD_MOVE_FORM', range: whole, message, fixes });
    } else {
      const reason = falseSign(written, san);
      if (reason !== undefined)
        problems.push({ code: 'EPD_MOVE_FORM', range: whole, message: `${reason}: write ${san}`, fixes });
    }
    if (isLine) words.copyWithin(0, FRAME);
  }
  return problems;
}

/**
 * Returns the wrong sign in a move that is otherwise SAN; `+` for mate is accepted, since old test suites write all
 * checks this way.
 */
function falseSign(written: string, san: string): string | undefined {
  const isFalse = ({ code, style, start, end }: Fault): boolean =>
    (code === 'PGN_WRONG_CHECK_SIGN' || code === 'PGN_WRONG_CAPTURE_SIGN') && style !== 'check for mate' && start < end;
  return formFaults(written, san).find(isFalse)?.reason;
}

/** Returns a word without a leading move number and without trailing commas and annotation signs. */
function moveRange(text: string, { start, end }: Range): Range {
  const word = text.slice(start, end);
  const number = /^\d+(?:\.+|$)/.exec(word)?.[0].length ?? 0;
  const rest = word.slice(number);
  const move = rest.replace(/[,!?]+$/, '');
  return { start: start + number, end: start + number + move.length };
}

const BOARD = /(?<![\w/♔-♟])(?:[1-8PNBRQKpnbrqk]{1,8}\/){7}[1-8PNBRQKpnbrqk]{1,8}(?=[\s"'”|_,;]|$)/;
/** A quotation mark at the end of a record, with the signs of a tag or a list. */
const CLOSING = /\s*["'”][\])}]*[,;]?$/;

/** Maximum number of characters of a record in which its board may begin. */
const MAX_PREFIX = 200;

/**
 * Returns the problem of text before the FEN of a record, and the range of that FEN; undefined if a FEN comes first.
 */
function recordPrefix(
  text: string,
  { start, end }: Range,
): { readonly problem: FenProblem; readonly fen: Range } | undefined {
  const line = text.slice(start, Math.min(end, start + MAX_PREFIX));
  const at = BOARD.exec(line)?.index ?? 0;
  if (at === 0) return undefined;
  const closing = /["'“]\s*$/.test(line.slice(0, at)) ? CLOSING.exec(text.slice(start + at, end)) : null;
  const fen = { start: start + at, end: closing === null ? end : start + at + closing.index };
  const range = { start, end: fen.start };
  const edits = [{ range, newText: '' }, ...(fen.end < end ? [{ range: { start: fen.end, end }, newText: '' }] : [])];
  const message = `${quotedWord(line.slice(0, at).trim())} before the piece placement, with which a record begins`;
  return {
    problem: { code: 'FEN_EXTRA_TEXT', range, message, fixes: [{ title: 'Delete it', edits, safe: false }] },
    fen,
  };
}
