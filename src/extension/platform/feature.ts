import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { AnswerStore } from '../../models/answers/answers-writer.ts';
import type { importLogFile } from '../../models/import/logs/node-import-file.ts';
import type { ReportService, ReportSettings } from '../../models/report/report-session.ts';
import type { AnswerCache } from '../../models/runs/answer-cache.ts';
import type { OpenRun } from '../../models/runs/run-store.ts';
import type { ModelSource } from '../../models/sources/source.ts';
import type { Deflate, LocalFiles } from './files/bytes.ts';
import type { MavReferences } from './mav-references.ts';
import type { OpenValues, Values } from './values.ts';

/** Runs whose files are on this machine. */
export interface LocalRuns {
  readonly open: OpenRun;
  /**
   * Answers of earlier runs; undefined where nothing keeps them.
   *
   * @param workspace path of a folder whose `.statelens` may hold answers of earlier versions
   */
  cache(workspace: string | undefined): AnswerCache | undefined;
}

/** Opens the report of run files. */
export type OpenReport = (runs: readonly vscode.Uri[], settings: ReportSettings) => ReportService;

/** What differs between VS Code on a desktop (or a remote machine) and in a browser alone. */
export interface Platform {
  /** `web`: the web worker host, with neither a file system nor an environment. */
  readonly kind: 'desktop' | 'web';
  /** A variable of the environment; always undefined on the web. */
  readonly environment: (name: string) => string | undefined;
  /** Sources of models that only this platform has. */
  readonly sources?: readonly ModelSource[];
  /** Opens who values actions, without starting anything; undefined where no engine can run. */
  readonly openValues?: OpenValues;
  /** Loads what opens the report of run files; nothing is read before it is asked. */
  readonly loadReports: () => Promise<OpenReport>;
  /** Undefined on the web. */
  readonly localFiles?: LocalFiles;
  /** Where pages are a process or a network away: large texts go there compressed. Undefined on the web, where they are not. */
  readonly deflate?: Deflate;
  /** Run files of this machine, with lock and sync; elsewhere runs are in segments. */
  readonly localRuns?: LocalRuns;
  /** Imports a log of another program into a run file; undefined on the web. */
  readonly importLog?: typeof importLogFile;
  /** The run file of answers at a path of this machine; elsewhere it is written as a whole. */
  readonly localAnswers?: (path: string) => AnswerStore;
}

/** What there is from the start on, before any feature is loaded. */
export interface BaseContext {
  readonly extension: vscode.ExtensionContext;
  /** The one output channel. Keys and contents of documents stay out of it. */
  readonly log: vscode.LogOutputChannel;
  /** Where API keys are kept, and nowhere else. */
  readonly secrets: vscode.SecretStorage;
  /** What is remembered for this workspace. */
  readonly workspaceState: vscode.Memento;
  /** What is remembered for the user. */
  readonly globalState: vscode.Memento;
  /** Node, to start programs of the extension with; undefined in a browser. */
  readonly nodeProgram: string | undefined;
  /** Returns true if the user trusts this workspace, which may become true at any time. */
  readonly isTrusted: () => boolean;
  /** What has to be ended in good order before the window closes; VS Code waits for it some seconds. */
  readonly onEnd: (end: () => Promise<void>) => void;
}

/** What every feature is given once it is loaded. */
export interface FeatureContext extends BaseContext {
  /** Started already; requests wait until the server answers. */
  readonly client: BaseLanguageClient;
  readonly platform: Platform;
  /** Who values actions, for reference answers. */
  readonly values: Values;
  /** The reference answers that were asked for. */
  readonly references: MavReferences;
}

/** The module of a part that is loaded when it is first needed. */
export interface PartModule<Part extends vscode.Disposable> {
  open(context: FeatureContext): Part;
}

/** Loads the module of a part, a bundle of its own: `() => import('./part.ts')`. */
export type LoadPart<Part extends vscode.Disposable> = () => Promise<PartModule<Part>>;

/** What features are registered with. */
export interface RegisterContext {
  readonly base: BaseContext;
  /** A part that is loaded and opened by the first call; a fault is told to the user, and the call rejects. */
  readonly lazy: <Part extends vscode.Disposable>(load: LoadPart<Part>) => () => Promise<Part>;
}

/** A feature once it is loaded. */
export interface OpenFeature extends vscode.Disposable {
  /** What its commands do, by their names. */
  readonly commands: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Takes over a panel that VS Code restores, with what its page kept. */
  readonly restore?: Readonly<Record<string, (panel: vscode.WebviewPanel, state: unknown) => void | Promise<void>>>;
}

/** The part of a feature that is loaded when it is first needed. */
export interface LazyFeature<Open extends OpenFeature> {
  /** Loads and opens it, once. */
  open(): Promise<Open>;
  /** Calls back when it is open. */
  onOpen(then: (open: Open) => void): void;
}

/** A feature as the start of the extension knows it: what it answers, and how the rest of it is loaded. */
export interface Feature<Open extends OpenFeature = OpenFeature> {
  readonly name: string;
  /** The commands that it answers once it is loaded. */
  readonly commands: readonly string[];
  /** The views whose panels VS Code restores after a reload. */
  readonly panels?: readonly string[];
  /** The rest of it, a bundle of its own. */
  readonly load: LoadPart<Open>;
  /** Registers what else must be there from the start. */
  register?(context: RegisterContext, rest: LazyFeature<Open>): vscode.Disposable;
}
