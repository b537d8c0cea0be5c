import { LineIndex } from '../core/base/text/lines.ts';
import { annotatedLanguages, detectLanguage, firstLine } from '../core/languages/languages.ts';
import { predictionsIn } from '../core/languages/predictions.ts';
import { PairComparer } from '../core/metrics/compare.ts';
import { COMPARED_GAME_NAMES } from '../core/metrics/compared-games.ts';
import { Comparers } from '../core/metrics/comparers.ts';
import type { Comparison, TextComparison } from '../core/metrics/comparison.ts';
import { predictedState } from '../core/metrics/fen-reading.ts';
import type { HistoryPly } from '../core/metrics/placement.ts';
import { inferChessVariant } from '../core/notation/fen/record-position.ts';
import type { Prediction } from '../core/notation/predictions/prediction.ts';
import { stateAfterMoves } from '../core/tools/state-after-moves.ts';
import { CodedError } from './coded-error.ts';
import { commonScores, comparePair } from './scoring.ts';

/** Games with boards. States of chess and Chess960 are FENs, the others `side || cells ||`. */
export type GameName = 'chess' | 'chess960' | 'connect_four' | 'hex' | 'othello';

/** Options of p and r. */
export interface ScoreOptions {
  /** m, the longest move sequence, in plies: 1 to 100, default 4. Depth 1 costs less than a tenth of depth 4. */
  readonly depth?: number;
  /** `auto` (default) is exact where that is cheap, otherwise `stratified`, an estimate. */
  readonly method?: 'auto' | 'exact' | 'stratified';
  /** Samples of an estimate: 1 to 1,000,000. */
  readonly samples?: number;
  /** Seed of an estimate: a whole number from 0; default 0. Equal seeds give equal numbers on every machine. */
  readonly seed?: number;
}

export interface CompareStatesOptions extends ScoreOptions {
  /** Default: chess, or Chess960 if the castling rights of the true state fit nothing else. */
  readonly game?: GameName;
}

export interface CompareAfterMovesOptions extends ScoreOptions {
  /** Default: chess. */
  readonly game?: GameName;
  /** The state before the moves; default: the usual start of the game. */
  readonly start?: string;
}

/**
 * Gravest mistake of a prediction. `none`: no state; `unread`: a state that cannot be read; `unparsable`: no board;
 * `format`: not six FEN fields; `impossible`: against the rules; `squares`, `side`, `castling`, `en passant`, `clocks`:
 * wrong there; `partial`: no mistake, but not all fields are stated; `notation`: the same position written differently.
 */
export type VerdictName =
  | 'none'
  | 'unread'
  | 'unparsable'
  | 'format'
  | 'impossible'
  | 'squares'
  | 'side'
  | 'castling'
  | 'en passant'
  | 'clocks'
  | 'partial'
  | 'notation'
  | 'exact';

/** A predicted state compared with the true one. */
export interface StateComparison {
  readonly trueState: string;
  /** As given; null for an answer without a state. */
  readonly predictedState: string | null;
  readonly verdict: VerdictName;
  /** The false belief in about 100 characters: `sees no black queen on d8`; `exact` where there is none. */
  readonly sentence: string;
  /** Id of the cause, by which predictions are grouped (docs/metrics.md). */
  readonly cause: string;
  /**
   * p_1 to p_m, each 0 to 1: the share of move sequences legal in the predicted state that are also legal in the true
   * one. 0 without a valid state; null if the verdict is `unread`: leave it out of means.
   */
  readonly p: readonly number[] | null;
  /** r_1 to r_m, each 0 to 1: the reverse of p. */
  readonly r: readonly number[] | null;
  /** f_1 to f_m, each 0 to 1: harmonic means of p and r. */
  readonly f: readonly number[] | null;
  /** True if all of p and r are exact, false for an estimate. */
  readonly isExact: boolean;
  /** True if the predicted text is a valid state. */
  readonly valid: boolean;
  /** Faults that make it invalid, in words; null if it is valid. */
  readonly reason: string | null;
  /** True if the whole text is equal. */
  readonly exactMatch: boolean;
  /** True if board and side are equal, castling and en passant in effect. */
  readonly positionMatch: boolean;
  /** Share of correct squares, 0 to 1. */
  readonly boardAccuracy: number;
  /** Names of wrong squares, from a8 on. */
  readonly wrongSquares: readonly string[];
  /** Levenshtein distance of the texts, in characters. */
  readonly editDistance: number;
  /** Legal moves that the predicted state lacks, and those that it adds, in SAN; empty if the verdict is `unread`. */
  readonly movesLost: readonly string[];
  readonly movesInvented: readonly string[];
}

/** A prediction of a file, scored. */
export interface ScoredPrediction {
  /** Range in the text, in UTF-16 code units from its start; `end` is after the last one. */
  readonly start: number;
  readonly end: number;
  /** Line, from 1. */
  readonly line: number;
  /** Game, record or walk, from 1. */
  readonly game: number;
  /** Plies from the start of the game to the predicted position; 0 is the start. */
  readonly ply: number;
  /** The move before the position, as written; null at the start. */
  readonly move: string | null;
  /** As written: `model[@template][#sample]`. */
  readonly label: string;
  readonly model: string;
  readonly template: string | null;
  readonly sample: string | null;
  /** `doubtful` if another state of the answer could be meant, `by-hand` if a person chose it. */
  readonly note: 'doubtful' | 'by-hand' | null;
  /** Null if the true state is unknown; `unscored` then says why. */
  readonly comparison: StateComparison | null;
  readonly unscored: string | null;
}

