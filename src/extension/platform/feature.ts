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

/** Runs with files on this machine. */
export interface LocalRuns {
  readonly open: OpenRun;
  /**
   * Returns the answers of earlier runs; undefined if none are stored.
   *
   * @param workspace path of a folder whose `.statelens` may contain answers of earlier versions
   */
  cache(workspace: string | undefined): AnswerCache | undefined;
}

/** Opens the report of run files. */
export type OpenReport = (runs: readonly vscode.Uri[], settings: ReportSettings) => ReportService;

/** Differences between VS Code on a desktop (or a remote machine) and in a browser alone. */
export interface Platform {
  /** Kind of extension host; `web` is the web worker host, with neither a file system nor an environment. */
  readonly kind: 'desktop' | 'web';
  /** Returns a variable of the environment; always undefined on the web. */
  readonly environment: (name: string) => string | undefined;
  /** Sources of models of this platform. */
  readonly sources?: readonly ModelSource[];
  /** Opens a source of action values, without starting anything; undefined if no engine can run. */
  readonly openValues?: OpenValues;
  /** Loads the function that opens the report of run files; nothing is read before it is called. */
  readonly loadReports: () => Promise<OpenReport>;
  /** Files of this machine; undefined on the web. */
  readonly localFiles?: LocalFiles;
  /**
   * Compression of large texts to pages, which are a process or a network away; undefined on the web, where they are
   * not.
   */
  readonly deflate?: Deflate;
  /** Run files of this machine, with lock and sync; elsewhere runs are in segments. */
  readonly localRuns?: LocalRuns;
  /** Imports a log of another program into a run file; undefined on the web. */
  readonly importLog?: typeof importLogFile;
  /** Returns the run file of answers at a path of this machine; elsewhere it is written as a whole. */
  readonly localAnswers?: (path: string) => AnswerStore;
}

/** Services available from the start, before any feature is loaded. */
export interface BaseContext {
  readonly extension: vscode.ExtensionContext;
  /** The only output channel, without keys and contents of documents. */
  readonly log: vscode.LogOutputChannel;
  /** The only storage of API keys. */
  readonly secrets: vscode.SecretStorage;
  /** State that is stored for this workspace. */
  readonly workspaceState: vscode.Memento;
  /** State that is stored for the user. */
  readonly globalState: vscode.Memento;
  /** Path of Node for programs of the extension; undefined in a browser. */
  readonly nodeProgram: string | undefined;
  /** Name of the tour of the samples that a new window begins with (`STATELENS_TOUR`); undefined for none. */
  readonly tour: string | undefined;
  /** Returns true if the user trusts this workspace, which can change to true at any time. */
  readonly isTrusted: () => boolean;
  /** Registers a task that must be completed before the window closes; VS Code waits a few seconds for it. */
  readonly onEnd: (end: () => Promise<void>) => void;
}

/** Services for every loaded feature. */
export interface FeatureContext extends BaseContext {
  /** The client, already started; requests wait until the server answers. */
  readonly client: BaseLanguageClient;
  readonly platform: Platform;
  /** Source of action values, for reference answers. */
  readonly values: Values;
  /** Reference answers that were requested. */
  readonly references: MavReferences;
}

/** The module of a part that is loaded on first use. */
export interface PartModule<Part extends vscode.Disposable> {
  open(context: FeatureContext): Part;
}

/** Loads the module of a part, which is a separate bundle: `() => import('./part.ts')`. */
export type LoadPart<Part extends vscode.Disposable> = () => Promise<PartModule<Part>>;

/** Means of registering a feature. */
export interface RegisterContext {
  readonly base: BaseContext;
  /**
   * Returns a function that loads and opens a part with its first call; an error is shown to the user, and the call
   * rejects.
   */
  readonly lazy: <Part extends vscode.Disposable>(load: LoadPart<Part>) => () => Promise<Part>;
}

/** A feature once it is loaded. */
export interface OpenFeature extends vscode.Disposable {
  /** Functions of its commands, by name. */
  readonly commands: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Functions that take over a panel restored by VS Code, with the state that its page kept. */
  readonly restore?: Readonly<Record<string, (panel: vscode.WebviewPanel, state: unknown) => void | Promise<void>>>;
}

/** The part of a feature that is loaded on first use. */
export interface LazyFeature<Open extends OpenFeature> {
  /** Loads and opens it, once. */
  open(): Promise<Open>;
  /** Calls back when it is open. */
  onOpen(then: (open: Open) => void): void;
}

/** A feature as registered at the start of the extension: its commands and panels, and the loader of the rest. */
export interface Feature<Open extends OpenFeature = OpenFeature> {
  readonly name: string;
  /** Commands that it provides once it is loaded. */
  readonly commands: readonly string[];
  /** Views whose panels VS Code restores after a reload. */
  readonly panels?: readonly string[];
  /** Loads the rest of it, which is a separate bundle. */
  readonly load: LoadPart<Open>;
  /** Registers everything else that is needed from the start. */
  register?(context: RegisterContext, rest: LazyFeature<Open>): vscode.Disposable;
}
