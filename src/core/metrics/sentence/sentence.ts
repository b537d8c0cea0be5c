import { plural } from '../../base/text/counts.ts';
import type { ComparisonError, TextComparison } from '../comparison.ts';
import { type LooseFen, unstatedText } from '../fen-reading.ts';
import { type AnswerFacts, isCutAt, isCutBoard, quoteEnd, withoutState } from './answer-text.ts';
import { type BoardFacts, type Claim, earlierBoard, inventions, missedMoves } from './board-claims.ts';
import { type Cause, type CauseId, causeWithoutPlace } from './causes.ts';
import { type FieldFacts, fieldClaim, wrongFields, wrongFieldWords } from './field-claims.ts';

/** False belief of a model. */
export interface Belief {
  /** Belief in words, about 100 characters: `thinks the bishop is still on b4: missed 3.Bb5; 2 more squares wrong`. */
  readonly sentence: string;
  readonly cause: Cause;
}

/** Facts about a pair of chess positions. */
export interface PairFacts extends Omit<BoardFacts, 'truth' | 'predicted'>, Omit<FieldFacts, 'errors'> {
  readonly judged: Pick<
    TextComparison,
    'verdict' | 'valid' | 'reason' | 'boardMatch' | 'exactMatch' | 'errors' | 'lag' | 'openingFallback' | 'unstated'
  >;
  readonly truth: LooseFen;
  /** Undefined if the answer held no state. */
  readonly predicted: LooseFen | undefined;
  readonly answer: AnswerFacts | undefined;
}

/**
 * Length in characters up to which a sentence gets more parts; the first belief and the fault of a text that is no
 * state are always included.
 */
const MAX_SENTENCE = 100;
/** Maximum length of the fault of a text that is no state, in characters. */
const MAX_REASON = 50;

/** Number of wrong squares from which on a board counts as lost, unless one belief explains a quarter of them. */
const SCRAMBLED_SQUARES = 16;

/**
 * Returns the sentence and the cause of a pair. The sentence begins with the missed move that explains most wrong
 * squares, then come squares that were never true, then side to move, castling, en passant, clocks; and for a text that
 * is no state, the reason.
 */
export function describeBelief(facts: PairFacts): Belief {
  const { judged, predicted, answer } = facts;
  if (predicted === undefined) {
    const { text, cause } = withoutState(answer);
    return { sentence: text, cause };
  }
  if (judged.exactMatch && judged.valid) return { sentence: 'exact', cause: causeWithoutPlace('exact') };
  if (!predicted.placement.complete) return unreadable(predicted, judged.reason, answer);
  const invalid = invalidText(facts, predicted);
  if (facts.wrong.length === 0) return rightBoard(facts, predicted, invalid);
  return wrongBoard(facts, predicted, invalid);
}

/** Fault that makes a text with a whole board no state. */
interface Invalid {
  readonly text: string;
  readonly cause: Cause;
}

function unreadable(predicted: LooseFen, reason: string | null, answer: AnswerFacts | undefined): Belief {
  if (isCutBoard(predicted) || isCutAt(predicted, answer)) {
    return { sentence: `the board is cut off after ${quoteEnd(predicted.text)}`, cause: causeWithoutPlace('cut-off') };
  }
  return { sentence: `the board cannot be read: ${firstReason(reason)}`, cause: causeWithoutPlace('unparsable') };
}

function invalidText({ judged, answer }: PairFacts, predicted: LooseFen): Invalid | undefined {
  if (judged.valid) return undefined;
  if (isCutAt(predicted, answer) && predicted.faults.length > 0) {
    return { text: `cut off after ${quoteEnd(predicted.text, 20)}`, cause: causeWithoutPlace('cut-off') };
  }
  const reason = firstReason(judged.reason);
  return predicted.faults.length > 0
    ? { text: `not a valid FEN: ${reason}`, cause: causeWithoutPlace('format') }
    : { text: `impossible: ${reason}`, cause: causeWithoutPlace('impossible') };
}

/** Returns the first of the faults of a text, without the number of fields before it. */
function firstReason(reason: string | null): string {
  const [first = ''] = (reason ?? 'no state').match(/(?:"[^"]*"|[^;"])+/) ?? [];
  const characters = Array.from(first.trim().replace(/^\d+ FEN fields?, /, ''));
  return characters.length <= MAX_REASON ? characters.join('') : `${characters.slice(0, MAX_REASON - 1).join('')}…`;
}

