import * as vscode from 'vscode';
import { type RunRow, verbsOf } from './tree.ts';

/** What `when` clauses ask of runs, by what there is to do with one of them. */
const KEYS = {
  pause: 'statelens.canPauseRun',
  cancel: 'statelens.canCancelRun',
  resume: 'statelens.canResumeRun',
  retry: 'statelens.canRetryRun',
} as const;

/** Tells `when` clauses what can be done with one of the runs. */
export class RunKeys {
  readonly #shown = new Map<string, boolean>();

  show(rows: readonly RunRow[]): void {
    this.#tell('statelens.runsCounted', true);
    const verbs = new Set(rows.flatMap(({ facts }) => verbsOf(facts)));
    for (const [verb, key] of Object.entries(KEYS)) this.#tell(key, verbs.has(verb));
  }

  #tell(key: string, is: boolean): void {
    if (this.#shown.get(key) === is) return;
    this.#shown.set(key, is);
    void vscode.commands.executeCommand('setContext', key, is);
  }
}
