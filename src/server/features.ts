import type { ServerFeature } from './feature.ts';
import { actionsFeature } from './features/actions.ts';
import { completionFeature } from './features/completion.ts';
import { formattingFeature } from './features/formatting.ts';
import { inlayHintsFeature } from './features/inlay-hints.ts';

/** What the server does beyond diagnostics, lenses, hovers and comparisons. */
export const FEATURES: readonly ServerFeature[] = [
  actionsFeature,
  completionFeature,
  formattingFeature,
  inlayHintsFeature,
];
