import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { readExperimentText, type TextProblem } from '../../models/runs/experiment-text.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { waitWords } from '../../models/wait-words.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { openDocument } from '../platform/files/document-at.ts';
import { isRunFile, RUN_FILES } from '../platform/files/run-files.ts';
import { resolveUri } from '../platform/files/uris.ts';
import { watchDeleted } from '../platform/files/watch-deleted.ts';
import { t } from '../platform/l10n.ts';
import { lensTitle } from '../platform/lens-title.ts';
import { type DoneOfExperiment, lensTitles } from './experiment-lenses.ts';
import { EXPERIMENTS, isExperiment } from './names.ts';
import { jobsAt, uriOfFile } from './place.ts';
import { holdUp, rowText } from './texts.ts';
import type { RunRow } from './tree.ts';

/** After the last key. */
const SETTLE_MS = 400;
/** Games of more bytes are looked at only when somebody asks for it. */
const MAX_BYTES = 1 << 24;

/** What is known of an experiment that is open. */
type Looked =
  | { readonly state: 'jobs'; readonly jobs: readonly RunJob[] }
  | { readonly state: 'problems'; readonly problems: readonly TextProblem[] }
  | { readonly state: 'large' };

/** A file; what has no ending may be a folder. */
const HAS_ENDING = /[^/]\.[^/.]+$/;

/** Lenses and diagnostics of the experiments that are open, made in the background. */
export class OpenExperiments implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #rows: () => Promise<readonly RunRow[]>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('statelens-experiment');
  readonly #looked = new Map<string, Looked>();
  readonly #timers = new Map<string, () => void>();
  readonly #listeners: vscode.Disposable;

  constructor(context: FeatureContext, rows: () => Promise<readonly RunRow[]>) {
    this.#context = context;
    this.#rows = rows;
    const { workspace } = vscode;
    const look = ({ uri }: vscode.TextDocument, wait = 0): void => {
      if (isExperiment(uri)) this.#lookSoon(uri, wait);
    };
    // What an experiment names may come, go and change, too.
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
      vscode.languages.registerCodeLensProvider({ pattern: EXPERIMENTS }, this),
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

  /** Runs went on. */
  refresh(): void {
    if (this.#looked.size > 0 || vscode.workspace.textDocuments.some(({ uri }) => isRunFile(uri))) this.#changed.fire();
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const looked = this.#looked.get(uri.toString());
    if (looked === undefined) return [];
    const done = looked.state === 'jobs' ? await this.#done(looked.jobs) : undefined;
    const top = new vscode.Range(0, 0, 0, 0);
    const runs = looked.state === 'jobs' ? looked.jobs.map(({ file }) => uriOfFile(file)) : [];
    return lensTitles(looked, done).map(({ of, title, tooltip, command }) => {
      const argument = of === 'runs' ? runs : uri;
      return new vscode.CodeLens(top, { title: lensTitle(title), tooltip, command, arguments: [argument] });
    });
  }

  /** Above a run file: what it holds, as far as it is counted, and its report. */
  async #runLenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
    const row = (await this.#rows()).find((one) => one.uri.toString() === uri.toString());
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

  async #done(jobs: readonly RunJob[]): Promise<DoneOfExperiment> {
    const files = new Set(jobs.map(({ file }) => uriOfFile(file).toString()));
    const facts = (await this.#rows()).flatMap((row) => (files.has(row.uri.toString()) ? [row.facts] : []));
    const now = systemClock.now();
    const wait = facts.flatMap((one) => holdUp(one, now) ?? [])[0];
    return {
      total: jobs.reduce((sum, { tasks }) => sum + tasks.count, 0),
      done: facts.reduce((sum, { answered, failed }) => sum + answered + failed, 0),
      isRunning: facts.some(({ phase }) => phase === 'running' || phase === 'queued' || phase === 'pausing'),
      ...(wait === undefined ? {} : { waits: waitWords(wait, now) }),
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
    let looked: Looked;
    if (await hasLargeGames(uri, text)) looked = { state: 'large' };
    else {
      const jobs = await jobsAt(this.#context, uri, text);
      looked = jobs.ok ? { state: 'jobs', jobs: jobs.value.jobs } : { state: 'problems', problems: jobs.error };
    }
    // An edit meanwhile has its own look.
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

/** True if the games are too many to be replayed unasked. */
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

/** A mistake as a diagnostic; none where VS Code's own check against the schema has said something of that place. */
function diagnosticOf(document: vscode.TextDocument, { offset, length, message }: TextProblem): vscode.Diagnostic[] {
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const said = vscode.languages.getDiagnostics(document.uri);
  if (said.some((other) => other.source !== SOURCE && other.range.intersection(range) !== undefined)) return [];
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = SOURCE;
  return [diagnostic];
}

const SOURCE = 'StateLens';
