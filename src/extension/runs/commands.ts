import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { shellWord } from '../../core/base/text/escape.ts';
import { finishingCommand, runRest } from '../../core/evaluation/runs/run-plan.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { dryRunDetail, dryRunTitle } from './experiment-texts.ts';
import { isExperimentText, OpenExperiments } from './experiments.ts';
import { EXPERIMENT_PATH, isExperiment, RUNS_VIEW } from './file-patterns.ts';
import { newExperiment } from './new-experiment.ts';
import { RunCounts } from './run-counts.ts';
import { jobsAt, uriToFile } from './run-storage.ts';
import { WindowRuns } from './session.ts';
import { type RunServices, resumeRun, runExperiment, tellFault } from './start-run.ts';
import { rowLabel, rowText, runsStatus } from './texts.ts';
import { ROW_DECORATIONS, RunKeys, type RunRow, RunTree, rowVerbs } from './tree.ts';

/** Minimum time between two updates of the status bar and lenses, in milliseconds. */
const REDRAW_MS = 250;
/** Interval of updates while a run is active: its time left, or how long it waits, in milliseconds. */
const COUNT_DOWN_MS = 1000;

/**
 * Evaluation runs: the commands, the rows of the view, the status bar, and the lenses and diagnostics of experiments.
 */
export class Runs implements OpenFeature {
  readonly commands: OpenFeature['commands'];
  readonly tree: RunTree;
  readonly #experiments: OpenExperiments;
  readonly #status = vscode.window.createStatusBarItem('statelens.runs', vscode.StatusBarAlignment.Left, 0);
  readonly #ends: vscode.Disposable;
  #view: vscode.TreeView<unknown> | undefined;
  #waiting: (() => void) | undefined;
  #isOver = false;
  #countingDown: (() => void) | undefined;

  constructor(context: FeatureContext) {
    const windowRuns = new WindowRuns();
    const files = new RunCounts(context, (uri) => windowRuns.isBusy(uriToFile(uri)));
    this.tree = new RunTree(context, windowRuns, files);
    this.#experiments = new OpenExperiments(context, () => this.tree.rows());
    const keys = new RunKeys();
    this.#status.name = t('StateLens: runs');
    this.#status.command = `${RUNS_VIEW}.focus`;
    const services: RunServices = { context, windowRuns, files, changed: () => this.#changed() };
    this.commands = { ...experimentCommands(services), ...runCommands(services, this.tree) };
    context.onEnd(() => windowRuns.end());
    this.#ends = vscode.Disposable.from(
      files,
      this.tree,
      this.#experiments,
      this.#status,
      vscode.window.registerFileDecorationProvider(ROW_DECORATIONS),
      this.tree.onDidChangeTreeData(() => void this.tree.rows().then((rows) => keys.show(rows))),
      files.onDidChange(() => this.#experiments.refresh()),
      { dispose: () => this.#waiting?.() },
      { dispose: () => this.#countingDown?.() },
    );
  }

  /** Shows the number of running runs in the badge of a view. */
  showIn(view: vscode.TreeView<unknown>): void {
    this.#view = view;
  }

  dispose(): void {
    this.#isOver = true;
    this.#ends.dispose();
  }

  #changed(): void {
    if (this.#isOver) return;
    this.tree.refresh();
    this.#waiting ??= systemClock.after(REDRAW_MS, () => {
      this.#waiting = undefined;
      this.#experiments.refresh();
      void showRunning(this.tree, this.#status, this.#view).then((isRunning) => {
        this.#countingDown?.();
        this.#countingDown =
          isRunning && !this.#isOver ? systemClock.after(COUNT_DOWN_MS, () => this.#changed()) : undefined;
      });
    });
  }
}

export const open = (context: FeatureContext): Runs => new Runs(context);

/** Shows the running runs in the status bar and the view's badge; returns true if there are any. */
async function showRunning(
  tree: RunTree,
  status: vscode.StatusBarItem,
  view: vscode.TreeView<unknown> | undefined,
): Promise<boolean> {
  const running = (await tree.rows()).flatMap(({ facts }) =>
    ['running', 'pausing', 'cancelling'].includes(facts.phase) ? [facts] : [],
  );
  if (view !== undefined)
    view.badge =
      running.length === 0
        ? undefined
        : { value: running.length, tooltip: t('{0} evaluation runs go on', running.length) };
  if (running.length === 0) {
    status.hide();
    return false;
  }
  const now = systemClock.now();
  const lines = running.map((facts) => `${rowLabel(facts)}: ${rowText(facts, now)}`);
  status.text = runsStatus(running, now);
  status.tooltip = `StateLens\n${lines.join('\n')}`;
  status.accessibilityInformation = { label: lines.join(', ') };
  status.show();
  return true;
}

