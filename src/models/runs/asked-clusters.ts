import { Positions } from '../../core/evaluation/report/positions.ts';
import type { GameMoves } from '../../core/evaluation/report/report-sample.ts';
import { comparedWorld } from '../../core/metrics/compared.ts';
import type { World } from '../../core/worlds/world.ts';
import type { AskedPlace, WalkPlace } from '../asking/asked-game.ts';

type Place = AskedPlace | WalkPlace;

/** Numbers of different prompts by independent games, as a report of the run will count them. */
export function askedClusters({
  world,
  places,
}: {
  readonly world?: World<unknown> | undefined;
  readonly places: readonly Place[];
}): Float64Array {
  const positions = new Positions();
  const longest = longestLines(places);
  const prompts = new Set<number>();
  for (const place of places) {
    const { game, moves, trueFen } = place;
    const variant = 'variant' in place ? place.variant : comparedWorld(world?.name ?? '');
    // a line through a variation is no part of its game's longest one
    const lines = isBeginning(moves, longest.get(game)?.moves) ? longest : new Map([[game, lineOf(place)]]);
    prompts.add(positions.of({ lines }, { game, ply: moves.length, variant, trueFen }));
  }
  const clusters = positions.clusters();
  const sizes = new Map<number, number>();
  for (const prompt of prompts) {
    const cluster = clusters[prompt] ?? -1 - prompt;
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  }
  return Float64Array.from(sizes.values());
}

function longestLines(places: readonly Place[]): ReadonlyMap<number, GameMoves> {
  const longest = new Map<number, Place>();
  for (const place of places)
    if (place.moves.length >= (longest.get(place.game)?.moves.length ?? 0)) longest.set(place.game, place);
  return new Map(Array.from(longest, ([game, place]) => [game, lineOf(place)]));
}

const lineOf = ({ startFen, moves }: Place): GameMoves => ({ startFen, moves: moves.join(' ') });

const isBeginning = (moves: readonly string[], line = ''): boolean =>
  `${line} `.startsWith(moves.length === 0 ? '' : `${moves.join(' ')} `);
