import type { ServerFeature } from './feature.ts';
import { actionsFeature } from './features/actions.ts';
import { comparisonFeature } from './features/comparison.ts';
import { completionFeature } from './features/completion.ts';
import { foldingFeature } from './features/folding.ts';
import { formattingFeature } from './features/formatting.ts';
import { hoverFeature } from './features/hover.ts';
import { inlayHintsFeature } from './features/inlay-hints.ts';
import { lensesFeature } from './features/lenses.ts';
import { marksFeature } from './features/marks.ts';
import { linksFeature, navigationFeature } from './features/navigation.ts';
import { positionFeature } from './features/position.ts';
import { programsFeature } from './features/programs.ts';
import { renameFeature } from './features/rename.ts';
import { selectionFeature } from './features/selection.ts';
import { semanticTokensFeature } from './features/semantic-tokens.ts';
import { stateFeature } from './features/state.ts';
import { symbolsFeature, workspaceSymbolsFeature } from './features/symbols.ts';
import { traceTreeFeature } from './features/trace-tree.ts';

/** Features of the server beyond diagnostics. */
export const FEATURES: readonly ServerFeature[] = [
  actionsFeature,
  comparisonFeature,
  completionFeature,
  foldingFeature,
  formattingFeature,
  hoverFeature,
  inlayHintsFeature,
  lensesFeature,
  linksFeature,
  marksFeature,
  navigationFeature,
  positionFeature,
  programsFeature,
  renameFeature,
  selectionFeature,
  semanticTokensFeature,
  stateFeature,
  symbolsFeature,
  traceTreeFeature,
  workspaceSymbolsFeature,
];
