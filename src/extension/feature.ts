import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ValueSource } from '../core/mav/value-source.ts';
import type { ValueSettings, Values } from './values.ts';

/** What differs between VS Code on a desktop (or a remote machine) and in a browser alone. */
export interface Platform {
  /** `web`: the web worker host, with neither a file system nor an environment. */
  readonly kind: 'desktop' | 'web';
  /** A variable of the environment; always undefined on the web. */
  readonly environment: (name: string) => string | undefined;
  /** Opens who values actions, without starting anything; undefined where no engine can run. */
  readonly openValues?: (settings: ValueSettings) => ValueSource;
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
}

/** A part of the extension: it registers its commands and listeners, and gives back what ends them. */
export interface Feature {
  readonly name: string;
  register(context: FeatureContext): vscode.Disposable;
}
