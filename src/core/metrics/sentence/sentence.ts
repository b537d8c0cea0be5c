import { plural } from '../../base/text/plural.ts';
import type { TextComparison } from '../comparison.ts';
import type { FenReading } from '../fen-reading.ts';
import { unstatedText } from '../stated-fields.ts';
import { type AnswerFacts, ending, isCutAt, isCutBoard, withoutState } from './answer-text.ts';
import { type Cause, type CauseId, causeOf } from './causes.ts';
import type { BoardFacts, Claim } from './claim.ts';
import { earlierBoard } from './earlier-board.ts';
import { type FieldFacts, fieldClaim, fieldWords } from './field-claims.ts';
import { inventions } from './inventions.ts';
import { missedMoves } from './missed-moves.ts';

/** What a model believes that is not so. */
export interface Belief {
  /** In words, about 100 characters: `thinks the bishop is still on b4: missed 3.Bb5; 2 more squares wrong`. */
  readonly sentence: string;
  readonly cause: Cause;
}

/** What is known of a pair of chess positions. */
export interface PairFacts extends Omit<BoardFacts, 'truth' | 'predicted'>, Omit<FieldFacts, 'errors'> {
  readonly judged: Pick<
    TextComparison,
    'verdict' | 'valid' | 'reason' | 'boardMatch' | 'exactMatch' | 'errors' | 'lag' | 'openingFallback' | 'unstated'
  >;
  readonly truth: FenReading;
  /** Undefined if the answer held no state. */
  readonly predicted: FenReading | undefined;
  readonly answer: AnswerFacts | undefined;
}

/** Characters up to which a sentence goes on; the first belief and what makes a text no state are said in any case. */
const LENGTH = 100;
/** Characters of what makes a text no state. */
const REASON = 50;

/** Wrong squares from which on a board counts as lost, unless one belief explains a quarter of them. */
const SCRAMBLED = 16;

/**
 * The sentence and the cause of a pair. The sentence says first the missed move that explains most wrong squares, then
 * squares that never were so, then side to move, castling, en passant, clocks; and of a text that is no state, why.
 */
export function beliefOf(facts: PairFacts): Belief {
  const { judged, predicted, answer } = facts;
  if (predicted === undefined) {
    const { text, cause } = withoutState(answer);
    return { sentence: text, cause };
  }
  if (judged.exactMatch && judged.valid) return { sentence: 'exact', cause: causeOf('exact') };
  if (!predicted.placement.complete) return unreadable(predicted, judged.reason, answer);
  const invalid = invalidText(facts, predicted);
  if (facts.wrong.length === 0) return rightBoard(facts, predicted, invalid);
  return wrongBoard(facts, predicted, invalid);
}

/** What makes a text with a whole board no state. */
interface Invalid {
  readonly text: string;
  readonly cause: Cause;
}

function unreadable(predicted: FenReading, reason: string | null, answer: AnswerFacts | undefined): Belief {
  if (isCutBoard(predicted) || isCutAt(predicted, answer)) {
    return { sentence: `the board is cut off after ${ending(predicted.text)}`, cause: causeOf('cut-off') };
  }
  return { sentence: `the board cannot be read: ${firstReason(reason)}`, cause: causeOf('unparsable') };
}

function invalidText({ judged, answer }: PairFacts, predicted: FenReading): Invalid | undefined {
  if (judged.valid) return undefined;
  if (isCutAt(predicted, answer) && predicted.faults.length > 0) {
    return { text: `cut off after ${ending(predicted.text, 20)}`, cause: causeOf('cut-off') };
  }
  const reason = firstReason(judged.reason);
  return predicted.faults.length > 0
    ? { text: `not a valid FEN: ${reason}`, cause: causeOf('format') }
    : { text: `impossible: ${reason}`, cause: causeOf('impossible') };
}

/** The first of the faults of a text, without the number of fields before it. */
function firstReason(reason: string | null): string {
  const [first = ''] = (reason ?? 'no state').match(/(?:"[^"]*"|[^;"])+/) ?? [];
  const characters = Array.from(first.trim().replace(/^\d+ FEN fields?, /, ''));
  return characters.length <= REASON ? characters.join('') : `${characters.slice(0, REASON - 1).join('')}…`;
}

function rightBoard(facts: PairFacts, predicted: FenReading, invalid: Invalid | undefined): Belief {
  const { judged, history, effective } = facts;
  const words = wordsOf(facts, predicted);
  // What a malformed text says in which field is a guess.
  if (invalid !== undefined && predicted.faults.length > 0) {
    return { sentence: withFields([`right board, but ${invalid.text}`], words), cause: invalid.cause };
  }
  const claim = fieldClaim({ errors: judged.errors, history, effective });
  if (claim === undefined && judged.verdict === 'partial') {
    return { sentence: `right as far as stated; ${unstatedText(judged.unstated)}`, cause: causeOf('partial') };
  }
  if (claim === undefined) {
    const sentence = invalid === undefined ? 'right position, written differently' : `right board, but ${invalid.text}`;
    return { sentence, cause: invalid?.cause ?? causeOf('notation') };
  }
  const parts = invalid === undefined ? [claim.text] : [onBoardOnly(claim.text), invalid.text];
  const more = claim.cause.id === 'clocks' ? [] : words.slice(claim.says);
  return { sentence: withFields(parts, more), cause: claim.cause };
}

/** The wrong fields in short words: of a malformed text those that can be told from the others. */
function wordsOf({ judged }: PairFacts, { faults }: FenReading): string[] {
  if (faults.some(({ kind }) => kind === 'missing' || kind === 'extra')) {
    return fieldWords(judged.errors.filter(({ kind }) => kind === 'side'));
  }
  const malformed = new Set<string>(faults.flatMap((fault) => (fault.kind === 'malformed' ? [fault.field] : [])));
  return fieldWords(judged.errors.filter(({ kind }) => !malformed.has(kind)));
}

/** Of a text that is no state only the board is said to be right: its position is none. */
const onBoardOnly = (text: string): string => text.replace(/^right position/, 'right board');

function wrongBoard(facts: PairFacts, predicted: FenReading, invalid: Invalid | undefined): Belief {
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
    if (length() <= LENGTH) continue;
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

/** The parts of a sentence, with as many wrong fields as there is room for. */
function withFields(parts: readonly string[], fields: readonly string[]): string {
  for (let n = fields.length; n > 0; n--) {
    const sentence = [...parts, `also wrong: ${fields.slice(0, n).join(', ')}`].join('; ');
    if (sentence.length <= LENGTH) return sentence;
  }
  return parts.join('; ');
}

/** Causes that say where a board comes from: they go before the position being impossible. */
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
    return { ...causeOf('stale'), ply: lag.ply };
  }
  if (wrong.length >= SCRAMBLED && covers.length * 4 < wrong.length) return causeOf('scrambled');
  return invalid !== undefined && !EXPLAINS.has(cause.id) ? invalid.cause : cause;
}
