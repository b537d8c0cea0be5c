import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Planned } from '../runs/run-plan.ts';
import type { Prices, RunSample } from '../runs/run-schema.ts';
import type { ColumnValue } from '../sample/columns.ts';
import type { RunMethods } from './run-methods.ts';
import type { SampleScores } from './sample-scores.ts';
import type { ServedChange } from './served.ts';

/** Tokens of one answer, or of several; 0 where the server reported nothing. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  /** Reasoning tokens: the part of the output that is not in the answer. */
  readonly reasoning: number;
  /** Part of input and output that requests of batches used up. */
  readonly batch?: { readonly input: number; readonly output: number };
}

/** Question of a sample, without the moves that lead to its position. */
type Question = Pick<
  RunSample,
  'id' | 'model' | 'template' | 'index' | 'task' | 'game' | 'gameName' | 'ply' | 'variant' | 'trueFen'
>;

/** Scored sample of a run: its question, the facts of its answer that figures need, and its scores. */
export interface ReportSample extends Readonly<Question> {
  /** Last move before the position, in SAN; for a walk its last action. */
  readonly san?: string;
  /** Null for an answer without a state, and for a failed request; `??` for an unread one. */
  readonly predicted: ColumnValue<'predicted'>;
  /** True if the answer holds several states; if states of equal rank differ. */
  readonly several?: true;
  readonly doubtful?: true;
  /** Reason why the answer ended early: a limit of tokens, or a filter or the model's refusal. */
  readonly ended?: 'cut' | 'refused';
  /** Code of the fault when the request failed: the sample is then no answer, and in no other figure. */
  readonly error?: NonNullable<ColumnValue<'error'>>;
  readonly tokens?: TokenCounts;
  /** True if the answer comes from the cache of an earlier run: its tokens were paid for before. */
  readonly cached?: boolean;
  /** True if the server counted input or output alone: `tokens` is then a lower bound. */
  readonly partialTokens?: boolean;
  /** Null for a failed request, and until it is scored. */
  readonly scores: SampleScores | null;
}

/** Returns the position of a sample, without its other fields. */
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

/** Moves of a game, as far as a run asks about it. */
export interface GameMoves {
  readonly startFen: string;
  /** SAN of the plies, or the actions of a walk, with spaces between them. */
  readonly moves: string;
}

/** Run with its samples, one for each id. */
export interface ReportRun {
  /** Name of the run file, without folders. */
  readonly file: string;
  /** PGN that `game` counts in; undefined where the run does not state it. */
  readonly games?: string;
  /** World of samples of the variant `world`, with the names that its actions have there. */
  readonly world?: WorldSpec;
  /** Prices of the models by label, if the run has them. */
  readonly prices?: Readonly<Record<string, Prices>>;
  readonly samples: readonly ReportSample[];
  /** Plan of the run, where it states one. */
  readonly planned?: Planned | undefined;
  /** Description of how the log of an imported run was read. */
  readonly imported?: string | undefined;
  /** How the run was made; undefined for baselines of the report. */
  readonly methods?: RunMethods | undefined;
  /** Models that were served under several names or fingerprints. */
  readonly served?: readonly ServedChange[] | undefined;
  /** Moves of the games, where the run or its PGN has them. */
  readonly lines?: ReadonlyMap<number, GameMoves>;
}

/** Returns the name of a sample's series: the model, with its template where the run names one. */
export const seriesName = ({ model, template }: Pick<ReportSample, 'model' | 'template'>): string =>
  template === undefined ? model : `${model}@${template}`;

/** Returns true if a series is a baseline: a predictor that needs no model. */
export const isBaseline = (series: string): boolean => series.startsWith('baseline:');

/** Sample with its numbers in a report, and its weight. */
export interface WeightedSample {
  readonly sample: ReportSample;
  readonly run: ReportRun;
  /** Number of the prompt: equal for the same line of moves. */
  readonly prompt: number;
  /** Number of the true state. */
  readonly state: number;
  /** Number of the cluster of games. */
  readonly cluster: number;
  /** 1 over the scored samples of the same prompt and sample number. */
  readonly weight: number;
  /** Number of that prompt and sample number within the series; -1 without scores. */
  readonly item: number;
  /** True if other samples have the same prompt and sample number. */
  readonly isShared: boolean;
  /** True if an earlier one of those holds the same answer. */
  readonly isCopy: boolean;
  /** Samples that hold this answer, if it is no copy. */
  copies: number;
  /** Prices of its model, where the run states them. */
  readonly prices: Prices | undefined;
}

/**
 * Longest line of each game that samples ask about. A game with two different lines is left out: its samples are about different games.
 */
export class LongestLines {
  readonly #games = new Map<number, GameMoves>();
  readonly #torn = new Set<number>();

  get games(): ReadonlyMap<number, GameMoves> {
    return this.#games;
  }

  /** @param moves SAN, as a list or as a text with spaces between them */
  add(game: number, startFen: string, moves: readonly string[] | string): void {
    if (this.#torn.has(game)) return;
    const text = typeof moves === 'string' ? moves : moves.join(' ');
    const known = this.#games.get(game);
    if (known === undefined) {
      this.#games.set(game, { startFen, moves: text });
      return;
    }
    const [short, long] = text.length < known.moves.length ? [text, known.moves] : [known.moves, text];
    if (known.startFen === startFen && (short === '' || `${long} `.startsWith(`${short} `))) {
      if (long !== known.moves) this.#games.set(game, { startFen, moves: long });
      return;
    }
    this.#torn.add(game);
    this.#games.delete(game);
  }
}
