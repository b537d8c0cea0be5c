import type { Range } from '../../base/text/range.ts';
import { FRAME } from '../../games/chess/frame.ts';
import { playSan } from '../../games/chess/san.ts';
import { readSan } from '../../games/chess/san-code.ts';
import { playLoose, readLoose } from '../../games/chess/san-loose.ts';
import { sanOf } from '../../games/chess/san-print.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { type Fault, formFaults } from '../pgn/check/san-form.ts';
import { halfmoveProblems } from './counter-fields.ts';
import { type Operand, type Operation, operandText, readOperations } from './epd.ts';
import { type FenProblem, rewrite } from './fields.ts';
import { OPCODES, type Operands } from './opcodes.ts';
import { type PassedSquare, passedOf } from './passed.ts';
import { positionOf } from './position.ts';
import type { FenReading } from './reading.ts';

/** Nonstandard opcodes that tools often write: perft counts. */
const OTHERS = /^D\d{1,2}$/;

const quote = (text: string): string => JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** Problems of the operations that follow the fields of a record, up to `end` (PGN standard 16.2). */
export function checkOperations(text: string, reading: FenReading, end: number): FenProblem[] {
  const { operations, stray } = readOperations(text, reading.end, end);
  const problems: FenProblem[] = stray.map((range) => ({
    code: 'EPD_BAD_OPERATION',
    range,
    message: `${quote(text.slice(range.start, range.end))} does not start an operation: an opcode starts with a letter`,
  }));
  const { state } = positionOf(text, reading);
  const passed = passedOf(text, reading);
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

/** The problem of the number of operands or their form; moves are checked elsewhere. */
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
 * Problems of the moves in an operation: illegal moves, and moves that are not SAN. A missing check sign or `x` is
 * accepted, since many test suites omit them; a wrong one is a problem.
 *
 * @param isLine whether each move follows the one before it; else all are of the same position
 */
function moveProblems(text: string, operands: readonly Operand[], state: ChessState, isLine: boolean): FenProblem[] {
  const problems: FenProblem[] = [];
  for (let i = 0; i < FRAME; i++) words[i] = state.words[i]!;
  for (const { range } of operands.slice(0, MAX_MOVES)) {
    const at = moveRange(text, range);
    // a move number of its own
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
    const san = sanOf(words, 0, move);
    const fixes = [rewrite(`Write ${san}`, whole, san, true)];
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
 * The wrong sign in a move that is otherwise SAN; `+` for mate is accepted, since old test suites write all checks this
 * way.
 */
function falseSign(written: string, san: string): string | undefined {
  const isFalse = ({ code, style, start, end }: Fault): boolean =>
    (code === 'PGN_WRONG_CHECK_SIGN' || code === 'PGN_WRONG_CAPTURE_SIGN') && style !== 'check for mate' && start < end;
  return formFaults(written, san).find(isFalse)?.reason;
}

/** A word without a leading move number and without trailing commas and annotation signs. */
function moveRange(text: string, { start, end }: Range): Range {
  const word = text.slice(start, end);
  const number = /^\d+(?:\.+|$)/.exec(word)?.[0].length ?? 0;
  const rest = word.slice(number);
  const move = rest.replace(/[,!?]+$/, '');
  return { start: start + number, end: start + number + move.length };
}
