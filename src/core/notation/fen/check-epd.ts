import type { Range } from '../../base/text/range.ts';
import { halfmoveProblems } from './counter-fields.ts';
import { type Operation, operandText, readOperations } from './epd.ts';
import { moveProblems } from './epd-moves.ts';
import type { FenProblem } from './fields.ts';
import { rewrite } from './fixes.ts';
import { OPCODES, type Operands } from './opcodes.ts';
import { type PassedSquare, passedOf } from './passed.ts';
import { positionOf } from './position.ts';
import type { FenReading } from './reading.ts';

/** Opcodes that other tools write often: counts of a perft. */
const OTHERS = /^D\d{1,2}$/;

const quote = (text: string): string => JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** Faults of the operations that follow the fields of a record, up to `end` (PGN standard 16.2). */
export function checkOperations(text: string, reading: FenReading, end: number): FenProblem[] {
  const { operations, stray } = readOperations(text, reading.end, end);
  const problems: FenProblem[] = stray.map((range) => ({
    code: 'EPD_BAD_OPERATION',
    range,
    message: `${quote(text.slice(range.start, range.end))} begins no operation: an opcode begins with a letter`,
  }));
  const { state } = positionOf(text, reading);
  const passed = passedOf(text, reading);
  const seen = new Set<string>();
  for (const operation of operations) {
    const { opcode, opcodeRange } = operation;
    problems.push(...formProblems(operation, text));
    if (seen.has(opcode) && opcode !== 'noop') {
      const message = `the opcode ${opcode} stands in this record already`;
      problems.push({ code: 'EPD_DUPLICATE_OPCODE', range: opcodeRange, message });
    }
    seen.add(opcode);
    const known = OPCODES.get(opcode);
    if (known === undefined) {
      if (OTHERS.test(opcode)) continue;
      const message = `the opcode ${quote(opcode)} is none of the standard's`;
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
    const message = `the string behind ${opcode} has no closing quotation mark`;
    return [{ code: 'EPD_UNCLOSED_STRING', range, message, fixes }];
  }
  if (terminated) return [];
  const fixes = [rewrite('Append ;', { start: end, end }, ';', true)];
  const range = { start: Math.max(end - 1, 0), end };
  return [{ code: 'EPD_UNTERMINATED', range, message: `the operation ${quote(opcode)} does not end with ;`, fixes }];
}

const FORMS: Readonly<Partial<Record<Operands, { readonly form: RegExp; readonly name: string }>>> = {
  count: { form: /^\d+$/, name: 'a whole number' },
  number: { form: /^[+-]?\d+(?:\.\d+)?$/, name: 'a number' },
};

/** What is wrong with the number of operands or their form; moves are judged elsewhere. */
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
  const [{ range }] = operands;
  return halfmoveProblems(text, Number(text.slice(range.start, range.end)), range, passed?.range);
}
