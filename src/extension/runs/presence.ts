import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { ANSWERS_FILE } from '../../models/statelens-folder.ts';
import { ENDING, RUN_FILES } from '../platform/files/run-files.ts';
import { watchDeleted } from '../platform/files/watch.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { EXPERIMENT_PATH, EXPERIMENTS } from './file-patterns.ts';

const SETTLE_MS = 500;

/** Sets context keys for run files and experiments in the workspace, without reading any. */
export function open(): vscode.Disposable {
  const runs = new Presence('statelens.hasRuns', RUN_FILES, (name) => name.endsWith(ENDING) && name !== ANSWERS_FILE);
  const experiments = new Presence('statelens.hasExperiments', EXPERIMENTS, (name) => EXPERIMENT_PATH.test(name));
  return vscode.Disposable.from(
    runs,
    experiments,
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      void runs.look();
      void experiments.look();
    }),
  );
}

/** A context key that is true if a file of a kind exists. */
class Presence implements vscode.Disposable {
  readonly #key: string;
  readonly #pleases: (name: string) => boolean;
  readonly #watchers: vscode.Disposable;
  #is = false;
  #waiting: (() => void) | undefined;

  constructor(key: string, glob: string, matches: (name: string) => boolean) {
    this.#key = key;
    this.#pleases = matches;
    const watcher = vscode.workspace.createFileSystemWatcher(glob, false, true, true);
    this.#watchers = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(({ path }) => {
        if (matches(path.slice(path.lastIndexOf('/') + 1))) this.#update(true);
      }),
      watchDeleted(() => {
        if (this.#is) this.#lookSoon();
      }),
    );
    void this.look();
  }

  async look(): Promise<void> {
    this.#update((await workspaceFiles(this.#pleases, 1)).length > 0);
  }

  dispose(): void {
    this.#waiting?.();
    this.#watchers.dispose();
  }

  /** Checks again after a delay: many files can be deleted together. */
  #lookSoon(): void {
    this.#waiting ??= systemClock.after(SETTLE_MS, () => {
      this.#waiting = undefined;
      void this.look();
    });
  }

  #update(is: boolean): void {
    this.#is = is;
    void vscode.commands.executeCommand('setContext', this.#key, is);
  }
}
