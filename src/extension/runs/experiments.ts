import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { PILOT } from '../../core/evaluation/runs/projection.ts';
import { waitText } from '../../models/retry.ts';
import { readExperimentText, type TextProblem } from '../../models/runs/experiment-text.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { lensTitle } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { openDocument } from '../platform/files/open-document.ts';
import { isRunFile, RUN_FILES } from '../platform/files/run-files.ts';
import { resolveUri } from '../platform/files/uris.ts';
import { watchDeleted } from '../platform/files/watch.ts';
import { t } from '../platform/l10n.ts';
import { MANY_REQUESTS } from '../platform/models/consent.ts';
import { dryRunTitle } from './experiment-texts.ts';
import { EXPERIMENTS, isExperiment, maybeExperiment } from './file-patterns.ts';
import { fileToUri, jobsAt } from './run-storage.ts';
import { holdUp, rowText } from './texts.ts';
import type { RunRow } from './tree.ts';

/** Quiet time after the last key, in milliseconds. */
const SETTLE_MS = 400;
/** Maximum size of games that are read without a request, in bytes. */
const MAX_BYTES = 1 << 24;

/** Known data of an open experiment. */
type ExperimentState =
  | { readonly state: 'jobs'; readonly jobs: readonly RunJob[] }
  | { readonly state: 'problems'; readonly problems: readonly TextProblem[] }
  | { readonly state: 'large' };

/** Pattern of a path with an extension; one without may be a folder. */
const HAS_ENDING = /[^/]\.[^/.]+$/;

