import * as vscode from 'vscode';
import type { ValueSource } from '../../core/mav/values.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';

/** Engine and settings for values of positions. */
export interface ValueSettings {
  /** A program of this machine; '' for the bundled engine. */
  readonly path: string;
  /** Plies; undefined for the default. */
  readonly depth: number | undefined;
  /** Number of threads of the engine; undefined for the default. */
  readonly threads: number | undefined;
}

/** Opens a source of action values, without starting anything. */
export type OpenValues = (settings: ValueSettings) => ValueSource;

/** The source of action values: opened on first use, and again when its settings change. */
export class Values implements vscode.Disposable {
  readonly #open: OpenValues | undefined;
  readonly #isTrusted: () => boolean;
  #running: { readonly key: string; readonly source: ValueSource } | undefined;

  /** @param open undefined if no engine can run */
  constructor(open: OpenValues | undefined, isTrusted: () => boolean) {
    this.#open = open;
    this.#isTrusted = isTrusted;
  }

  /** Returns the source; undefined if no engine can run. */
  source(): ValueSource | undefined {
    if (this.#open === undefined) return undefined;
    const settings = this.#settings();
    const key = JSON.stringify(settings);
    if (this.#running?.key === key) return this.#running.source;
    this.dispose();
    const source = this.#open(settings);
    this.#running = { key, source };
    return source;
  }

  /** Returns the settings; a program that a workspace names is started only if the user trusts it. */
  #settings(): ValueSettings {
    const section = vscode.workspace.getConfiguration(SERVER_ID);
    const path = section.get<unknown>('engine.path');
    const count = (name: string): number | undefined => {
      const value = section.get<unknown>(name);
      return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
    };
    return {
      path: this.#isTrusted() && typeof path === 'string' ? path.trim() : '',
      depth: count('engine.depth'),
      threads: count('engine.threads'),
    };
  }

  dispose(): void {
    void this.#running?.source.dispose();
    this.#running = undefined;
  }
}
