import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { FAILURES, queryText } from '../../core/evaluation/report/list/sample-query.ts';
import type { TallyGroup } from '../../core/evaluation/runs/run-tally.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import type { RunCounts } from './run-counts.ts';
import { fileFacts, sessionFacts } from './run-facts.ts';
import { type RowFigures, RunScores } from './run-scores.ts';
import { fileToUri, uriToFile } from './run-storage.ts';
import type { WindowRuns } from './session.ts';
import { type RowAlarm, type RunFacts, rowAlarm, rowIcon, rowLabel, rowText, rowTooltip } from './texts.ts';

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
  /** Run of the group. */
  readonly uri: vscode.Uri;
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

/** Phases of rows on top: running ones, then those that wait for their turn. */
const ON_TOP: readonly RunFacts['phase'][] = ['running', 'pausing', 'cancelling', 'queued'];

/** Returns the rank of a row, the top first. */
const rowRank = ({ facts: { phase } }: RunRow): number => (phase === 'queued' ? 1 : ON_TOP.includes(phase) ? 0 : 2);

/**
 * The tree of runs: active ones on top, then the others of this window in the order of their starts, then the files of
 * the workspace.
 */
export class RunTree implements vscode.TreeDataProvider<RunRow | GroupRow>, vscode.Disposable {
  readonly #windowRuns: WindowRuns;
  readonly #files: RunCounts;
  readonly #scores: RunScores;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** Files of runs of this window that were found since they ended. */
  readonly #known = new Set<string>();
  #waiting: (() => void) | undefined;
  /** True once the view was on the screen: only then rows are scored. */
  #isShown = false;

  constructor(context: FeatureContext, windowRuns: WindowRuns, files: RunCounts) {
    this.#windowRuns = windowRuns;
    this.#files = files;
    this.#scores = new RunScores(context, () => this.refresh());
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
    this.#scores.dispose();
    this.#listener.dispose();
    this.#changed.dispose();
  }

  /** Returns all runs. */
  async rows(): Promise<readonly RunRow[]> {
    const files = new Map((await this.#files.all()).map((file) => [uriToFile(file.uri), file]));
    const rows: RunRow[] = this.#windowRuns.sessions.flatMap((session) => {
      const { file } = session.job;
      const there = files.get(file);
      const isBusy = this.#windowRuns.isBusy(file);
      // A file that was deleted after its run is no longer a run; one that is not known yet is.
      if (there === undefined && this.#known.has(file) && !isBusy) return [];
      if (isBusy) this.#known.delete(file);
      else if (there !== undefined) this.#known.add(file);
      const uri = fileToUri(file);
      const answered = (isBusy ? session.progress?.answered : undefined) ?? there?.tally?.answered ?? 0;
      const figures = this.#figures(uri, answered, isBusy ? undefined : there?.content);
      const facts = sessionFacts(session, there?.tally, figures);
      return [{ kind: 'run', uri, facts, groups: isBusy ? [] : (there?.tally?.groups ?? []) }];
    });
    for (const { uri, tally, content, fault } of files.values()) {
      const file = uriToFile(uri);
      if (this.#windowRuns.of(file) !== undefined) continue;
      const figures = content === undefined ? undefined : this.#figures(uri, tally?.answered ?? 0, content);
      rows.push({ kind: 'run', uri, facts: fileFacts(file, tally, fault, figures), groups: tally?.groups ?? [] });
    }
    return rows.sort((a, b) => rowRank(a) - rowRank(b));
  }

  #figures(uri: vscode.Uri, answered: number, content: string | undefined): RowFigures | undefined {
    return this.#isShown ? this.#scores.figures({ uri, answered, content }) : undefined;
  }

  async getChildren(row?: RunRow | GroupRow): Promise<(RunRow | GroupRow)[]> {
    if (row?.kind === 'group') return [];
    if (row !== undefined) return row.groups.map((group) => ({ kind: 'group', group, uri: row.uri }));
    this.#isShown = true;
    return [...(await this.rows())];
  }

  getTreeItem(row: RunRow | GroupRow): vscode.TreeItem {
    return row.kind === 'run' ? runItem(row) : groupItem(row);
  }
}

function runItem({ uri, facts, groups }: RunRow): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(rowLabel(facts), groups.length > 1 ? Collapsed : None);
  const now = systemClock.now();
  const text = rowText(facts, now);
  item.id = uri.toString();
  item.description = text;
  const alarm = rowAlarm(facts);
  const done = facts.phase === 'complete' ? new vscode.ThemeColor('testing.iconPassed') : undefined;
  const color = alarm === undefined ? done : alarmColor(alarm);
  item.iconPath = new vscode.ThemeIcon(rowIcon(facts, now), color);
  if (alarm !== undefined) item.resourceUri = vscode.Uri.from({ scheme: ALARM_SCHEME, path: `/${alarm}` });
  const command = rowCommand(facts);
  if (command !== undefined) item.command = { title: command.title, command: command.id, arguments: [uri] };
  item.tooltip = new vscode.MarkdownString(rowTooltip(facts, now));
  item.contextValue = `${rowVerbs(facts).join(':')}:`;
  item.accessibilityInformation = { label: `${rowLabel(facts)}, ${text.replaceAll(' · ', ', ')}` };
  return item;
}

/** Returns the color of the icon and label of a row with an alarm. */
const alarmColor = (alarm: RowAlarm): vscode.ThemeColor =>
  alarm === 'error' ? new vscode.ThemeColor('list.errorForeground') : new vscode.ThemeColor('list.warningForeground');

/** Returns the command of a click on a row: the reason where something went wrong, else the report of what is there. */
function rowCommand(facts: RunFacts): { readonly id: string; readonly title: string } | undefined {
  if (rowAlarm(facts) !== undefined) return { id: 'statelens.showRunFault', title: t('Show what went wrong') };
  const hasReport = ['complete', 'imported', 'incomplete', 'paused', 'stopped'].includes(facts.phase);
  return hasReport && facts.answered > 0 ? { id: 'statelens.showReport', title: t('Show Report') } : undefined;
}

/** Scheme of the URIs that give rows their color. */
const ALARM_SCHEME = 'statelens-run';

/** Colors the labels of runs that stopped or have failures. */
export const ROW_DECORATIONS: vscode.FileDecorationProvider = {
  provideFileDecoration: ({ scheme, path }) =>
    scheme === ALARM_SCHEME ? { color: alarmColor(path === '/error' ? 'error' : 'warning') } : undefined,
};

function groupItem({ group, uri }: GroupRow): vscode.TreeItem {
  const { name, template, answered, failed } = group;
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.description = [
    t('{0} answered', answered.toLocaleString('en-US')),
    ...(failed > 0 ? [t('{0} failed', failed.toLocaleString('en-US'))] : []),
  ].join(' · ');
  const query = template === undefined ? [] : [undefined, queryText({ ...FAILURES, only: { template } })];
  item.command = { title: t('Show Report'), command: 'statelens.showReport', arguments: [uri, ...query] };
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
