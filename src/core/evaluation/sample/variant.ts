import { type ComparedWorld, comparedWorld, isComparedWorld } from '../../metrics/comparison-rules.ts';

/** Games whose states are FENs, as samples name them. */
export const SAMPLE_GAMES = ['chess', 'chess960'] as const;
/** Rules of the states of a sample: FENs of a game, or states of a world. */
export type SampleVariant = (typeof SAMPLE_GAMES)[number] | ComparedWorld;

export const isSampleVariant = (value: unknown): value is SampleVariant =>
  typeof value === 'string' && (isComparedWorld(value) || (SAMPLE_GAMES as readonly string[]).includes(value));

/** Variant in files of older versions for any world. */
export const OLD_WORLD = 'world';
/** World name in files of older versions whose header does not name the world either. */
export const UNNAMED_WORLD = comparedWorld('');
