import type { ServerFeature } from './feature.ts';
import { actionsFeature } from './features/actions.ts';
import { formattingFeature } from './features/formatting.ts';

/** What the server does beyond diagnostics, lenses, hovers and comparisons. */
export const FEATURES: readonly ServerFeature[] = [actionsFeature, formattingFeature];
