import { discCellName } from '../games/connect-four/connect-four.ts';
import { hexCellName, readStones } from '../games/stones.ts';
import { roleName } from '../metrics/comparison.ts';
import { type ComparisonRules, isComparedWorld } from '../metrics/comparison-rules.ts';
import { FEN_FIELDS, type FenField, type LooseFen, readLooseFen } from '../metrics/fen-reading.ts';
import { EMPTY, fenSquareName, isWhite, pieceLetter, readPlacement, UNKNOWN } from '../metrics/placement.ts';
import { isStoneGame, stonePair } from './stone-board.ts';

/** A part of the text of a predicted state that differs from the true state. */
export interface WrongPart {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** The correct content: `rank 5 is 1B2p3`, `the side to move is w`. */
  readonly says: string;
}

const FIELD_NAMES: Readonly<Record<FenField, string>> = {
  side: 'the side to move',
  castling: 'castling',
  'en passant': 'the en passant square',
  halfmove: 'the halfmove clock',
  fullmove: 'the move number',
};

/**
 * Returns the ranks and fields of a predicted text that differ from the true state, in the order of the text, without
 * overlaps. A rank is wrong if its squares are, in any letters; a field if it is written differently. For stones, runs
 * of cells; for other worlds, words. Empty if the true state cannot be read.
 *
 * @param text as it was written, with white space of any kind
 */
export function wrongParts(game: ComparisonRules, truth: string, text: string): WrongPart[] {
  if (isComparedWorld(game)) return wrongWorldParts(truth, text);
  if (isStoneGame(game)) return wrongCells(truth, text);
  const [actual, reading] = [readLooseFen(truth), readLooseFen(text)];
  if (!actual.placement.complete) return [];
  const tokens = Array.from(text.matchAll(/\S+/g), (match) => ({ text: match[0], start: match.index }));
  const boardTokens = Math.max(1, tokens.length - (reading.fieldCount - 1));
  const board = tokens.slice(0, boardTokens);
  return [...wrongRanks(actual, reading, board), ...wrongFields(actual, reading, tokens.slice(boardTokens))];
}

interface Token {
  readonly text: string;
  readonly start: number;
}

const endOf = ({ text, start }: Token): number => start + text.length;

function wrongRanks({ placementText }: LooseFen, reading: LooseFen, tokens: readonly Token[]): WrongPart[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return [];
  const ranks = placementText.split('/');
  if (tokens.length > 1 || !first.text.includes('/')) {
    const isRight = reading.placement.complete && sameSquares(reading.placementText, placementText);
    return isRight ? [] : [{ start: first.start, end: endOf(last), says: `the board is ${placementText}` }];
  }
  const parts: WrongPart[] = [];
  let start = first.start;
  for (const [i, rank] of first.text.split('/').entries()) {
    const end = start + rank.length;
    const actual = ranks[i];
    if (actual === undefined) parts.push({ start, end, says: 'a board has 8 ranks' });
    else if (end > start && !sameSquares(rank, actual)) parts.push({ start, end, says: `rank ${8 - i} is ${actual}` });
    start = end + 1;
  }
  return parts;
}

/** Returns true if two texts of ranks describe the same squares. */
function sameSquares(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [readPlacement(a), readPlacement(b)];
  if (one.stray !== undefined || one.ranks.join() !== other.ranks.join()) return false;
  return one.squares.every((square, i) => square === other.squares[i]);
}

function wrongFields({ fields: actual }: LooseFen, { fields }: LooseFen, tokens: readonly Token[]): WrongPart[] {
  const parts: WrongPart[] = [];
  let next = 0;
  const extra = (token: Token): WrongPart => ({
    start: token.start,
    end: endOf(token),
    says: 'this belongs to no field',
  });
  for (const field of FEN_FIELDS) {
    const value = fields[field];
    if (value === undefined) continue;
    const at = tokens.findIndex((token, i) => i >= next && token.text === value);
    const token = tokens[at];
    if (token === undefined) continue;
    parts.push(...tokens.slice(next, at).map(extra));
    next = at + 1;
    if (value !== actual[field]) {
      parts.push({
        start: token.start,
        end: endOf(token),
        says: `${FIELD_NAMES[field]} is ${actual[field] ?? 'missing'}`,
      });
    }
  }
  return [...parts, ...tokens.slice(next).map(extra)];
}

/**
 * Returns the wrong parts of a world's state: cells, if it writes them as games of stones do; otherwise the words that
 * differ, or all of the text.
 */
