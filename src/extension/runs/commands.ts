import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { Feature, FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { tell } from '../platform/tell.ts';
import { CountedRuns } from './counted.ts';
import { chosenExperiment } from './experiment-files.ts';
import { dryRunDetail, dryRunTitle } from './experiment-texts.ts';
import { ExperimentDesk } from './experiments.ts';
import { newExperiment } from './new-experiment.ts';
import { fileOfUri, jobsAt } from './place.ts';
import { type RunBench, resumeRun, runExperiment } from './start.ts';
import { rowLabel, rowText, runsStatus, waitText } from './texts.ts';
import { RUNS_VIEW, type RunRow, RunTree, verbsOf } from './tree.ts';
import { RunKeeper } from './window-runs.ts';

/** The status bar and lenses are written anew this often at most. */
const REDRAW_MS = 250;

/** Evaluation runs: the view, the status bar, the commands, and what experiments show. */
export const runsFeature: Feature = {
  name: 'runs',
  register: (context) => {
    const keeper = new RunKeeper();
    const files = new CountedRuns(context, (uri) => keeper.isBusy(fileOfUri(uri)));
    const tree = new RunTree(keeper, files);
    const desk = new ExperimentDesk(context, () => tree.rows());
    const view = vscode.window.createTreeView(RUNS_VIEW, { treeDataProvider: tree });
    const status = vscode.window.createStatusBarItem('statelens.runs', vscode.StatusBarAlignment.Left, 0);
    status.name = 'StateLens: runs';
    status.command = `${RUNS_VIEW}.focus`;
    let waiting: (() => void) | undefined;
    const changed = (): void => {
      tree.refresh();
      waiting ??= systemClock.after(REDRAW_MS, () => {
        waiting = undefined;
        desk.refresh();
        void showRunning(tree, status, view);
      });
    };
    const bench: RunBench = { context, keeper, files, changed };
    context.onEnd(() => keeper.end());
    return vscode.Disposable.from(
      files,
      tree,
      desk,
      view,
      status,
      files.onDidChange(() => desk.refresh()),
      { dispose: () => waiting?.() },
      ...experimentCommands(bench),
      ...runCommands(bench, tree),
    );
  },
};

async function showRunning(tree: RunTree, status: vscode.StatusBarItem, view: vscode.TreeView<unknown>): Promise<void> {
  const running = (await tree.rows()).flatMap(({ facts }) =>
    ['running', 'pausing', 'cancelling'].includes(facts.phase) ? [facts] : [],
  );
  view.badge =
    running.length === 0 ? undefined : { value: running.length, tooltip: `${running.length} evaluation runs go on` };
  if (running.length === 0) {
    status.hide();
    return;
  }
  const now = systemClock.now();
  const lines = running.map((facts) => {
    const wait = waitText(facts, now);
    return `${rowLabel(facts)}: ${rowText(facts)}${wait === undefined ? '' : ` · ${wait}`}`;
  });
  status.text = runsStatus(running);
  status.tooltip = `StateLens\n${lines.join('\n')}`;
  status.accessibilityInformation = { label: lines.join(', ') };
  status.show();
}

function experimentCommands(bench: RunBench): vscode.Disposable[] {
  const command = (id: string, act: (uri: vscode.Uri) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (argument: unknown) => {
      const uri = await chosenExperiment(argument);
      if (uri !== undefined) await act(uri);
    });
  return [
    command('statelens.runExperiment', (uri) => runExperiment(bench, uri, 'all')),
    command('statelens.pilotExperiment', (uri) => runExperiment(bench, uri, 'pilot')),
    command('statelens.dryRun', (uri) => dryRun(bench.context, uri)),
    vscode.commands.registerCommand('statelens.newExperiment', newExperiment),
  ];
}

async function dryRun(context: FeatureContext, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const jobs = await jobsAt(context, uri, document.getText());
  if (!jobs.ok) {
    void tell('error', `${baseName(uri)}: ${jobs.error[0]?.message ?? 'it cannot be read'}.`);
    return;
  }
  const detail = `${dryRunDetail(jobs.value.jobs)}\n\nNothing was asked. A token is taken for 3 characters.`;
  const run = 'Run';
  const chosen = await vscode.window.showInformationMessage(dryRunTitle(jobs.value.jobs), { modal: true, detail }, run);
  if (chosen === run) await vscode.commands.executeCommand('statelens.runExperiment', uri);
}

/** What each command does with a run, and which runs it is for. */
function runCommands(bench: RunBench, tree: RunTree): vscode.Disposable[] {
  const { keeper } = bench;
  const command = (id: string, verb: string, act: (uri: vscode.Uri) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (argument: unknown) => {
      const uri = await chosenRun(tree, verb, argument);
      if (uri !== undefined) await act(uri);
    });
  return [
    command('statelens.pauseRun', 'pause', (uri) => keeper.of(fileOfUri(uri))?.session.pause()),
    command('statelens.resumeRun', 'resume', (uri) => resumeRun(bench, uri, false)),
    command('statelens.retryRun', 'retry', (uri) => resumeRun(bench, uri, true)),
    command('statelens.cancelRun', 'cancel', (uri) => {
      const run = keeper.of(fileOfUri(uri));
      run?.sequence.cancel(run.session);
    }),
    command('statelens.openRunFile', 'run', (uri) => vscode.commands.executeCommand('vscode.open', uri)),
    command('statelens.showRunReport', 'report', (uri) => vscode.commands.executeCommand('statelens.showReport', uri)),
    command('statelens.copyResumeCommand', 'run', async (uri) => {
      const file = vscode.workspace.asRelativePath(uri, false);
      await vscode.env.clipboard.writeText(`statelens resume ${shellWord(file)}`);
      vscode.window.setStatusBarMessage('StateLens: the command is on the clipboard', 4000);
    }),
  ];
}

/** A path as a word for shells, those of Windows too. */
const shellWord = (text: string): string =>
  /^[\w./:~-]+$/.test(text) ? text : `"${text.replace(/(["$`])/g, '\\$1')}"`;

/** The run that a command is for: the row it was called on, the only one that it is for, or one that is picked. */
async function chosenRun(tree: RunTree, verb: string, argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  if (isRow(argument)) return argument.uri;
  const rows = (await tree.rows()).filter(({ facts }) => verbsOf(facts).includes(verb));
  if (rows.length === 0) {
    void tell('info', 'there is no such run.');
    return undefined;
  }
  const [only] = rows;
  if (rows.length === 1) return only?.uri;
  const items = rows.map(({ uri, facts }) => ({ label: rowLabel(facts), description: rowText(facts), uri }));
  return (await vscode.window.showQuickPick(items, { title: 'StateLens: run', matchOnDescription: true }))?.uri;
}

const isRow = (value: unknown): value is RunRow =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'run' && 'uri' in value;
