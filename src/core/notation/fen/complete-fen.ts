import type { Range } from '../../base/text/range.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { squareName } from '../../games/chess/moves.ts';
import { printSan } from '../../games/chess/san-print.ts';
import type { Completion } from '../language.ts';
import { possibleRights } from './castling-field.ts';
import { passedSquares } from './en-passant-field.ts';
import { OPCODES, readOperations } from './epd.ts';
import { startsComment } from './fen-file.ts';
import type { FenReading } from './fields.ts';
import { readPlacementField } from './placement.ts';
import { fenFields, readFen } from './read-fen.ts';
import { fenPosition } from './record-position.ts';

const START_BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

const lineEnd = (c: string): boolean => c === '\n' || c === '\r';
const blank = (c: string): boolean => c === ' ' || c === '\t';

/**
 * Returns completions at an offset of a FEN or EPD file: the values of the field that fit the board, opcodes, and the
 * legal moves after `bm`, `am`, `sm` and `pm`.
 */
export function completeFen(text: string, offset: number, epd: boolean): Completion[] {
  let start = offset;
  while (start > 0 && !lineEnd(text.charAt(start - 1))) start--;
  let end = offset;
  while (end < text.length && !lineEnd(text.charAt(end))) end++;
  if (text.charCodeAt(start) === 0xfeff) start++;
  const line = text.slice(start, end).trimStart();
  if (startsComment(line, 0)) return [];
  const word = wordAt(text, start, end, offset);
  // the fields before the word determine its field
  const before = fenFields(text, start, word.start, epd);
  if (before.length < 4 || (before.length < 6 && !epd && !hasLetter(text, word))) {
    if (text.slice(before.at(-1)?.end ?? word.start, word.start).trim() !== '') return [];
    return fieldValues(text, before, word);
  }
  return operationValues(text, start, end, word, epd);
}

const hasLetter = (text: string, { start, end }: Range): boolean => /[a-z]/i.test(text.slice(start, end));

/** Returns the word under the cursor. */
function wordAt(text: string, start: number, end: number, offset: number): Range {
  const isWord = (i: number): boolean => !blank(text.charAt(i)) && text.charAt(i) !== ';' && text.charAt(i) !== '"';
  let from = offset;
  while (from > start && isWord(from - 1)) from--;
  let to = offset;
  while (to < end && isWord(to)) to++;
  return { start: from, end: to };
}

function fieldValues(text: string, before: readonly Range[], range: Range): Completion[] {
  const value = (label: string, detail: string, isLikely = false): Completion => ({
    label,
    kind: 'field',
    range,
    text: label,
    detail,
    ...(isLikely && { isLikely }),
  });
  const index = before.length;
  const [board, side] = before;
  if (board === undefined) {
    const whole = `${START_BOARD} w KQkq - 0 1`;
    return range.start === range.end ? [value(whole, 'the initial position')] : [];
  }
  const { squares } = readPlacementField(text, board.start, board.end);
  const turn = side === undefined ? undefined : text.slice(side.start, side.end) === 'b' ? 1 : 0;
  if (index === 1) return [value('w', 'White to move'), value('b', 'Black to move')];
  if (index === 2) {
    return subsets(possibleRights(squares)).map((rights) =>
      value(rights, rights === '-' ? 'no castling rights' : 'castling rights'),
    );
  }
  if (index === 3) {
    return [
      value('-', 'no en passant square'),
      ...passedSquares(squares, turn ?? 0).map((square) => value(squareName(square), 'en passant square')),
    ];
  }
  return index === 4 ? [value('0', 'halfmove clock')] : index === 5 ? [value('1', 'fullmove number')] : [];
}

/** Returns every subset of the letters, in their order: all first, `-` for none last. */
function subsets(letters: string): string[] {
  let found = [''];
  for (const letter of letters) found = found.flatMap((rights) => [rights + letter, rights]);
  return found.map((rights) => rights || '-').sort((a, b) => rank(b) - rank(a));
}

const rank = (rights: string): number => (rights === '-' ? 0 : rights.length);

function operationValues(text: string, start: number, end: number, range: Range, epd: boolean): Completion[] {
  const reading = readFen(text, start, end, { epd });
  const { operations } = readOperations(text, reading.end, end);
  const inside = operations.find(
    ({ opcodeRange, end: last, terminated }) =>
      opcodeRange.end < range.start && (range.end <= last || !terminated || between(text, last, range.start)),
  );
  if (inside === undefined) {
    const used = new Set(
      operations.filter(({ opcodeRange }) => opcodeRange.start !== range.start).map((o) => o.opcode),
    );
    return Array.from(OPCODES)
      .filter(([name]) => !used.has(name))
      .map(([name, { meaning }]) => ({ label: name, kind: 'command', range, text: name, detail: meaning }));
  }
  if (
    inside.operands.some(({ form, range: at }) => form !== 'word' && at.start <= range.start && range.end <= at.end)
  ) {
    return [];
  }
  const takes = OPCODES.get(inside.opcode)?.operands;
  if (takes === 'move' || takes === 'moves') return moveValues(text, reading, range);
  const isFirst = (inside.operands[0]?.range ?? range).start === range.start;
  return takes === 'line' && isFirst ? moveValues(text, reading, range) : [];
}

/** Returns true if only white space is between two offsets. */
const between = (text: string, from: number, to: number): boolean => from <= to && text.slice(from, to).trim() === '';

function moveValues(text: string, reading: FenReading, range: Range): Completion[] {
  const { state } = fenPosition(text, reading);
  if (state === undefined) return [];
  return Array.from(legalMoves(state), (move): Completion => {
    const san = printSan(state.words, 0, move);
    return { label: san, kind: 'move', range, text: san };
  }).sort((a, b) => (a.label < b.label ? -1 : 1));
}
