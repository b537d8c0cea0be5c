import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Planned } from '../runs/run-plan.ts';
import type { Prices, RunSample } from '../runs/run-schema.ts';
import type { ColumnValue } from '../sample/columns.ts';
import type { SampleScores } from './sample-scores.ts';
import type { ServedChange } from './served.ts';

/** Tokens of one answer, or of several; 0 where the server said nothing. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  /** Part of the output that was thought and not shown. */
  readonly reasoning: number;
  /** Part of input and output that requests of batches used up. */
  readonly batch?: { readonly input: number; readonly output: number };
}

/** Question of a sample, without the moves that lead to its position. */
type Question = Pick<
  RunSample,
  'id' | 'model' | 'template' | 'index' | 'task' | 'game' | 'gameName' | 'ply' | 'variant' | 'trueFen'
>;

/** A scored sample of a run: its question, the facts of its answer that figures need, and its scores. */
export interface ReportSample extends Readonly<Question> {
  /** The last move before the position, in SAN; of a walk its last action. */
  readonly san?: string;
  /** Null for an answer without a state, and for a failed request; `??` for an unread one. */
  readonly predicted: ColumnValue<'predicted'>;
  /** The answer holds several states; some of equal rank differ. */
  readonly several?: true;
  readonly doubtful?: true;
  /** What ended the answer, if it was not the model: a limit of tokens, a filter or the model's refusal. */
  readonly ended?: 'cut' | 'refused';
  /** Code of the fault when the request failed: then it is no answer, and in no other figure. */
  readonly error?: NonNullable<ColumnValue<'error'>>;
  readonly tokens?: TokenCounts;
  /** The answer was taken from an earlier run's: its tokens were paid for before. */
  readonly cached?: boolean;
  /** The server counted input or output alone: `tokens` are fewer than were used. */
  readonly partialTokens?: boolean;
  /** Null for a failed request, or while it is not scored. */
  readonly scores: SampleScores | null;
}

/** Returns the position of a sample, and nothing else of it. */
export const promptPosition = (
  { game, gameName, ply, variant, trueFen }: Pick<ReportSample, 'game' | 'gameName' | 'ply' | 'variant' | 'trueFen'>,
  san: string | undefined,
): Pick<ReportSample, 'game' | 'gameName' | 'ply' | 'san' | 'variant' | 'trueFen'> => ({
  game,
  ...(gameName !== undefined && { gameName }),
  ply,
  ...(san !== undefined && { san }),
  variant,
  trueFen,
});

/** The moves of a game, as far as a run asks about it. */
export interface GameMoves {
  readonly startFen: string;
  /** SAN of the half-moves, or the actions of a walk, with spaces between them. */
  readonly moves: string;
}

/** A run and its samples, of which each id comes once. */
export interface ReportRun {
  /** The run file's name, without folders. */
  readonly file: string;
  /** The PGN that `game` counts in; undefined where the run does not say. */
  readonly games?: string;
  /** What samples of the variant `world` are states of, with the names that its actions have there. */
  readonly world?: WorldSpec;
  /** Prices of the models by label, if the run has them. */
  readonly prices?: Readonly<Record<string, Prices>>;
  readonly samples: readonly ReportSample[];
  /** What it was to ask, where it says that. */
  readonly planned?: Planned | undefined;
  /** Of an imported run: what in its log was read as what, in words. */
  readonly imported?: string | undefined;
  /** Models that were served as more than one. */
  readonly served?: readonly ServedChange[] | undefined;
  /** The moves of the games, where the run or its PGN has them. */
  readonly lines?: ReadonlyMap<number, GameMoves>;
}

/** Name of what a sample is summed up under: the model, with its template where the run names one. */
export const seriesName = ({ model, template }: Pick<ReportSample, 'model' | 'template'>): string =>
  template === undefined ? model : `${model}@${template}`;

/** True if a series is a baseline: a predictor that needs no model. */
export const isBaseline = (series: string): boolean => series.startsWith('baseline:');