/** Lenses and diagnostics of open experiments, made in the background. */
export class OpenExperiments implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #rows: () => Promise<readonly RunRow[]>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('statelens-experiment');
  readonly #looked = new Map<string, ExperimentState>();
  readonly #timers = new Map<string, () => void>();
  readonly #listeners: vscode.Disposable;

  constructor(context: FeatureContext, rows: () => Promise<readonly RunRow[]>) {
    this.#context = context;
    this.#rows = rows;
    const { workspace } = vscode;
    const look = (document: vscode.TextDocument, wait = 0): void => {
      // Once recognized by its content, a file is an experiment with mistakes, too.
      const isKnown = isExperiment(document.uri) || this.#looked.has(document.uri.toString());
      if (isKnown || isExperimentText(document)) this.#lookSoon(document.uri, wait);
    };
    // Files that an experiment names can be created, deleted and changed, too.
    const games = workspace.createFileSystemWatcher('**/*.{pgn,md}');
    const again = (): void => workspace.textDocuments.forEach((document) => look(document, SETTLE_MS));
    this.#listeners = vscode.Disposable.from(
      workspace.onDidOpenTextDocument((document) => look(document)),
      workspace.onDidSaveTextDocument((document) => look(document)),
      workspace.onDidChangeTextDocument(({ document }) => look(document, SETTLE_MS)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      workspace.onDidGrantWorkspaceTrust(again),
      games,
      games.onDidCreate(again),
      games.onDidChange(again),
      games.onDidDelete(again),
      watchDeleted(({ path }) => {
        if (!HAS_ENDING.test(path)) again();
      }),
      vscode.languages.registerCodeLensProvider(
        [{ pattern: EXPERIMENTS }, { language: 'json' }, { language: 'jsonc' }],
        this,
      ),
      vscode.languages.registerCodeLensProvider(
        { pattern: RUN_FILES },
        { onDidChangeCodeLenses: this.#changed.event, provideCodeLenses: ({ uri }) => this.#runLenses(uri) },
      ),
    );
    for (const document of workspace.textDocuments) look(document);
  }

  get onDidChangeCodeLenses(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** Requests the lenses again after progress of runs. */
  refresh(): void {
    if (this.#looked.size > 0 || vscode.workspace.textDocuments.some(({ uri }) => isRunFile(uri))) this.#changed.fire();
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const looked = this.#looked.get(uri.toString());
    if (looked === undefined) return [];
    const done = looked.state === 'jobs' ? await this.#done(looked.jobs) : undefined;
    const top = new vscode.Range(0, 0, 0, 0);
    const runs = looked.state === 'jobs' ? looked.jobs.map(({ file }) => fileToUri(file)) : [];
    return lensTitles(looked, done).map(({ of, title, tooltip, command }) => {
      const given = command === 'statelens.retryRun' ? [] : [of === 'runs' ? runs : uri];
      return new vscode.CodeLens(top, { title: lensTitle(title), tooltip, command, arguments: given });
    });
  }

  /** Returns the lenses of a run file: its contents, as far as counted, and its report. */
  async #runLenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
    const row = (await this.#rows()).find((item) => item.uri.toString() === uri.toString());
    const held = row === undefined ? [] : [rowText(row.facts, systemClock.now())];
    const title = lensTitle(`$(graph) ${[...held, t('Show Report')].join(' · ')}`);
    const command = { title, command: 'statelens.showReport', arguments: [uri] };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  dispose(): void {
    for (const stop of this.#timers.values()) stop();
    this.#listeners.dispose();
    this.#diagnostics.dispose();
    this.#changed.dispose();
  }

  async #done(jobs: readonly RunJob[]): Promise<ExperimentProgress> {
    const files = new Set(jobs.map(({ file }) => fileToUri(file).toString()));
    const facts = (await this.#rows()).flatMap((row) => (files.has(row.uri.toString()) ? [row.facts] : []));
    const now = systemClock.now();
    const wait = facts.flatMap((item) => holdUp(item, now) ?? [])[0];
    return {
      total: jobs.reduce((sum, { tasks }) => sum + tasks.count, 0),
      done: facts.reduce((sum, { answered }) => sum + answered, 0),
      failed: facts.reduce((sum, { failed }) => sum + failed, 0),
      isRunning: facts.some(({ phase }) => phase === 'running' || phase === 'queued' || phase === 'pausing'),
      ...(wait === undefined ? {} : { waits: waitText(wait, now) }),
    };
  }

  #lookSoon(uri: vscode.Uri, wait: number): void {
    const key = uri.toString();
    this.#timers.get(key)?.();
    this.#timers.set(
      key,
      systemClock.after(wait, () => {
        this.#timers.delete(key);
        void this.#look(uri);
      }),
    );
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#timers.get(key)?.();
    this.#timers.delete(key);
    this.#looked.delete(key);
    this.#diagnostics.delete(uri);
  }

  async #look(uri: vscode.Uri): Promise<void> {
    const document = openDocument(uri);
    if (document === undefined) return;
    const { version } = document;
    const text = document.getText();
    let looked: ExperimentState;
    if (await hasLargeGames(uri, text)) looked = { state: 'large' };
    else {
      const jobs = await jobsAt(this.#context, uri, text);
      looked = jobs.ok ? { state: 'jobs', jobs: jobs.value.jobs } : { state: 'problems', problems: jobs.error };
    }
    // An edit meanwhile starts a new reading.
    if (openDocument(uri)?.version !== version) return;
    this.#looked.set(uri.toString(), looked);
    const problems = looked.state === 'problems' ? looked.problems : [];
    this.#diagnostics.set(
      uri,
      problems.flatMap((problem) => diagnosticOf(document, problem)),
    );
    this.#changed.fire();
  }
}

/** Returns true for JSON under any name that reads as an experiment. */
export const isExperimentText = (document: vscode.TextDocument): boolean =>
  maybeExperiment(document) && readExperimentText(document.getText()).ok;

/** Returns true if the games are too large to be replayed without a request. */
async function hasLargeGames(uri: vscode.Uri, text: string): Promise<boolean> {
  const read = readExperimentText(text);
  if (!read.ok) return false;
  const { games: named } = read.value.experiment;
  if (named === undefined) return false;
  const games = resolveUri(vscode.Uri.joinPath(uri, '..'), named);
  return vscode.workspace.fs.stat(games).then(
    ({ size }) => size > MAX_BYTES,
    () => false,
  );
}

/** Returns an error as a diagnostic; none if VS Code's own check against the schema reports one there. */
function diagnosticOf(document: vscode.TextDocument, { offset, length, message }: TextProblem): vscode.Diagnostic[] {
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const existing = vscode.languages.getDiagnostics(document.uri);
  if (existing.some((other) => other.source !== SOURCE && other.range.intersection(range) !== undefined)) return [];
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = SOURCE;
  return [diagnostic];
}

const SOURCE = 'StateLens';

/** Progress of an experiment's runs. */
interface ExperimentProgress {
  readonly total: number;
  /** Number of answered samples, and of failed ones. */
  readonly done: number;
  readonly failed: number;
  readonly isRunning: boolean;
  /** The reason of a wait: `rate limited (429), attempt 3, next try in 8 s`. */
  readonly waits?: string;
}

/** A lens above an experiment; its command gets the experiment's URI, or those of its run files. */
export interface LensTitle {
  readonly of?: 'runs';
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
}

type ExperimentFacts =
  | { readonly state: 'jobs'; readonly jobs: readonly RunJob[] }
  | { readonly state: 'problems'; readonly problems: readonly TextProblem[] }
  | { readonly state: 'large' };

const RUN: LensTitle = {
  title: t('$(play) Run'),
  tooltip: t('Ask all models, one after the other; what was answered is kept at every moment'),
  command: 'statelens.runExperiment',
};
const PILOT_RUN: LensTitle = {
  title: t('Run a pilot of {0}', PILOT),
  tooltip: t('Ask {0} samples drawn at random of each model, and project tokens and cost of the whole', PILOT),
  command: 'statelens.pilotExperiment',
};

/** Returns the lenses above an experiment. */
export function lensTitles(looked: ExperimentFacts, done: ExperimentProgress | undefined): LensTitle[] {
  if (looked.state === 'problems') {
    const [first] = looked.problems;
    const what = first?.message ?? t('it cannot be read');
    const others = looked.problems.length - 1;
    const title = `$(error) ${others > 0 ? t('{0} (and {1} more)', what, others) : what}`;
    return [{ title, tooltip: t('Show the mistakes'), command: 'workbench.actions.view.problems' }];
  }
  if (looked.state === 'large') {
    const title = t('Dry run…');
    return [{ title, tooltip: t('The games are many: count them now'), command: 'statelens.dryRun' }, RUN];
  }
  const dry = {
    title: dryRunTitle(looked.jobs),
    tooltip: t('By model, without asking anything'),
    command: 'statelens.dryRun',
  };
  return [dry, ...runLenses(looked.jobs, done)];
}

const of = (n: number, total: number): string =>
  t('{0} of {1}', n.toLocaleString('en-US'), total.toLocaleString('en-US'));

function runLenses(jobs: readonly RunJob[], done: ExperimentProgress | undefined): LensTitle[] {
  const isBegun = done !== undefined && done.done + done.failed > 0;
  const counts = isBegun ? t('{0} done', of(done.done, done.total)) : undefined;
  if (done?.isRunning === true) {
    const { waits, total, done: n } = done;
    const running = waits === undefined ? `$(sync~spin) ${counts ?? t('runs')}` : `$(watch) ${waits} · ${of(n, total)}`;
    return [{ title: running, tooltip: t('Show the runs'), command: 'statelens.runs.focus' }];
  }
  if (!isBegun) return isMany(jobs) ? [RUN, PILOT_RUN] : [RUN];
  if (done.done + done.failed < done.total)
    return [
      {
        ...RUN,
        title: t('$(play) {0} · Resume', counts ?? ''),
        tooltip: t('Ask for the rest; nothing is asked twice'),
      },
    ];
  return done.failed === 0 ? [reportLens(t('$(pass) {0} · Show Report', counts ?? ''))] : failedLenses(done);
}

const reportLens = (title: string): LensTitle => ({
  of: 'runs',
  title,
  tooltip: t('Of all its runs'),
  command: 'statelens.showReport',
});

/** Returns the lenses of runs that have ended with failures. */
const failedLenses = ({ done, failed, total }: ExperimentProgress): LensTitle[] => [
  {
    title: t('$(warning) {0} answered, {1} failed · Retry', of(done, total), failed.toLocaleString('en-US')),
    tooltip: t('Ask again for what failed'),
    command: 'statelens.retryRun',
  },
  reportLens(t('Show Report')),
];

const isMany = (jobs: readonly RunJob[]): boolean =>
  jobs.some(({ model, tasks }) => model.endpoint !== undefined && tasks.count > MANY_REQUESTS);
