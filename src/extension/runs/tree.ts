import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { TallyGroup } from '../../core/evaluation/runs/run-tally.ts';
import { t } from '../platform/l10n.ts';
import type { RunCounts } from './run-counts.ts';
import { fileFacts, sessionFacts } from './run-facts.ts';
import { fileToUri, uriToFile } from './run-storage.ts';
import type { WindowRuns } from './session.ts';
import { holdUp, RUN_ICONS, type RunFacts, rowLabel, rowText, rowTooltip, WAITING_ICON } from './texts.ts';

/** A run in the view. */
export interface RunRow {
  readonly kind: 'run';
  readonly uri: vscode.Uri;
  readonly facts: RunFacts;
  readonly groups: readonly TallyGroup[];
}

interface GroupRow {
  readonly kind: 'group';
  readonly group: TallyGroup;
}

/** Minimum time between two updates of the view, in milliseconds. */
const REDRAW_MS = 250;

/** Returns the possible actions on a row, as `when` clauses name them. */
export function rowVerbs({ phase, answered, failed, total = 0 }: RunFacts): readonly string[] {
  const verbs = ['run'];
  if (phase === 'running' || phase === 'queued') verbs.push('pause');
  if (phase === 'paused' || phase === 'stopped') verbs.push('resume');
  if (phase === 'incomplete' && answered + failed < total) verbs.push('resume');
  if (['queued', 'running', 'pausing', 'paused'].includes(phase)) verbs.push('cancel');
  const isOver = ['paused', 'stopped', 'incomplete', 'complete'].includes(phase);
  if (isOver && failed > 0 && total > 0) verbs.push('retry');
  if (phase !== 'damaged' && phase !== 'counting') verbs.push('report');
  return verbs;
}

/** The tree of runs: those of this window first, in the order of their starts, then the files of the workspace. */
export class RunTree implements vscode.TreeDataProvider<RunRow | GroupRow>, vscode.Disposable {
  readonly #windowRuns: WindowRuns;
  readonly #files: RunCounts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  #waiting: (() => void) | undefined;

  constructor(windowRuns: WindowRuns, files: RunCounts) {
    this.#windowRuns = windowRuns;
    this.#files = files;
    this.#listener = files.onDidChange(() => this.refresh());
  }

  get onDidChangeTreeData(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** Updates the view after a delay: thousands of calls per second are one update. */
  refresh(): void {
    this.#waiting ??= systemClock.after(REDRAW_MS, () => {
      this.#waiting = undefined;
      this.#changed.fire();
    });
  }

  dispose(): void {
    this.#waiting?.();
    this.#listener.dispose();
    this.#changed.dispose();
  }

  /** Returns all runs. */
  async rows(): Promise<readonly RunRow[]> {
    const files = new Map((await this.#files.all()).map((file) => [uriToFile(file.uri), file]));
    const rows: RunRow[] = this.#windowRuns.sessions.flatMap((session) => {
      const { file } = session.job;
      const there = files.get(file);
      // A file that was deleted after its run is no longer a run.
      if (there === undefined && session.executed !== undefined && !this.#windowRuns.isBusy(file)) return [];
      const groups = this.#windowRuns.isBusy(file) ? [] : (there?.tally?.groups ?? []);
      return [{ kind: 'run', uri: fileToUri(file), facts: sessionFacts(session, there?.tally), groups }];
    });
    for (const { uri, tally, fault } of files.values()) {
      const file = uriToFile(uri);
      if (this.#windowRuns.of(file) !== undefined) continue;
      rows.push({ kind: 'run', uri, facts: fileFacts(file, tally, fault), groups: tally?.groups ?? [] });
    }
    return rows;
  }

  async getChildren(row?: RunRow | GroupRow): Promise<(RunRow | GroupRow)[]> {
    if (row === undefined) return [...(await this.rows())];
    return row.kind === 'group' ? [] : row.groups.map((group) => ({ kind: 'group', group }));
  }

  getTreeItem(row: RunRow | GroupRow): vscode.TreeItem {
    return row.kind === 'run' ? runItem(row) : groupItem(row.group);
  }
}

function runItem({ uri, facts, groups }: RunRow): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(rowLabel(facts), groups.length > 1 ? Collapsed : None);
  const now = systemClock.now();
  const text = rowText(facts, now);
  item.id = uri.toString();
  item.description = text;
  item.iconPath = new vscode.ThemeIcon(holdUp(facts, now) === undefined ? RUN_ICONS[facts.phase] : WAITING_ICON);
  item.tooltip = new vscode.MarkdownString(rowTooltip(facts, now));
  item.contextValue = `${rowVerbs(facts).join(':')}:`;
  item.accessibilityInformation = { label: `${rowLabel(facts)}, ${text.replaceAll(' · ', ', ')}` };
  return item;
}

function groupItem({ name, answered, failed }: TallyGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.description = [
    t('{0} answered', answered.toLocaleString('en-US')),
    ...(failed > 0 ? [t('{0} failed', failed.toLocaleString('en-US'))] : []),
  ].join(' · ');
  return item;
}

/** Context keys of `when` clauses, by the possible actions on a run. */
const KEYS = {
  pause: 'statelens.canPauseRun',
  cancel: 'statelens.canCancelRun',
  resume: 'statelens.canResumeRun',
  retry: 'statelens.canRetryRun',
} as const;

/** Sets the context keys for the possible actions on any run. */
export class RunKeys {
  readonly #shown = new Map<string, boolean>();

  show(rows: readonly RunRow[]): void {
    this.#setContext('statelens.runsCounted', true);
    const verbs = new Set(rows.flatMap(({ facts }) => rowVerbs(facts)));
    for (const [verb, key] of Object.entries(KEYS)) this.#setContext(key, verbs.has(verb));
  }

  #setContext(key: string, is: boolean): void {
    if (this.#shown.get(key) === is) return;
    this.#shown.set(key, is);
    void vscode.commands.executeCommand('setContext', key, is);
  }
}
