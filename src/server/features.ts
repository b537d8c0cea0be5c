import type { ServerFeature } from './feature.ts';
import { actionsFeature } from './features/actions.ts';
import { foldingFeature } from './features/folding.ts';
import { linksFeature } from './features/links.ts';
import { navigationFeature } from './features/navigation.ts';
import { renameFeature } from './features/rename.ts';
import { selectionFeature } from './features/selection.ts';
import { semanticTokensFeature } from './features/semantic-tokens.ts';
import { symbolsFeature } from './features/symbols.ts';
import { workspaceSymbolsFeature } from './features/workspace-symbols.ts';

/** What the server does beyond diagnostics, lenses, hovers and comparisons. */
export const FEATURES: readonly ServerFeature[] = [
  actionsFeature,
  foldingFeature,
  linksFeature,
  navigationFeature,
  renameFeature,
  selectionFeature,
  semanticTokensFeature,
  symbolsFeature,
  workspaceSymbolsFeature,
];
