import { seeded } from '../../base/random.ts';
import { partSeed } from '../../base/text/hash.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import { FRAME } from '../../games/chess/frame.ts';
import { playSan, readSan, sanCode } from '../../games/chess/san.ts';
import { readLoose } from '../../games/chess/san-loose.ts';
import { parseChess, printChess } from '../../games/chess/state.ts';
import { type StaleCount, shuffledStale } from '../../metrics/blame.ts';
import type { CompareOptions, PairComparer } from '../../metrics/compare.ts';
import type { Comparison, ComparisonError } from '../../metrics/comparison.ts';
import { readLooseFen } from '../../metrics/fen-reading.ts';
import { fenSquareName, type HistoryPly, LineHistory, readSquares } from '../../metrics/placement.ts';
import type { AnswerFacts } from '../../metrics/sentence/answer-text.ts';
import type { Cause } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import { type OtherScores, type OtherStates, otherScores } from '../runs/other-states.ts';
import type { SampleVariant } from '../sample/column.ts';

/** Moves of a sample, as a run file has them. */
export interface SampleLine {
  /** FEN of the position before the first move. */
  readonly startFen: string;
  /** SAN of the plies up to the queried position. */
  readonly moves: readonly string[];
}

/** Maximum length of a line in plies: longer lines are no games, and blame would take minutes. */
const MAX_PLIES = 2000;

/**
 * Returns the positions of a line from its start to the queried one, for blame and lag. Undefined when the start is no
 * position, a move cannot be played, or the line is longer than 2,000 plies.
 */
export function sampleHistory({ startFen, moves }: SampleLine, variant: ChessVariant): LineHistory | undefined {
  const start = parseChess(startFen, variant === 'chess960');
  if (!start.ok || moves.length > MAX_PLIES) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  const plies: HistoryPly[] = [{ ply: 0, fen: printChess(start.value) }];
  let at = 0;
  for (const [i, san] of moves.entries()) {
    const code = codeOf(san);
    const to = FRAME - at;
    if (code < 0 || playSan(words, at, to, code) < 0) return undefined;
    at = to;
    plies.push({ ply: i + 1, san, fen: printChess({ words: words.slice(at, at + FRAME) }) });
  }
  return new LineHistory(plies);
}

/** Returns the code of a move in export format, or of one in a common other spelling; negative for anything else. */
function codeOf(san: string): number {
  const code = readSan(san, 0, san.length);
  if (code >= 0) return code;
  const loose = readLoose(san);
  return loose === undefined || loose.unknownPiece !== undefined ? -1 : sanCode(loose);
}

/** Version of the figures: raise it when the same sample gets other figures. Part of the key of stored scores. */
export const SCORES_VERSION = 7;

