import { knowsPosition, nextPlies } from '../../core/evaluation/game-trace/game-traces.ts';
import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import type { ChessPrediction } from '../../core/notation/predictions/prediction.ts';
import type { Model } from '../model.ts';
import type { GameTarget } from './game-targets.ts';
import { plannedTargets } from './pgn-targets.ts';
import { type PredictionResults, type PredictTargetsOptions, predictTargets } from './predict-state.ts';

/** A game to trace. */
export interface TracedGame {
  /** Positions of its main line, by ply. */
  readonly places: readonly GameTarget[];
  /** True by ply if the model knew the position when it was asked before. */
  readonly known: ReadonlyMap<number, boolean>;
}

/**
 * Asks a model about every k-th position of games, then closer and closer around each place where it lost the position or regained it
 * (`nextPlies`). A fault or a cancellation ends it; earlier answers are kept. Never rejects.
 *
 * @param onRound called before each round with its number of positions
 */
export async function traceGames(
  model: Model,
  games: readonly TracedGame[],
  every: number,
  options: PredictTargetsOptions,
  signal: AbortSignal,
  onRound: (asked: number) => void = () => {},
): Promise<PredictionResults<GameTarget>> {
  const answered: PredictionResults<GameTarget>['answered'][number][] = [];
  const known = games.map((game) => new Map(game.known));
  const comparers = new Map<string, PairComparer>();
  for (;;) {
    const asked = games.flatMap(({ places }, g) =>
      nextPlies(known[g] ?? new Map(), places.length - 1, every).flatMap((ply) => {
        const place = places[ply];
        return place === undefined ? [] : [{ place, sample: 0, g }];
      }),
    );
    if (asked.length === 0) return { answered, faults: new Map(), unasked: 0 };
    onRound(asked.length);
    const round = await predictTargets(model, asked, options, signal);
    answered.push(...round.answered);
    const gameOf = new Map(asked.map(({ place, g }) => [place, g]));
    for (const {
      asked: { place },
      sample,
    } of round.answered) {
      const { variant, trueFen, ply } = place;
      const comparer = comparers.get(variant) ?? new PairComparer(variant);
      comparers.set(variant, comparer);
      known[gameOf.get(place) ?? 0]?.set(
        ply,
        knowsPosition(comparer.text({ trueFen, predictedFen: takenState(sample) })),
      );
    }
    // Positions without an answer would be asked for again forever.
    if (round.answered.length < asked.length) return { ...round, answered };
  }
}

/** Games of a text that can be traced for a label, with its existing predictions on their main lines. */
export interface TraceableGames {
  readonly games: readonly TracedGame[];
  /** Number of positions that already have a prediction of the label. */
  readonly skipped: number;
  /** Number of games included only up to a move that cannot be played. */
  readonly cut: number;
}

/**
 * Returns the games of a PGN to trace.
 *
 * @param existing predictions of the label: their positions are not requested again
 * @param only 0-based index of one game, in place of all
 */
export function traceable(text: string, existing: readonly ChessPrediction[], only?: number): TraceableGames {
  const comparer = { chess: new PairComparer('chess'), chess960: new PairComparer('chess960') };
  const knows = ({ variant, trueFen, fen }: ChessPrediction): boolean =>
    trueFen !== undefined && knowsPosition(comparer[variant].text({ trueFen, predictedFen: fen }));
  let index = -1;
  let cut = 0;
  let skipped = 0;
  const games: TracedGame[] = [];
  for (const line of plannedTargets(text, (length) => Array.from({ length: length + 1 }, (_, ply) => ply))) {
    index++;
    if (only !== undefined && index !== only) continue;
    const game = index;
    const own = existing.filter((item) => item.game === game && item.path.length === 0);
    games.push({ places: line.places, known: new Map(own.map((entry) => [entry.ply, knows(entry)])) });
    skipped += own.length;
    if (line.cut) cut++;
  }
  return { games, skipped, cut };
}
