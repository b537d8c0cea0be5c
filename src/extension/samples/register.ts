import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';

/** Identifier of the view for newcomers; it is empty, so that VS Code shows its welcome. */
const START_VIEW = 'statelens.start';

/** The bundled samples. */
export const samples: Feature = {
  name: 'samples',
  commands: ['statelens.openSamples', 'statelens.openWalkthrough'],
  load: () => import('./samples.ts'),
  register: () =>
    vscode.window.registerTreeDataProvider<never>(START_VIEW, { getChildren: () => [], getTreeItem: (row) => row }),
};
