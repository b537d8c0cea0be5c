import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { FAILURES, queryText } from '../../core/evaluation/report/list/sample-query.ts';
import { STATE_VIEW } from '../../protocol/views.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { foldingSettled } from '../platform/first-folding.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { markDone } from '../platform/walkthrough.ts';

const FOLDER = 'statelens-samples';
/** Key of the folder that the samples were last copied to. */
const KEPT_FOLDER = 'samples.folder';

/** Opens Open Samples, optionally with the name of a tour. */
export const open = (context: FeatureContext) => {
  const opened = {
    commands: {
      'statelens.openSamples': (name?: unknown) => openSamples(context, sampleTour(name)),
      'statelens.openWalkthrough': () => openWalkthrough(context),
    },
    /** Shows a tour with the views of StateLens at the side: the first picture of a window. */
    showTour: async (name: string): Promise<void> => {
      await vscode.commands.executeCommand('workbench.view.extension.statelens');
      await openSamples(context, sampleTour(name));
    },
    dispose: () => undefined,
  };
  return opened satisfies OpenFeature;
};

async function openWalkthrough({ extension }: FeatureContext): Promise<void> {
  await closeState();
  // VS Code may have left another walkthrough open, such as its own first one.
  await vscode.commands.executeCommand('welcome.goBack').then(undefined, () => undefined);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.extension.id}#start`);
}

async function openSamples(context: FeatureContext, look: SampleTour): Promise<void> {
  const shipped = vscode.Uri.joinPath(context.extension.extensionUri, 'samples');
  if (context.platform.kind === 'web' && isText(look)) await showUntitled(shipped, look);
  else {
    const folder = await samplesFolder(context, shipped);
    if (folder === undefined) return;
    await show(vscode.Uri.joinPath(folder, look.file), look);
  }
  if (look.seen !== undefined) markDone(context.globalState, look.seen);
}

/** Returns true for a tour that can be shown without a file. */
const isText = ({ as, file }: SampleTour): boolean =>
  (as === 'text' || as === 'state' || as === 'tree') && file !== SAMPLE_TOURS.evaluate.file;

/**
 * Shows the samples as untitled texts in a browser without a folder, to be saved anywhere: all, or the one of a tour.
 */
async function showUntitled(shipped: vscode.Uri, look: SampleTour): Promise<void> {
  const open = async (name: string): Promise<vscode.TextDocument> => {
    const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(shipped, name)));
    return vscode.workspace.openTextDocument({ language: name.slice(name.lastIndexOf('.') + 1), content });
  };
  const others = SAMPLE_FILES.filter((name) => /\.(?:pgn|fen|mav)$/.test(name) && name !== look.file);
  for (const name of look === SAMPLE_TOURS.first ? others : [])
    await vscode.window.showTextDocument(await open(name), { preview: false });
  await showText(await open(look.file), look);
}

/** Returns the folder with the samples: an open one, the last one, or one that the user chooses now. */
async function samplesFolder(context: FeatureContext, shipped: vscode.Uri): Promise<vscode.Uri | undefined> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) if (await hasSamples(uri)) return uri;
  const kept = context.globalState.get<string>(KEPT_FOLDER);
  const last = kept === undefined ? undefined : vscode.Uri.parse(kept);
  if (last !== undefined && (await hasSamples(last))) return last;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: t('Copy Samples Here'),
      title: t('A folder for the StateLens samples'),
    })) ?? [];
  if (chosen === undefined) return undefined;
  const target = vscode.Uri.joinPath(chosen, FOLDER);
  try {
    await copySamples(shipped, target);
  } catch (error) {
    const reason = thrownMessage(error);
    void showMessage('error', t('the samples could not be copied to {0}: {1}', target.fsPath, reason), {
      [t('Open Samples')]: 'statelens.openSamples',
    });
    return undefined;
  }
  await context.globalState.update(KEPT_FOLDER, target.toString());
  return target;
}

/** Returns true if every file of a tour is in a folder. */
async function hasSamples(folder: vscode.Uri): Promise<boolean> {
  const looked = Object.values(SAMPLE_TOURS).map(({ file }) =>
    vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, file)),
  );
  return Promise.all(looked).then(
    () => true,
    () => false,
  );
}

/** Copies the samples; existing files may contain the user's work, and stay. */
async function copySamples(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  await fs.createDirectory(target);
  const present = new Set((await fs.readDirectory(target)).map(([name]) => name));
  for (const name of SAMPLE_FILES.filter((file) => !present.has(file)))
    await fs.writeFile(vscode.Uri.joinPath(target, name), await fs.readFile(vscode.Uri.joinPath(source, name)));
}

