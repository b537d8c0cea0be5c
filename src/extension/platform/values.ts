import * as vscode from 'vscode';
import type { ValueSource } from '../../core/mav/values.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';

/** Which engine values positions, and how. */
export interface ValueSettings {
  /** A program of this machine; '' for the engine that is carried along. */
  readonly path: string;
  /** Plies; undefined: the default. */
  readonly depth: number | undefined;
  /** Threads of the engine; undefined: the default. */
  readonly threads: number | undefined;
}

/** Opens who values actions, without starting anything. */
export type OpenValues = (settings: ValueSettings) => ValueSource;

/** Who values actions: opened when it is first asked for, and again when its settings change. */
export class Values implements vscode.Disposable {
  readonly #open: OpenValues | undefined;
  readonly #isTrusted: () => boolean;
  #running: { readonly key: string; readonly source: ValueSource } | undefined;

  /** @param open undefined where no engine can run */
  constructor(open: OpenValues | undefined, isTrusted: () => boolean) {
    this.#open = open;
    this.#isTrusted = isTrusted;
  }

  /** Undefined where no engine can run. */
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

  /** A program that a workspace names is started only where the user trusts it. */
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