function rightBoard(facts: PairFacts, predicted: LooseFen, invalid: Invalid | undefined): Belief {
  const { judged, history, effective } = facts;
  const words = wordsOf(facts, predicted);
  // The assignment of a malformed text's tokens to fields is a guess.
  if (invalid !== undefined && predicted.faults.length > 0) {
    return { sentence: withFields([`right board, but ${invalid.text}`], words), cause: invalid.cause };
  }
  const claim = fieldClaim({ errors: judged.errors, history, effective });
  if (claim === undefined && judged.verdict === 'partial') {
    return {
      sentence: `right as far as stated; ${unstatedText(judged.unstated)}`,
      cause: causeWithoutPlace('partial'),
    };
  }
  if (claim === undefined) {
    const sentence = invalid === undefined ? 'right position, written differently' : `right board, but ${invalid.text}`;
    return { sentence, cause: invalid?.cause ?? causeWithoutPlace('notation') };
  }
  const parts = invalid === undefined ? [claim.text] : [onBoardOnly(claim.text), invalid.text];
  const more = claim.cause.id === 'clocks' ? [] : words.slice(claim.says);
  return { sentence: withFields(parts, more), cause: claim.cause };
}

/** Returns the wrong fields in short words: for a malformed text the distinguishable ones. */
function wordsOf({ judged }: PairFacts, { faults }: LooseFen): string[] {
  if (faults.some(({ kind }) => kind === 'missing' || kind === 'extra')) {
    return wrongFieldWords(judged.errors.filter(({ kind }) => kind === 'side'));
  }
  const malformed = new Set<string>(faults.flatMap((fault) => (fault.kind === 'malformed' ? [fault.field] : [])));
  return wrongFieldWords(judged.errors.filter(({ kind }) => !malformed.has(kind)));
}

/** Limits the sentence about a text that is no state to its board: its position is none. */
const onBoardOnly = (text: string): string => text.replace(/^right position/, 'right board');

function wrongBoard(facts: PairFacts, predicted: LooseFen, invalid: Invalid | undefined): Belief {
  const { judged, truth, wrong, history } = facts;
  const board: BoardFacts = {
    truth: truth.placement.squares,
    predicted: predicted.placement.squares,
    wrong,
    history,
  };
  const whole = earlierBoard(board, judged);
  const claims = whole === undefined ? [...missedMoves(board), ...inventions(board)] : [whole];
  const [first] = claims;
  if (first === undefined) throw new Error('a wrong square without a claim');
  const parts = [first.text];
  const covered = new Set(first.covers);
  const fixed = invalid === undefined ? [] : [invalid.text];
  const length = (): number => [...parts, ...moreSquares(wrong.length - covered.size), ...fixed].join('; ').length;
  for (const claim of claims.slice(1)) {
    if (claim.covers.some((square) => covered.has(square))) continue;
    parts.push(claim.text);
    for (const square of claim.covers) covered.add(square);
    if (length() <= MAX_SENTENCE) continue;
    parts.pop();
    for (const square of claim.covers) covered.delete(square);
    break;
  }
  parts.push(...moreSquares(wrong.length - covered.size), ...fixed);
  return {
    sentence: withFields(parts, wordsOf(facts, predicted)),
    cause: boardCause(first, whole !== undefined, board, judged.lag, invalid),
  };
}

const moreSquares = (n: number): string[] => (n === 0 ? [] : [`${plural(n, 'more square')} wrong`]);

/** Joins the parts of a sentence, with as many wrong fields as fit. */
function withFields(parts: readonly string[], fields: readonly string[]): string {
  for (let n = fields.length; n > 0; n--) {
    const sentence = [...parts, `also wrong: ${fields.slice(0, n).join(', ')}`].join('; ');
    if (sentence.length <= MAX_SENTENCE) return sentence;
  }
  return parts.join('; ');
}

/** Causes that explain a whole board: they precede the fault that the position is impossible. */
const EXPLAINS: ReadonlySet<CauseId> = new Set<CauseId>([
  'opening-fallback',
  'stale',
  'castling-rook',
  'missed-castling',
  'en-passant-pawn',
  'missed-promotion',
  'missed-capture',
  'wrong-piece',
  'wrong-square',
  'missed-move',
]);

function boardCause(
  { cause, covers }: Claim,
  isWhole: boolean,
  { wrong }: BoardFacts,
  lag: TextComparison['lag'],
  invalid: Invalid | undefined,
): Cause {
  if (invalid !== undefined && invalid.cause.id !== 'impossible') return invalid.cause;
  if (isWhole) return cause;
  if (cause.id === 'missed-move' && lag?.pliesEarlier === 1 && lag.squaresWrong === 0) {
    return { ...causeWithoutPlace('stale'), ply: lag.ply };
  }
  if (wrong.length >= SCRAMBLED_SQUARES && covers.length * 4 < wrong.length) return causeWithoutPlace('scrambled');
  return invalid !== undefined && !EXPLAINS.has(cause.id) ? invalid.cause : cause;
}