export interface ScoreTextOptions extends ScoreOptions {
  /** Default: by `fileName`, otherwise by the first line. */
  readonly language?: 'pgn' | 'fen' | 'epd' | 'walk';
  /** Name of the file, for its ending. */
  readonly fileName?: string;
}

/**
 * Compares a predicted state with the true one.
 *
 * @param predicted the state as a model wrote it, `?` for fields that it does not state; null, empty or `?` for an
 * answer without a state, `??` for one that cannot be read. No such text throws.
 * @throws an Error whose `code` is `bad-state` (the true state is invalid) or `bad-option`
 */
export function compareStates(
  trueState: string,
  predicted: string | null,
  options: CompareStatesOptions = {},
): StateComparison {
  return compared(trueState, predicted, options.game ?? inferChessVariant(trueState), options);
}

/**
 * Compares a predicted state with the one after moves; the cause then also knows stale squares.
 *
 * @param moves chess: SAN or UCI, with or without numbers; otherwise the game's actions. A text or a list
 * @param predicted as in `compareStates`
 * @throws an Error whose `code` is `bad-moves` (the first that cannot be played), `bad-request` (the start is no state)
 * or `bad-option`
 */
export function compareAfterMoves(
  moves: string | readonly string[],
  predicted: string | null,
  options: CompareAfterMovesOptions = {},
): StateComparison {
  const { start, game } = options;
  checkGame(game);
  const after = stateAfterMoves(moves, { start, game });
  if (!after.ok) throw new CodedError(after.error.code, after.error.message);
  const { state, variant, history } = after.value;
  return compared(state, predicted, variant, options, history);
}

/**
 * Scores the predictions of a PGN, FEN, EPD or walk file, in the order of the text. A prediction of an unknown position
 * (an illegal move before it) is not scored, and says why.
 *
 * @throws an Error whose `code` is `bad-option`, also for a text that can hold no predictions
 */
export function scoreText(text: string, options: ScoreTextOptions = {}): ScoredPrediction[] {
  const language = options.language ?? detectLanguage(options.fileName ?? '', firstLine(text));
  if (language === undefined || !annotatedLanguages().includes(language))
    throw new CodedError('bad-option', `language must be one of ${annotatedLanguages().join(', ')}`);
  const lines = new LineIndex(text);
  const comparers = new Comparers();
  return predictionsIn(text, language).map((prediction) => scored(prediction, lines, comparers, options));
}

/** Comparers of this thread, which keep their tables. */
const comparers = new Map<GameName, PairComparer>();

function checkGame(game: string | undefined): void {
  if (game !== undefined && !COMPARED_GAME_NAMES.some((name) => name === game))
    throw new CodedError('bad-option', `game must be one of ${COMPARED_GAME_NAMES.join(', ')}, not ${game}`);
}

function compared(
  trueState: string,
  predicted: string | null,
  game: GameName,
  options: ScoreOptions,
  history?: readonly HistoryPly[],
): StateComparison {
  checkGame(game);
  const comparer = comparers.get(game) ?? new PairComparer(game);
  comparers.set(game, comparer);
  const state = predicted === null ? null : predictedState(predicted);
  const pair = { trueFen: trueState, predictedFen: state ?? undefined, ...(history !== undefined && { history }) };
  return plainComparison(comparePair(comparer, pair, options), trueState, state);
}

function scored(
  prediction: Prediction,
  lines: LineIndex,
  comparers: Comparers,
  options: ScoreOptions,
): ScoredPrediction {
  const { range, game, ply, san, label, trueFen, variant, world, fen } = prediction;
  const place = {
    ...range,
    line: lines.positionAt(range.start).line + 1,
    game: game + 1,
    ply,
    move: san ?? null,
    label: label.text,
    model: label.model,
    template: label.template ?? null,
    sample: label.sample ?? null,
    note: label.note ?? null,
  };
  if (trueFen === undefined)
    return { ...place, comparison: null, unscored: prediction.unknown ?? 'the true state is unknown' };
  const pair = { trueFen, predictedFen: fen, history: prediction.history() };
  const result = comparePair(comparers.of(variant, world), pair, options);
  return { ...place, comparison: plainComparison(result, trueFen, fen ?? null), unscored: null };
}

const plainComparison = (
  result: Comparison | TextComparison,
  trueState: string,
  predicted: string | null,
): StateComparison => ({
  trueState,
  predictedState: predicted,
  verdict: result.verdict,
  sentence: result.sentence,
  cause: result.cause.id,
  ...commonScores(result),
  valid: result.valid,
  reason: result.reason,
  exactMatch: result.exactMatch,
  positionMatch: result.positionMatch,
  boardAccuracy: result.boardAccuracy,
  wrongSquares: result.wrongSquares,
  editDistance: result.editDistance,
  movesLost: 'p' in result ? (result.movesLost ?? []).map(({ san }) => san) : [],
  movesInvented: 'p' in result ? (result.movesInvented ?? []).map(({ san }) => san) : [],
});
