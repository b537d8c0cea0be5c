import type { Range } from '../../base/text/range.ts';

/** A word or a string of an operation. */
export interface Operand {
  /** For a string, the range between its quotation marks. */
  readonly range: Range;
  readonly form: 'word' | 'string' | 'open string';
}

/** An operation of an EPD record: an opcode, its operands, and a semicolon (PGN standard 16.2.2). */
export interface Operation {
  readonly opcode: string;
  readonly opcodeRange: Range;
  readonly operands: readonly Operand[];
  /** Offset after the last operand, excluding the semicolon, if there is one. */
  readonly end: number;
  readonly terminated: boolean;
}

export interface Operations {
  readonly operations: readonly Operation[];
  /** Text in place of an opcode, up to the next semicolon. */
  readonly stray: readonly Range[];
}

const isBlank = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);
const SEMICOLON = 0x3b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isLetter = (c: number): boolean => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

/** Returns true if a remark starts: text that many tools and people write after a record. */
const isRemark = (text: string, at: number): boolean => text.charAt(at) === '#' || text.startsWith('//', at);

/**
 * Reads the operations in `text[start, end)`, the text after the fields of a record. Nothing is lost: each character is
 * white space, a semicolon, part of an operation, stray, or part of a remark (`#`, `//`) that ends the record.
 */
export function readOperations(text: string, start: number, end: number): Operations {
  const operations: Operation[] = [];
  const stray: Range[] = [];
  let at = start;
  for (;;) {
    while (at < end && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === SEMICOLON)) at++;
    if (at >= end || isRemark(text, at)) break;
    if (!isLetter(text.charCodeAt(at))) {
      const from = at;
      while (at < end && text.charCodeAt(at) !== SEMICOLON) at++;
      stray.push({ start: from, end: trimmedEnd(text, from, at) });
      continue;
    }
    const operation = readOperation(text, at, end);
    // The operands after a missing semicolon are a separate operation.
    const cut = operation.operands.findIndex((_, i) => isNextOpcode(text, operation, i));
    operations.push(cut < 0 ? operation : cutOperation(operation, cut));
    at = cut < 0 ? operation.end : operation.operands[cut]!.range.start;
  }
  return { operations, stray };
}

function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last--;
  return last;
}

function readOperation(text: string, start: number, end: number): Operation {
  const operands: Operand[] = [];
  let at = wordEnd(text, start, end);
  const opcodeRange = { start, end: at };
  let last = at;
  for (;;) {
    while (at < end && isBlank(text.charCodeAt(at))) at++;
    if (at >= end || text.charCodeAt(at) === SEMICOLON) break;
    const from = at;
    if (text.charCodeAt(at) === QUOTE) {
      at++;
      while (at < end && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
      at = Math.min(at, end);
      const closed = at < end;
      operands.push({ range: { start: from + 1, end: at }, form: closed ? 'string' : 'open string' });
      if (closed) at++;
    } else {
      at = wordEnd(text, at, end);
      operands.push({ range: { start: from, end: at }, form: 'word' });
    }
    last = at;
  }
  return { opcode: text.slice(start, opcodeRange.end), opcodeRange, operands, end: last, terminated: at < end };
}

/**
 * Returns true if an operand is the opcode of another operation, before which the semicolon is missing (`bm Qd1+ id
 * "BK.01";`). That is not certain for opcodes that take words or anything, and for squares (c3).
 */
function isNextOpcode(text: string, { opcode, operands }: Operation, index: number): boolean {
  const operand = operands[index]!;
  const takes = OPCODES.get(opcode)?.operands;
  if (index === 0 || operand.form !== 'word' || takes === undefined || takes === 'any' || takes === 'text')
    return false;
  const word = text.slice(operand.range.start, operand.range.end);
  return isKnownOpcode(word) && (!/^c[1-8]$/.test(word) || operands[index + 1]?.form === 'string');
}

const cutOperation = (operation: Operation, count: number): Operation => {
  const operands = operation.operands.slice(0, count);
  const last = operands.at(-1)!;
  // The end of a string includes its quotation mark.
  return { ...operation, operands, end: last.range.end + (last.form === 'word' ? 0 : 1), terminated: false };
};

function wordEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const c = text.charCodeAt(at);
    if (isBlank(c) || c === SEMICOLON || (c === QUOTE && at > start)) break;
    at++;
  }
  return at;
}

/** Returns the text of an operand, with the escapes of a string resolved. */
export const operandText = (text: string, { range, form }: Operand): string => {
  const raw = text.slice(range.start, range.end);
  return form === 'word' ? raw : raw.replace(/\\(["\\])/g, '$1');
};

/** The operands of an EPD operation. */
export type Operands = 'moves' | 'move' | 'line' | 'count' | 'number' | 'text' | 'none' | 'any';

export interface Opcode {
  readonly operands: Operands;
  readonly meaning: string;
}

const opcode = (operands: Operands, meaning: string): Opcode => ({ operands, meaning });

/** The opcodes of EPD (PGN standard 16.2.5), with the analysis depth that every engine writes. */
export const OPCODES: ReadonlyMap<string, Opcode> = new Map([
  ['bm', opcode('moves', 'best moves')],
  ['am', opcode('moves', 'moves to avoid')],
  ['id', opcode('text', 'name of the position')],
  ['dm', opcode('count', 'direct mate, in moves')],
  ['pv', opcode('line', 'principal variation')],
  ['ce', opcode('number', 'evaluation in centipawns')],
  ['acd', opcode('count', 'analysis depth, in plies')],
  ['acn', opcode('count', 'analysis, nodes')],
  ['acs', opcode('number', 'analysis, seconds')],
  ['hmvc', opcode('count', 'halfmove clock')],
  ['fmvn', opcode('count', 'fullmove number')],
  ['sm', opcode('move', 'move supplied')],
  ['pm', opcode('move', 'predicted move')],
  ['sv', opcode('any', 'supplied variation')],
  ['eco', opcode('any', 'opening code (ECO)')],
  ['nic', opcode('any', 'opening code (NIC)')],
  ['rc', opcode('count', 'how often the position has occurred')],
  ['resign', opcode('none', 'the game is resigned')],
  ['draw_accept', opcode('none', 'a draw is accepted')],
  ['draw_claim', opcode('none', 'a draw is claimed')],
  ['draw_offer', opcode('none', 'a draw is offered')],
  ['draw_reject', opcode('none', 'a draw is rejected')],
  ['noop', opcode('any', 'no operation')],
  ['refcom', opcode('any', 'referee command')],
  ['refreq', opcode('any', 'referee request')],
  ['tcgs', opcode('any', 'game selector')],
  ['tcri', opcode('any', 'receiver')],
  ['tcsi', opcode('any', 'sender')],
  // not in the standard: the rules by which the record is checked
  ['variant', opcode('text', 'variant of the position')],
  ...Array.from({ length: 10 }, (_, i): [string, Opcode] => [`c${i}`, opcode('any', 'comment')]),
  ...Array.from({ length: 10 }, (_, i): [string, Opcode] => [`v${i}`, opcode('any', 'variation name')]),
]);

/** Returns true if an opcode is part of the standard. */
export const isKnownOpcode = (name: string): boolean => OPCODES.has(name);
