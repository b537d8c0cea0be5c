import type { ServerFeature } from './feature.ts';
import { actionsFeature } from './features/actions.ts';
import { positionFeature } from './features/position.ts';

/** What the server does beyond diagnostics, lenses, hovers and comparisons. */
export const FEATURES: readonly ServerFeature[] = [actionsFeature, positionFeature];