export const ERROR_KINDS = [
  'phantom',
  'missing',
  'misplaced',
  'swapped',
  'side',
  'castling',
  'en passant',
  'halfmove',
  'fullmove',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Values of p and r at the last depth. */
export interface ScorePair {
  readonly p: number;
  readonly r: number;
}

/** Scores of a sample as a report needs them: small, plain data, stored beside the run. */
export interface SampleScores {
  readonly verdict: Verdict;
  /** False belief of the model in a sentence; `exact` where there is none. */
  readonly sentence: string;
  readonly cause: Cause;
  readonly valid: boolean;
  /**
   * Matches: `exact` of the full FEN; `position` of board, side to move, and castling and en passant in effect; `board`
   * of the board.
   */
  readonly exact: boolean;
  readonly position: boolean;
  readonly board: boolean;
  /** Share of right squares, 0..1. */
  readonly accuracy: number;
  readonly editDistance: number;
  /** Edit distance of the texts as written; absent for FENs. */
  readonly rawEditDistance?: number;
  readonly kernel: number;
  /** p_1..p_m and r_1..r_m. */
  readonly p: readonly number[];
  readonly r: readonly number[];
  /** Joint score f_m. */
  readonly f: number;
  /** True if p_m or r_m is 1 for want of any legal move. */
  readonly vacuous: { readonly p: boolean; readonly r: boolean };
  /** Standard errors of p_m and r_m where they are estimates; null where they are exact. */
  readonly standardError: ScorePair | null;
  /** Scores of the predicted board with the true side to move, and with all true fields. */
  readonly trueSide: ScorePair | null;
  readonly boardOnly: ScorePair | null;
  /** Number of mistakes of each kind; fields that differ without effect are left out. */
  readonly errors: Readonly<Partial<Record<ErrorKind, number>>>;
  /** Known wrong squares. */
  readonly wrongSquares: number;
  /** Age of each wrong square that was true earlier, in plies: 1 where the last move was missed. Null without moves. */
  readonly ages: readonly number[] | null;
  /** Counts for the same squares with their contents shuffled: stale ones by chance. */
  readonly control: StaleCount | null;
  /** Plies between the queried position and the one that the prediction is nearest to; null where that is not known. */
  readonly lag: number | null;
  /** True if the board is that of an opening, though the game is well past it. */
  readonly fallback: boolean;
  /** True if the prediction does not state all fields. */
  readonly inPart: boolean;
  /** Scores of the other states of the answer; absent where it holds none. */
  readonly others?: OtherScores;
}

/** Prediction to score, with the line that leads to its true state, if that is known. */
interface SampleInput {
  readonly variant: SampleVariant;
  readonly trueFen: string;
  /** Predicted text; null if the answer holds no state. */
  readonly predictedFen: string | null;
  readonly history: LineHistory | undefined;
  /** Facts of the raw answer that the sentence needs. */
  readonly answer?: AnswerFacts | undefined;
  /** Other states of the answer. */
  readonly others?: OtherStates | undefined;
}

/**
 * Returns the figures of a sample; undefined only when `options` ask for method `exact` with a finite budget and it
 * runs out, or after a cancellation. The shuffled control draws from a seed of the texts, so that a sample has the same
 * one on every machine.
 */
export function scoreSample(
  comparer: PairComparer,
  input: SampleInput,
  options: CompareOptions,
  cancel?: Parameters<PairComparer['compare']>[2],
): SampleScores | undefined {
  const { trueFen, predictedFen, history, answer } = input;
  const compared = comparer.compare(
    {
      trueFen,
      predictedFen: predictedFen ?? undefined,
      ...(history !== undefined && { history }),
      ...(answer !== undefined && { answer }),
    },
    options,
    cancel,
  );
  if (!compared.ok) return undefined;
  const scores = scoresOf(compared.value, input);
  if (input.others === undefined) return scores;
  const taken = { predictedFen, p: lastP(scores), isRight: scores.position };
  const others = otherScores(comparer, trueFen, taken, input.others, options, cancel);
  return others && { ...scores, others };
}

function scoresOf(comparison: Comparison, input: SampleInput): SampleScores {
  const { verdict, sentence, cause, valid, exactMatch, positionMatch, boardMatch, p, r, f } = comparison;
  const { conditional, vacuous, standardError, lag } = comparison;
  const asked = input.history?.plies.at(-1)?.ply;
  const blame = comparison.blame;
  const ages =
    blame === null || asked === undefined ? null : blame.flatMap(({ ply }) => (ply === null ? [] : [asked - ply]));
  return {
    verdict,
    sentence,
    cause,
    valid,
    exact: exactMatch,
    position: positionMatch,
    board: boardMatch,
    accuracy: comparison.boardAccuracy,
    editDistance: comparison.editDistance,
    ...(comparison.rawEditDistance !== undefined && { rawEditDistance: comparison.rawEditDistance }),
    kernel: comparison.kernel,
    p,
    r,
    f: f.at(-1) ?? 0,
    vacuous,
    standardError: standardError && last(standardError),
    trueSide: conditional && last(conditional.trueSide),
    boardOnly: conditional && last(conditional.boardOnly),
    errors: errorCounts(comparison.errors),
    wrongSquares: comparison.wrongSquares.length,
    ages,
    control: control(comparison.wrongSquares, input),
    lag: lag?.pliesEarlier ?? null,
    fallback: comparison.openingFallback !== null,
    inPart: comparison.unstated !== undefined,
  };
}

/** Returns p_m. */
export const lastP = ({ p }: Pick<SampleScores, 'p'>): number => p[p.length - 1] ?? 0;

const last = ({ p, r }: { readonly p: readonly number[]; readonly r: readonly number[] }): ScorePair => ({
  p: p.at(-1) ?? 0,
  r: r.at(-1) ?? 0,
});

function errorCounts(errors: readonly ComparisonError[]): SampleScores['errors'] {
  const counts: Partial<Record<ErrorKind, number>> = {};
  for (const error of errors) {
    if (!('harmless' in error)) counts[error.kind] = (counts[error.kind] ?? 0) + 1;
  }
  return counts;
}

function control(wrong: readonly string[], input: SampleInput): StaleCount | null {
  const { trueFen, predictedFen, history } = input;
  if (history === undefined || predictedFen === null) return null;
  if (wrong.length === 0) return { stale: 0, wrong: 0 };
  const predicted = readLooseFen(predictedFen).placement.squares;
  const names = new Set(wrong);
  const squares = Array.from({ length: 64 }, (_, s) => s).filter((s) => names.has(fenSquareName(s)));
  const random = seeded(partSeed(0, `${trueFen}/${predictedFen}`));
  return shuffledStale(readSquares(trueFen.trimStart()), predicted, squares, history, random);
}
