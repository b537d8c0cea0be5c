import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ReportService, ReportSettings } from '../../models/report/report-session.ts';
import type { AnswerCache } from '../../models/runs/answer-cache.ts';
import type { OpenRun } from '../../models/runs/run-store.ts';
import type { ModelSource } from '../../models/source.ts';
import type { LocalFiles } from './files/bytes.ts';
import type { OpenValues, Values } from './values.ts';

/** Runs whose files are on this machine. */
export interface LocalRuns {
  readonly open: OpenRun;
  /** Answers of earlier runs in a folder. */
  cache(folder: string): AnswerCache;
}

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
  /** Opens the report of run files; nothing is read before it is asked. */
  readonly openReport: (runs: readonly vscode.Uri[], settings: ReportSettings) => ReportService;
  /** Undefined on the web. */
  readonly localFiles?: LocalFiles;
  /** Run files of this machine, with lock and sync; elsewhere runs are in segments. */
  readonly localRuns?: LocalRuns;
}

/** What every feature is given. */
export interface FeatureContext {
  readonly extension: vscode.ExtensionContext;
  readonly platform: Platform;
  /** Started already; requests wait until the server answers. */
  readonly client: BaseLanguageClient;
  /** The one output channel. Keys and contents of documents stay out of it. */
  readonly log: vscode.LogOutputChannel;
  /** Where API keys are kept, and nowhere else. */
  readonly secrets: vscode.SecretStorage;
  /** Who values actions, for reference answers. */
  readonly values: Values;
  /** What is remembered for this workspace. */
  readonly workspaceState: vscode.Memento;
  /** What is remembered for the user. */
  readonly globalState: vscode.Memento;
  /** Whether the user trusts this workspace; may become true at any time. */
  readonly isTrusted: () => boolean;
  /** What has to be ended in good order before the window closes; VS Code waits for it some seconds. */
  readonly onEnd: (end: () => Promise<void>) => void;
}

/** A part of the extension: it registers its commands and listeners, and gives back what ends them. */
export interface Feature {
  readonly name: string;
  register(context: FeatureContext): vscode.Disposable;
}
