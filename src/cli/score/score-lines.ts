import type { CompareJob } from '../../compute/jobs/jobs.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { LongestLines } from '../../core/evaluation/report/report-sample.ts';
import { commonScoring, type ReportScoring, type ScoreErrors } from '../../core/evaluation/report/report-scoring.ts';
import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import { comparedWorldName, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import {
  byLabel,
  type LengthSummary,
  type Summary,
  type SummaryInput,
  summarizeByLength,
  summarizePredictions,
} from '../../core/metrics/summary.ts';
import { GameClusters, lineKeys, singlePositionKeys, WALK_RULES, walkKeys } from '../../core/notation/game-clusters.ts';
import { type LabelNote, type Prediction, withoutSample } from '../../core/notation/predictions/prediction.ts';
import { worldOption } from '../../core/worlds/world-spec.ts';

/** Version of the JSON objects of `compare`, `score` and `score --summary` (docs/cli.md). New fields do not change it. */
export const SCHEMA = 1;

/** Location and content of a prediction: the first fields of a line of `score`. */
export interface PredictionPlace {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  /** 0-based, as in LSP. */
  readonly line: number;
  /** 0-based index of the game, of the record in a FEN file, or of the walk in a walk file. */
  readonly game: number;
  readonly ply: number;
  /** Move before the position, as written (in a walk of chess in SAN); null at the start position. */
  readonly san: string | null;
  /** Label as written: `model[@template][#sample]`. */
  readonly label: string;
  readonly model: string;
  /** Note on an uncertain extraction of the state: `doubtful` or `by-hand`. */
  readonly note?: LabelNote;
  /** A game, or the name of another world. */
  readonly variant: string;
  /** World as the walk names it; only for walks. */
  readonly world?: string;
  /** FEN of the true state; null if the moves up to it cannot be played. */
  readonly true: string | null;
  /** Predicted text; null for an answer without a state. */
  readonly predicted: string | null;
}

/** A line of `score`: with the comparison, or with the reason for its absence. */
export type ScoreLine = PredictionPlace & (Comparison | Unscored);

/** A prediction without a comparison. */
export interface Unscored {
  /** Reason for the absence of a comparison. */
  readonly unscored: string;
  /** Set if the answer holds something like a state that cannot be read. */
  readonly verdict?: 'unread';
}

export function predictionPlace(prediction: Prediction, file: string, line: number): PredictionPlace {
  const { game, ply, san, label, variant, world, trueFen, fen } = prediction;
  return {
    schema: SCHEMA,
    file,
    line,
    game,
    ply,
    san: san ?? null,
    label: label.text,
    model: label.model,
    ...(label.note !== undefined && { note: label.note }),
    variant: comparedWorldName(variant) ?? variant,
    ...(world !== undefined && { world: worldOption(world) }),
    true: trueFen ?? null,
    predicted: fen ?? null,
  };
}

/** Returns the job that scores a prediction whose true state is known. */
export function scoreJob(
  prediction: Prediction,
  trueFen: string,
  history: readonly HistoryPly[],
  options: CompareOptions,
): CompareJob {
  return {
    variant: prediction.variant,
    ...(isComparedWorld(prediction.variant) && { world: prediction.world }),
    trueFen,
    predictedFen: prediction.fen ?? null,
    history,
    options,
  };
}

/** Figures of one model (a label without its sample number). */
export interface ModelSummary extends Summary {
  readonly model: string;
  /**
   * Number of predictions with an unknown true state; not included in other figures, like unread ones, which `verdicts` counts.
   */
  readonly unscored: number;
  /** Number of different true states of its predictions. */
  readonly positions: number;
  /** Number of games that share no position beyond the opening. */
  readonly clusters: number;
  readonly byLength: readonly LengthSummary[];
}

/** JSON of `score --summary`. */
export interface ScoreSummary {
  readonly schema: typeof SCHEMA;
  /** Depth of `meanP` and `meanR`. */
  readonly m: number;
  /**
   * Number of scored predictions, of different true states among them, and of games that share no position beyond the opening.
   */
  readonly asked: { readonly predictions: number; readonly positions: number; readonly clusters: number };
  /** Settings for computing p and r. */
  readonly scoring: ReportScoring;
  readonly models: readonly ModelSummary[];
}

/** Line of moves that a prediction is about. */
export interface PredictionLine {
  readonly startFen: string;
  /** SAN of the moves up to the position; empty if they are not known. */
  readonly moves: readonly string[];
}

interface ScoredAnswer {
  readonly model: string;
  readonly ply: number;
  readonly game: string;
  readonly trueFen: string;
  /** Label and prompt: predictions that share them share one weight. */
  readonly key: string;
  readonly text: string | null;
  readonly comparison: SummaryInput;
  copies: number;
}

/** Collects the figures that a summary requires, instead of whole lines. */
export class SummaryBuilder {
  readonly #kept: ScoredAnswer[] = [];
  /** Number of predictions, and each different answer, by label and prompt. */
  readonly #answers = new Map<string, { n: number; readonly byText: Map<string | null, ScoredAnswer> }>();
  readonly #games = new Map<string, LongestLines>();
  /** Variant by file and game, and the world of walks of another world. */
  readonly #places = new Map<string, Pick<PredictionPlace, 'variant' | 'world'>>();
  readonly #unscored = new Map<string, number>();
  readonly #unread = new Map<string, number>();
  readonly #errors: ScoreErrors[] = [];

  add(place: PredictionPlace, comparison: Comparison, { startFen, moves }: PredictionLine): void {
    const { standardError } = comparison;
    if (standardError !== null) this.#errors.push({ p: standardError.p.at(-1) ?? 0, r: standardError.r.at(-1) ?? 0 });
    const { label, ply, file, game, variant, world, predicted } = place;
    const trueFen = place.true ?? startFen;
    const name = `${file}\n${game}`;
    const lines = this.#games.get(file) ?? new LongestLines();
    this.#games.set(file, lines);
    lines.add(game, startFen, moves);
    this.#places.set(name, { variant, ...(world !== undefined && { world }) });
    const key = fingerprint(`${label} ${variant} ${world ?? ''} ${startFen} ${moves.join(' ')}`);
    const known = this.#answers.get(key) ?? { n: 0, byText: new Map<string | null, ScoredAnswer>() };
    this.#answers.set(key, known);
    known.n++;
    const same = known.byText.get(predicted);
    if (same !== undefined) {
      same.copies++;
      return;
    }
    const { verdict, editDistance, boardAccuracy, part, wrongSquares, stale, exactMatch, valid, p, r, f, vacuous } =
      comparison;
    const kept: ScoredAnswer = {
      model: withoutSample(label),
      ply,
      game: name,
      trueFen,
      key,
      text: predicted,
      copies: 1,
      comparison: {
        verdict,
        editDistance,
        boardAccuracy,
        ...(part !== undefined && { part }),
        wrongSquares,
        stale,
        exactMatch,
        valid,
        p: p.slice(-1),
        r: r.slice(-1),
        f: f.slice(-1),
        vacuous,
      },
    };
    known.byText.set(predicted, kept);
    this.#kept.push(kept);
  }

  addUnscored({ label, verdict }: PredictionPlace & Unscored): void {
    const model = withoutSample(label);
    const counts = verdict === 'unread' ? this.#unread : this.#unscored;
    counts.set(model, (counts.get(model) ?? 0) + 1);
  }

  /** Returns the summary, with models in order of appearance; models without scores come last. */
  summary(m: number, affordance: CompareOptions['affordance'] = {}): ScoreSummary {
    const groups = byLabel(this.#kept, ({ model }) => model);
    for (const model of [...this.#unscored.keys(), ...this.#unread.keys()])
      if (!groups.has(model)) groups.set(model, []);
    const clusters = this.#clusters();
    const askedOf = (kept: readonly ScoredAnswer[]) => ({
      positions: new Set(kept.map(({ trueFen }) => trueFen)).size,
      clusters: new Set(kept.map(({ game }) => clusters.get(game))).size,
    });
    const models = Array.from(groups, ([model, kept]) => {
      const weighed = kept.map(({ ply, key, copies, comparison }) => {
        const weight = copies / (this.#answers.get(key)?.n ?? 1);
        return { ply, comparison: { ...comparison, copies, weight } };
      });
      const figures = summarizePredictions(weighed.map(({ comparison }) => comparison));
      return {
        model,
        unscored: this.#unscored.get(model) ?? 0,
        ...askedOf(kept),
        ...figures,
        verdicts: { ...figures.verdicts, unread: this.#unread.get(model) ?? 0 },
        byLength: summarizeByLength(weighed),
      };
    });
    const predictions = models.reduce((sum, { n }) => sum + n, 0);
    const asked = { predictions, ...askedOf(this.#kept) };
    return { schema: SCHEMA, m, asked, scoring: commonScoring(this.#errors, affordance), models };
  }

  /** Returns the cluster of each game, by file and number; for a game whose lines differ, by its number alone. */
  #clusters(): Map<string, number> {
    const clusters = new GameClusters();
    const walks = new GameClusters(WALK_RULES);
    const numbers = new Map<string, { readonly number: number; readonly isWalk: boolean }>();
    for (const [name, { variant, world }] of this.#places) {
      const [file = '', game] = name.split('\n');
      const line = this.#games.get(file)?.games.get(Number(game));
      const moves = line === undefined || line.moves === '' ? [] : line.moves.split(' ');
      const isChess960 = variant === 'chess960';
      const isWalk = line !== undefined && !isChessVariant(variant);
      if (isWalk) {
        const number = walks.add(walkKeys(`${variant} ${world ?? ''}`, line.startFen, moves));
        numbers.set(name, { number, isWalk });
        continue;
      }
      const keyed =
        line === undefined
          ? undefined
          : moves.length === 0
            ? singlePositionKeys(line.startFen, isChess960)
            : lineKeys(line.startFen, moves, isChess960);
      const number = clusters.add(keyed ?? { keys: [-1 - clusters.count], from: undefined });
      numbers.set(name, { number, isWalk });
    }
    const { of, count } = clusters.clusters();
    const ofWalks = walks.clusters().of;
    return new Map(
      Array.from(numbers, ([name, { number, isWalk }]) => [
        name,
        isWalk ? count + (ofWalks[number] ?? 0) : (of[number] ?? 0),
      ]),
    );
  }
}