/** Facts about a pair of Connect Four, Hex or Othello. */
export interface StoneFacts {
  readonly judged: Pick<TextComparison, 'valid' | 'reason' | 'exactMatch' | 'boardMatch' | 'errors' | 'wrongSquares'>;
  /** Word for the stones: `disc` in Connect Four. */
  readonly stone: string;
  /** False if the answer held no state. */
  readonly answered: boolean;
  /** Number of cells of both boards; undefined where no board could be read. */
  readonly size: { readonly truth: number; readonly predicted: number } | undefined;
  readonly answer: AnswerFacts | undefined;
}

const MAX_STONE_SENTENCE = 100;
const MAX_STONE_REASON = 50;

/**
 * Returns the sentence and the cause of a pair of Connect Four, Hex or Othello, cells by name: `sees no x disc on c3r2;
 * 2 more cells wrong`.
 */
export function stoneBelief({ judged, stone, answered, size, answer }: StoneFacts): Belief {
  if (!answered) {
    const { text, cause } = withoutState(answer);
    return { sentence: text, cause };
  }
  if (judged.exactMatch && judged.valid) return { sentence: 'exact', cause: causeWithoutPlace('exact') };
  const reason = shortened(judged.reason ?? '');
  if (size === undefined)
    return { sentence: `the board cannot be read: ${reason}`, cause: causeWithoutPlace('unparsable') };
  if (size.predicted !== size.truth) {
    return {
      sentence: `the board has ${size.predicted} cells, the true one ${size.truth}`,
      cause: causeWithoutPlace('format'),
    };
  }
  const invalid = judged.valid ? [] : [`impossible: ${reason}`];
  const isSideWrong = wrongFields(judged.errors).length > 0;
  const cells = judged.errors.filter((error): error is CellError => 'square' in error);
  const [first] = cells;
  if (first === undefined) {
    const head = isSideWrong ? 'right board, wrong side to move' : 'right board';
    return { sentence: [head, ...invalid].join('; '), cause: causeWithoutPlace(isSideWrong ? 'side' : 'impossible') };
  }
  const tail = isSideWrong ? [...invalid, 'also wrong: side to move'] : invalid;
  const moved = movedText(cells, stone);
  if (moved !== undefined) {
    return {
      sentence: [moved, ...tail].join('; '),
      cause: causeWithoutPlace(judged.valid ? 'wrong-square' : 'impossible'),
    };
  }
  return {
    sentence: cellsText(cells, stone, tail),
    cause: judged.valid ? cellCause(first, cells) : causeWithoutPlace('impossible'),
  };
}

type CellError = Extract<ComparisonError, { readonly square: string }>;

/** Lists as many wrong cells as fit, one at least, and the number of the others. */
function cellsText(cells: readonly CellError[], stone: string, tail: readonly string[]): string {
  let sentence = '';
  for (let n = 1; n <= cells.length; n++) {
    const left = cells.length - n;
    const more = left === 0 ? [] : [`${plural(left, 'more cell')} wrong`];
    const next = [...cells.slice(0, n).map((error) => cellText(error, stone)), ...more, ...tail].join('; ');
    if (n > 1 && next.length > MAX_STONE_SENTENCE) break;
    sentence = next;
  }
  return sentence;
}

/** Describes one stone that lies elsewhere, if that is the only mistake; undefined otherwise. */
function movedText(cells: readonly CellError[], stone: string): string | undefined {
  const put = cells.find((error) => error.kind === 'phantom');
  const gone = cells.find((error) => error.kind === 'missing');
  if (cells.length !== 2 || put === undefined || gone === undefined || put.predicted !== gone.actual) return undefined;
  return `thinks the ${gone.actual} ${stone} on ${gone.square} is on ${put.square}`;
}

/** Describes one wrong cell. */
function cellText(error: CellError, stone: string): string {
  switch (error.kind) {
    case 'missing':
      return `sees no ${error.actual} ${stone} on ${error.square}`;
    case 'swapped':
      return `thinks the ${error.actual} ${stone} on ${error.square} is ${error.predicted}`;
    default:
      return `thinks there is an ${error.predicted} ${stone} on ${error.square}`;
  }
}

const CELL_CAUSES = { phantom: 'phantom', missing: 'lost', swapped: 'swapped', misplaced: 'wrong-square' } as const;

/** Number of wrong cells of several kinds from which on a board counts as lost. */
const SCRAMBLED_CELLS = 8;

const cellCause = (first: CellError, cells: readonly CellError[]): Cause =>
  cells.length >= SCRAMBLED_CELLS && cells.some(({ kind }) => kind !== first.kind)
    ? causeWithoutPlace('scrambled')
    : causeWithoutPlace(CELL_CAUSES[first.kind]);

const shortened = (reason: string): string => {
  const characters = Array.from(reason);
  return characters.length <= MAX_STONE_REASON ? reason : `${characters.slice(0, MAX_STONE_REASON - 1).join('')}…`;
};