function experimentCommands(services: RunServices): OpenFeature['commands'] {
  const forExperiment =
    (act: (uri: vscode.Uri) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const uri = await chosenExperiment(argument);
      if (uri !== undefined) await act(uri);
    };
  return {
    'statelens.runExperiment': forExperiment((uri) => runExperiment(services, uri, 'all')),
    'statelens.pilotExperiment': forExperiment((uri) => runExperiment(services, uri, 'pilot')),
    'statelens.dryRun': forExperiment((uri) => dryRun(services.context, uri)),
    'statelens.newExperiment': newExperiment,
  };
}

async function dryRun(context: FeatureContext, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const jobs = await jobsAt(context, uri, document.getText());
  if (!jobs.ok) {
    void showMessage('error', `${baseName(uri)}: ${jobs.error[0]?.message ?? t('it cannot be read')}.`);
    return;
  }
  const isOffline = jobs.value.jobs.every(({ model }) => model.endpoint === undefined);
  const note = isOffline
    ? t('Nothing was asked.')
    : t('Nothing was asked. Tokens are estimated: one for every 3 characters.');
  const detail = `${dryRunDetail(jobs.value.jobs)}\n\n${note}`;
  const run = t('Run');
  const chosen = await vscode.window.showInformationMessage(dryRunTitle(jobs.value.jobs), { modal: true, detail }, run);
  if (chosen === run) await vscode.commands.executeCommand('statelens.runExperiment', uri);
}

/** Returns the commands on runs, each with its action and the runs that it applies to. */
function runCommands(services: RunServices, tree: RunTree): OpenFeature['commands'] {
  const { windowRuns } = services;
  const forRun =
    (verb: string, act: (uri: vscode.Uri) => unknown) =>
    async (argument: unknown): Promise<void> => {
      const uri = await chosenRun(tree, verb, argument);
      if (uri !== undefined) await act(uri);
    };
  return {
    'statelens.pauseRun': forRun('pause', (uri) => windowRuns.of(uriToFile(uri))?.session.pause()),
    'statelens.resumeRun': forRun('resume', (uri) => resumeRun(services, uri, false)),
    'statelens.retryRun': forRun('retry', (uri) => resumeRun(services, uri, true)),
    'statelens.cancelRun': forRun('cancel', (uri) => {
      const run = windowRuns.of(uriToFile(uri));
      run?.sequence.cancel(run.session);
    }),
    'statelens.openRunFile': forRun('run', (uri) => vscode.commands.executeCommand('vscode.open', uri)),
    'statelens.showRunReport': forRun('report', (uri) => vscode.commands.executeCommand('statelens.showReport', uri)),
    'statelens.showRunFault': async (argument: unknown) => {
      const shown = argument instanceof vscode.Uri ? argument.toString() : undefined;
      const row = (await tree.rows()).find(({ uri }) => uri.toString() === shown);
      if (row !== undefined) tellFault(row.uri, row.facts);
    },
    'statelens.copyResumeCommand': forRun('run', async (uri) => {
      const file = vscode.workspace.asRelativePath(uri, false);
      const counts = (await services.files.counted(uri))?.tally;
      const resume = `statelens resume ${shellWord(file)}`;
      const rest = counts && runRest(counts);
      await vscode.env.clipboard.writeText(rest === undefined ? resume : finishingCommand(resume, rest));
      vscode.window.setStatusBarMessage(t('StateLens: the command is on the clipboard'), 4000);
    }),
  };
}

/** Returns the run for a command: the row of the menu, the only possible one, or one that the user picks. */
async function chosenRun(tree: RunTree, verb: string, argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  if (isRow(argument)) return argument.uri;
  const rows = (await tree.rows()).filter(({ facts }) => rowVerbs(facts).includes(verb));
  if (rows.length === 0) {
    void showMessage('info', t('there is no such run.'));
    return undefined;
  }
  const [only] = rows;
  if (rows.length === 1) return only?.uri;
  const items = rows.map(({ uri, facts }) => ({
    label: rowLabel(facts),
    description: rowText(facts, systemClock.now()),
    uri,
  }));
  return (await vscode.window.showQuickPick(items, { title: t('StateLens: run'), matchOnDescription: true }))?.uri;
}

const isRow = (value: unknown): value is RunRow =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'run' && 'uri' in value;

const MAX = 200;

/** Returns the experiment for a command: the named one, the visible one, or one that the user picks. */
async function chosenExperiment(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const shown = vscode.window.activeTextEditor?.document;
  if (shown !== undefined && (isExperiment(shown.uri) || isExperimentText(shown))) return shown.uri;
  const found = await workspaceFiles((name) => EXPERIMENT_PATH.test(name), MAX);
  if (found.length === 0) {
    void showMessage('info', t('there is no experiment in this folder.'), {
      [t('New Experiment…')]: 'statelens.newExperiment',
    });
    return undefined;
  }
  if (found.length === 1) return found[0];
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const picked = await vscode.window.showQuickPick(
    items.sort((a, b) => (a.label < b.label ? -1 : 1)),
    { title: t('StateLens: experiment') },
  );
  return picked?.uri;
}
