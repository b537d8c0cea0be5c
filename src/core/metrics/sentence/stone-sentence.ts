import { plural } from '../../base/text/plural.ts';
import type { ComparisonError, TextComparison } from '../comparison.ts';
import { type AnswerFacts, withoutState } from './answer-text.ts';
import { type Cause, causeOf } from './causes.ts';
import { wrongFields } from './field-claims.ts';
import type { Belief } from './sentence.ts';

/** What is known of a pair of Connect Four, Hex or Othello. */
export interface StoneFacts {
  readonly judged: Pick<TextComparison, 'valid' | 'reason' | 'exactMatch' | 'boardMatch' | 'errors' | 'wrongSquares'>;
  /** What the stones are called: `disc` in Connect Four. */
  readonly stone: string;
  /** False if the answer held no state. */
  readonly answered: boolean;
  /** Cells of both boards; undefined where no board could be read. */
  readonly size: { readonly truth: number; readonly predicted: number } | undefined;
  readonly answer: AnswerFacts | undefined;
}

const LENGTH = 100;
const REASON = 50;

/** The sentence and the cause of a pair of Connect Four, Hex or Othello, cells by name: `sees no x disc on c3r2; 2 more cells wrong`. */
export function stoneBelief({ judged, stone, answered, size, answer }: StoneFacts): Belief {
  if (!answered) {
    const { text, cause } = withoutState(answer);
    return { sentence: text, cause };
  }
  if (judged.exactMatch && judged.valid) return { sentence: 'exact', cause: causeOf('exact') };
  const reason = shortened(judged.reason ?? '');
  if (size === undefined) return { sentence: `the board cannot be read: ${reason}`, cause: causeOf('unparsable') };
  if (size.predicted !== size.truth) {
    return { sentence: `the board has ${size.predicted} cells, the true one ${size.truth}`, cause: causeOf('format') };
  }
  const invalid = judged.valid ? [] : [`impossible: ${reason}`];
  const isSideWrong = wrongFields(judged.errors).length > 0;
  const cells = judged.errors.filter((error): error is CellError => 'square' in error);
  const [first] = cells;
  if (first === undefined) {
    const head = isSideWrong ? 'right board, wrong side to move' : 'right board';
    return { sentence: [head, ...invalid].join('; '), cause: causeOf(isSideWrong ? 'side' : 'impossible') };
  }
  const tail = isSideWrong ? [...invalid, 'also wrong: side to move'] : invalid;
  const moved = movedText(cells, stone);
  if (moved !== undefined) {
    return { sentence: [moved, ...tail].join('; '), cause: causeOf(judged.valid ? 'wrong-square' : 'impossible') };
  }
  return {
    sentence: cellsText(cells, stone, tail),
    cause: judged.valid ? cellCause(first, cells) : causeOf('impossible'),
  };
}

type CellError = Extract<ComparisonError, { readonly square: string }>;

/** As many wrong cells as there is room for, one at least, and the number of the others. */
function cellsText(cells: readonly CellError[], stone: string, tail: readonly string[]): string {
  let sentence = '';
  for (let n = 1; n <= cells.length; n++) {
    const left = cells.length - n;
    const more = left === 0 ? [] : [`${plural(left, 'more cell')} wrong`];
    const next = [...cells.slice(0, n).map((error) => cellText(error, stone)), ...more, ...tail].join('; ');
    if (n > 1 && next.length > LENGTH) break;
    sentence = next;
  }
  return sentence;
}

/** One stone that lies elsewhere, and nothing else; undefined otherwise. */
function movedText(cells: readonly CellError[], stone: string): string | undefined {
  const put = cells.find((error) => error.kind === 'phantom');
  const gone = cells.find((error) => error.kind === 'missing');
  if (cells.length !== 2 || put === undefined || gone === undefined || put.predicted !== gone.actual) return undefined;
  return `thinks the ${gone.actual} ${stone} on ${gone.square} is on ${put.square}`;
}

/** One wrong cell in words. */
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

/** Wrong cells of several kinds from which on a board counts as lost. */
const SCRAMBLED = 8;

const cellCause = (first: CellError, cells: readonly CellError[]): Cause =>
  cells.length >= SCRAMBLED && cells.some(({ kind }) => kind !== first.kind)
    ? causeOf('scrambled')
    : causeOf(CELL_CAUSES[first.kind]);

const shortened = (reason: string): string => {
  const characters = Array.from(reason);
  return characters.length <= REASON ? reason : `${characters.slice(0, REASON - 1).join('')}…`;
};