function wrongWorldParts(truth: string, text: string): WrongPart[] {
  if (readStones(truth).ok && readStones(text).ok) return wrongCells(truth, text);
  const tokens = Array.from(text.matchAll(/\S+/g), (match): Token => ({ text: match[0], start: match.index }));
  const actual = truth.split(/\s+/).filter((word) => word !== '');
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (tokens.length !== actual.length)
    return tokens.map(({ text: word }) => word).join(' ') === actual.join(' ')
      ? []
      : [{ start: first.start, end: endOf(last), says: `the state is ${truth}` }];
  return tokens.flatMap((token, i): WrongPart[] =>
    token.text === actual[i] ? [] : [{ start: token.start, end: endOf(token), says: `it is ${actual[i] ?? ''}` }],
  );
}

/** Returns the side to move, if wrong, and the runs of cells that differ in a state of stones. */
function wrongCells(truth: string, text: string): WrongPart[] {
  const [actual, written] = [readStones(truth), readStones(text)];
  const bars = text.indexOf('||');
  if (!actual.ok || !written.ok || bars < 0) return [];
  const parts: WrongPart[] = [];
  if (actual.value.side !== written.value.side) {
    const start = text.search(/\S/);
    parts.push({ start, end: start + 1, says: `${FIELD_NAMES.side} is ${actual.value.side}` });
  }
  const { cells } = actual.value;
  if (cells.length !== written.value.cells.length) return parts;
  let cell = 0;
  let run: { start: number; end: number; is: string } | undefined;
  const close = (): void => {
    if (run !== undefined) parts.push({ start: run.start, end: run.end, says: `the true cells are ${run.is}` });
    run = undefined;
  };
  for (let i = bars + 2; cell < cells.length; i++) {
    const c = text[i] ?? '|';
    if (/\s/.test(c)) continue;
    if (c === cells[cell]) close();
    else run = { start: run?.start ?? i, end: i + 1, is: `${run === undefined ? '' : `${run.is} `}${cells[cell]}` };
    cell++;
  }
  close();
  return parts;
}

/** A difference between a predicted state and the true one, in words. */
export interface StateDifference {
  /** `e4`, `castling`; a word of the text in worlds without a board. */
  readonly place: string;
  /** The predicted content: `white pawn`, `empty`, `x`, `not described`. */
  readonly predicted: string;
  /** The true content; if `place` is empty, the correct word: `it is 1`. */
  readonly actual: string;
}

const EMPTY_CELL = 'empty';

/**
 * Returns the squares, cells or words that differ, in the order of the text; for FENs the fields as well. Empty if a
 * text has no board.
 *
 * @param truth, predicted states as they are written
 */
export function stateDifferences(game: ComparisonRules, truth: string, predicted: string): StateDifference[] {
  if (isComparedWorld(game))
    return wrongParts(game, truth, predicted).map(({ start, end, says }) => ({
      place: '',
      predicted: predicted.slice(start, end),
      actual: says,
    }));
  return isStoneGame(game) ? stoneDifferences(game, truth, predicted) : fenDifferences(truth, predicted);
}

function stoneDifferences(game: Parameters<typeof stonePair>[0], truth: string, predicted: string): StateDifference[] {
  const { truth: actual, predicted: written, wrong } = stonePair(game, truth, predicted);
  const size = Math.round(Math.sqrt(actual.cells.length));
  // cells of Othello have the names of Hex: letters from the left, numbers from the top
  const nameOf = (cell: number): string => (game === 'connect_four' ? discCellName(cell) : hexCellName(cell, size));
  const word = (stone: string | undefined): string => (stone === undefined || stone === '.' ? EMPTY_CELL : stone);
  return wrong.map((cell) => ({
    place: nameOf(cell),
    predicted: word(written.cells[cell]),
    actual: word(actual.cells[cell]),
  }));
}

function fenDifferences(truth: string, predicted: string): StateDifference[] {
  const [actual, written] = [readLooseFen(truth), readLooseFen(predicted)];
  if (written.placement.squares.every((square) => square === UNKNOWN)) return [];
  const found: StateDifference[] = [];
  for (let s = 0; s < 64; s++) {
    const [is, said] = [actual.placement.squares[s] ?? EMPTY, written.placement.squares[s] ?? EMPTY];
    if (is !== said) found.push({ place: fenSquareName(s), predicted: pieceWords(said), actual: pieceWords(is) });
  }
  for (const field of FEN_FIELDS) {
    const [is, said] = [actual.fields[field], written.fields[field]];
    if (is !== said) found.push({ place: field, predicted: said ?? 'missing', actual: is ?? 'missing' });
  }
  return found;
}

function pieceWords(code: number): string {
  if (code === UNKNOWN) return 'not described';
  const letter = pieceLetter(code);
  return letter === null ? EMPTY_CELL : `${isWhite(code) ? 'white' : 'black'} ${roleName(letter)}`;
}
