import type { MavGameName } from '../core/mav/games.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import { referenceModel } from '../core/search/reference-model.ts';
import { DEFAULT_ROLLOUTS, rolloutModel } from '../core/search/rollout-model.ts';
import type { WorldModel } from '../core/search/world-model.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Model } from './model.ts';
import { type SearchModelOptions, searchModel } from './search-model.ts';

/** The options of a language model in a search. */
export type WorldOptions = Pick<SearchModelOptions, 'world' | 'scoring' | 'form' | 'dialect' | 'template' | 'settings'>;

/** The world of a search, with what it needs. */
export type World =
  /** Random games, so many a state; with a clock they let other work have its turn. */
  | { readonly kind: 'rollouts'; readonly rollouts: number; readonly seed: number; readonly clock?: Clock }
  /** Rules and values of a source. */
  | { readonly kind: 'reference'; readonly source: ValueSource; readonly game: MavGameName }
  /** MAV prompts for all actions and the best. */
  | { readonly kind: 'model'; readonly model: Model; readonly options: WorldOptions };

/** Labels of the worlds that are no models. */
export const REFERENCE_WORLD = 'reference';
export const ROLLOUTS_WORLD = 'rollouts';

/** The world model of a search, the same for the command line and the editor. */
export function worldModel(world: World): WorldModel {
  if (world.kind === 'reference') return referenceModel(world.source, world.game);
  if (world.kind === 'model') return searchModel(world.model, { ...world.options, list: 'all', best: true });
  const { rollouts, seed, clock } = world;
  return rolloutModel({ ...DEFAULT_ROLLOUTS, rollouts, seed }, clock);
}
