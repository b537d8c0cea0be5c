import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { START_VIEW, START_VIEW_CLOSED } from '../platform/start-view.ts';
import type { open } from './samples.ts';

/** Key of the tour that this workspace was opened with, once it was shown. */
const SHOWN_TOUR = 'samples.tour';

/** The bundled samples, and the view Start, which leads to them: it is empty, so that VS Code shows its welcome. */
export const samples: Feature<ReturnType<typeof open>> = {
  name: 'samples',
  commands: ['statelens.openSamples', 'statelens.openWalkthrough'],
  load: () => import('./samples.ts'),
  register: ({ base: { tour, workspaceState } }, rest) => {
    const treeDataProvider = { getChildren: () => [], getTreeItem: (row: vscode.TreeItem) => row };
    if (tour !== undefined && workspaceState.get(SHOWN_TOUR) === undefined) {
      // A reload shows what was open then.
      void workspaceState.update(SHOWN_TOUR, tour);
      rest
        .open()
        .then((opened) => opened.showTour(tour))
        .catch(() => undefined);
    }
    return vscode.Disposable.from(
      ...[START_VIEW, START_VIEW_CLOSED].map((view) => vscode.window.registerTreeDataProvider(view, treeDataProvider)),
    );
  },
};
