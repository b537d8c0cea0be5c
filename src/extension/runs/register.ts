import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { whenOpen } from '../platform/when-open.ts';
import type { open } from './commands.ts';
import { isExperiment, isRunPath, maybeExperiment, RUNS_VIEW } from './file-patterns.ts';

type Runs = ReturnType<typeof open>;
type Row = Parameters<Runs['tree']['getTreeItem']>[0];

/** Delay of the search for files after activation, in milliseconds. */
const LOOK_MS = 1500;

/** Evaluation runs and their experiments. */
export const runs: Feature<Runs> = {
  name: 'runs',
  commands: [
    'statelens.runExperiment',
    'statelens.pilotExperiment',
    'statelens.dryRun',
    'statelens.newExperiment',
    'statelens.pauseRun',
    'statelens.resumeRun',
    'statelens.retryRun',
    'statelens.cancelRun',
    'statelens.openRunFile',
    'statelens.showRunReport',
    'statelens.showRunFault',
    'statelens.copyResumeCommand',
  ],
  load: () => import('./commands.ts'),
  register({ base }, rest) {
    let looking: vscode.Disposable | undefined;
    // Files are searched once the awaited parts are loaded; it needs neither the server nor the platform.
    const timer = setTimeout(() => {
      import('./presence.ts').then(
        ({ open }) => {
          looking = open();
        },
        (error: unknown) => base.log.error(`The look for run files could not be loaded: ${String(error)}`),
      );
    }, LOOK_MS);
    let tree: Runs['tree'] | undefined;
    const changed = new vscode.EventEmitter<void>();
    const view = vscode.window.createTreeView<Row>(RUNS_VIEW, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (row) => (tree ?? (await rest.open()).tree).getChildren(row),
        // There are no rows before it is open.
        getTreeItem: (row) => tree?.getTreeItem(row) ?? rest.open().then((open) => open.tree.getTreeItem(row)),
      },
    });
    let forwarding: vscode.Disposable | undefined;
    rest.onOpen((open) => {
      tree = open.tree;
      forwarding = open.tree.onDidChangeTreeData(() => changed.fire());
      open.showIn(view);
    });
    return vscode.Disposable.from(
      changed,
      view,
      { dispose: () => forwarding?.dispose() },
      { dispose: () => clearTimeout(timer) },
      { dispose: () => looking?.dispose() },
      // Lenses and diagnostics of experiments, lenses of run files.
      whenOpen(
        (document) => isExperiment(document.uri) || isRunPath(document.uri) || maybeExperiment(document),
        () => void rest.open().catch(() => undefined),
      ),
    );
  },
};