/** Closes the state view, unless it is pinned: its content is not that of the next tour. */
async function closeState(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const views = tabs.filter(
    ({ input, label }) =>
      input instanceof vscode.TabInputWebview && input.viewType.endsWith(STATE_VIEW) && !label.startsWith(t('Pinned')),
  );
  if (views.length > 0) await vscode.window.tabGroups.close(views);
}

async function show(file: vscode.Uri, look: SampleTour): Promise<void> {
  if (look.as !== 'state') await closeState();
  // Not on top of the view beside the text.
  await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
  switch (look.as) {
    case 'report':
      // The empty query is that of the failures, which the report then shows first.
      await vscode.commands.executeCommand('statelens.showReport', file, undefined, queryText(FAILURES));
      return;
    case 'editor':
      await vscode.commands.executeCommand('vscode.open', file);
      return;
    default:
      await showText(await vscode.workspace.openTextDocument(file), look);
  }
}

/** Maximum time that the state view waits for the text, in milliseconds: it shows nothing before the server has started. */
const FOLDING_MS = 8000;

async function showText(document: vscode.TextDocument, { as, behind = '' }: SampleTour): Promise<void> {
  const at = document.getText().indexOf(behind);
  // An earlier copy may have been edited.
  const cursor = document.positionAt(at < 0 ? 0 : at + behind.length);
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(cursor, cursor) });
  if (as === 'tree') await vscode.commands.executeCommand('statelens.openTree');
  if (as !== 'state') return;
  await foldingSettled(document, FOLDING_MS);
  // With the keyboard: its arrows and letters lead through the game.
  await vscode.commands.executeCommand('statelens.openStateView', undefined, undefined, undefined, 'keys');
}

/** Files of the samples: a browser cannot list the folder of an extension. */
export const SAMPLE_FILES = [
  'LICENSE',
  'README.md',
  'chess960.pgn',
  'countdown.trace',
  'counter.py',
  'examples.mav',
  'experiment.jsonc',
  'mav-small.mav',
  'maze.trace',
  'own-world.mcts.jsonl',
  'state-tracking.mcts.jsonl',
  'statelens_client.py',
  'states.fen',
  'traces.mav',
  'whole-game.pgn',
  'whole-game.run.jsonl',
  'world-cup.pgn',
  'world-cup.run.jsonl',
  'worlds.walk',
] as const;

/** A place in the samples that shows a feature. */
export interface SampleTour {
  readonly file: (typeof SAMPLE_FILES)[number];
  /**
   * Form of the presentation: as text, as text with the state view or its tree beside it, in VS Code's editor for the
   * file, as a report.
   */
  readonly as: 'text' | 'state' | 'tree' | 'editor' | 'report';
  /** Text before the cursor, at its first occurrence; without it the cursor is at the beginning. */
  readonly behind?: string;
  /** Context key that is set after it was shown, and completes a step of the walkthrough. */
  readonly seen?: `statelens.seen.${string}`;
}

/** Tours of the samples, by their names in links. */
export const SAMPLE_TOURS = {
  /** A mistake of a real model that one plain sentence explains. */
  first: { file: 'world-cup.pgn', as: 'state', behind: '8. O-O' },
  /** Several models about one position: one is exact, others castle into an invented board. */
  compare: { file: 'world-cup.pgn', as: 'state', behind: '8. Nb3 Nc8', seen: 'statelens.seen.compare' },
  /** Three models along a game: here one of them loses it. */
  trace: { file: 'whole-game.pgn', as: 'state', behind: '4... Nxe4', seen: 'statelens.seen.trace' },
  /** The decision for an action that the trace never tried. */
  mav: { file: 'traces.mav', as: 'state', behind: 'g3g5 : "<ctrl43>"', seen: 'statelens.seen.mav' },
  search: { file: 'state-tracking.mcts.jsonl', as: 'editor', seen: 'statelens.seen.search' },
  /** A sum that is wrong, in a search that a model could have written. */
  plan: { file: 'countdown.trace', as: 'tree', behind: '12+31=44', seen: 'statelens.seen.search' },
  report: { file: 'world-cup.run.jsonl', as: 'report', seen: 'statelens.seen.report' },
  evaluate: { file: 'experiment.jsonc', as: 'text' },
} as const satisfies Readonly<Record<string, SampleTour>>;

/** Returns the tour of a name; the first one for anything else. */
export const sampleTour = (name: unknown): SampleTour =>
  typeof name === 'string' && Object.hasOwn(SAMPLE_TOURS, name)
    ? SAMPLE_TOURS[name as keyof typeof SAMPLE_TOURS]
    : SAMPLE_TOURS.first;
