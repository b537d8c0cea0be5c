import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { messageOf } from '../../core/base/message-of.ts';
import type { RunTally } from '../../core/evaluation/runs/run-tally.ts';
import { ANSWERS_FILE } from '../../models/answers/answers-file.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { bytesOf } from '../platform/files/bytes.ts';
import { ENDING, MAX_RUN_FILES, RUN_FILES, runHome, runParts } from '../platform/files/run-files.ts';
import { baseName } from '../platform/files/uris.ts';
import { isBelow, watchDeleted } from '../platform/files/watch-deleted.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { RunCounter } from './counter.ts';

/** A file that is written all the time is counted again so often. */
const SETTLE_MS = 500;

/** A run file that the workspace holds. */
export interface CountedRun {
  readonly uri: vscode.Uri;
  /** What was counted of it; undefined until the first count is done. */
  readonly tally: RunTally | undefined;
  /** Why it cannot be read. */
  readonly fault: string | undefined;
}

interface Kept {
  readonly uri: vscode.Uri;
  /** True if it is, or may be, in segments: what there is of those is looked up for each count. */
  isSegmented: boolean;
  counter: RunCounter;
  counted: boolean;
  stale: boolean;
  fault: string | undefined;
}

/** The run files of the workspace, found when they are first asked for, followed from then on, and counted one after the other. */
export class CountedRuns implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #files = new Map<string, Kept>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #isBusy: (uri: vscode.Uri) => boolean;
  #found: Promise<void> | undefined;
  #watcher: vscode.Disposable | undefined;
  #counting: Promise<void> | undefined;
  #waiting: (() => void) | undefined;
  #isOver = false;

  /** @param isBusy whether this window writes a file itself, and knows better */
  constructor(context: FeatureContext, isBusy: (uri: vscode.Uri) => boolean) {
    this.#context = context;
    this.#isBusy = isBusy;
  }

  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** All that are known; the first call waits for the search. */
  async all(): Promise<readonly CountedRun[]> {
    this.#found ??= this.#find();
    await this.#found;
    return [...this.#files.values()].map(toFile);
  }

  /** One of them, with its numbers as they are now; undefined where there is no such file. */
  async counted(uri: vscode.Uri): Promise<CountedRun | undefined> {
    await this.all();
    const kept = this.#files.get(uri.toString()) ?? (await this.#look(uri));
    if (kept === undefined) return undefined;
    kept.stale = true;
    await this.#count();
    return toFile(kept);
  }

  /** A file was written by this window. */
  touch(uri: vscode.Uri): void {
    if (this.#found !== undefined) this.#add(uri);
  }

  dispose(): void {
    this.#isOver = true;
    this.#waiting?.();
    this.#watcher?.dispose();
    this.#changed.dispose();
  }

  async #find(): Promise<void> {
    const watcher = vscode.workspace.createFileSystemWatcher(RUN_FILES);
    this.#watcher = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate((uri) => this.#add(uri)),
      watcher.onDidChange((uri) => this.#add(uri)),
      watcher.onDidDelete((uri) => {
        const home = runHome(uri);
        if (this.#files.get(home.toString())?.isSegmented === true) this.#add(home);
        else if (this.#files.delete(home.toString())) this.#changed.fire();
      }),
      watchDeleted((folder) => {
        const gone = [...this.#files.keys()].filter((key) => isBelow(key, folder));
        for (const key of gone) this.#files.delete(key);
        if (gone.length > 0) this.#changed.fire();
      }),
    );
    for (const uri of await workspaceFiles((name) => name.endsWith(ENDING), MAX_RUN_FILES)) this.#add(uri);
  }

  async #look(uri: vscode.Uri): Promise<Kept | undefined> {
    return (await runParts(uri)).length === 0 ? undefined : this.#add(uri);
  }

  #add(uri: vscode.Uri): Kept | undefined {
    const home = runHome(uri);
    if (baseName(home) === ANSWERS_FILE) return undefined;
    const key = home.toString();
    const known = this.#files.get(key);
    if (known === undefined && this.#files.size >= MAX_RUN_FILES) return undefined;
    const kept = known ?? {
      uri: home,
      isSegmented: false,
      counter: new RunCounter([bytesOf(this.#context.platform, home)], turn),
      counted: false,
      stale: true,
      fault: undefined,
    };
    this.#files.set(key, kept);
    kept.stale = true;
    kept.isSegmented ||= home !== uri || uri.scheme !== 'file';
    if (known === undefined) this.#changed.fire();
    this.#waiting ??= systemClock.after(known === undefined ? 0 : SETTLE_MS, () => {
      this.#waiting = undefined;
      void this.#count();
    });
    return kept;
  }

  /** Counts what is stale; calls that come meanwhile wait for what is new to them, too. */
  async #count(): Promise<void> {
    while (this.#counting !== undefined) await this.#counting;
    this.#counting = this.#countAll().finally(() => {
      this.#counting = undefined;
    });
    await this.#counting;
  }

  async #countAll(): Promise<void> {
    for (const kept of this.#files.values()) {
      if (this.#isOver) return;
      if (!kept.stale || this.#isBusy(kept.uri)) continue;
      kept.stale = false;
      try {
        if (kept.isSegmented) {
          const parts = await runParts(kept.uri);
          if (parts.length === 0) {
            this.#files.delete(kept.uri.toString());
            continue;
          }
          kept.counter = new RunCounter(
            parts.map((part) => bytesOf(this.#context.platform, part)),
            turn,
          );
        }
        await kept.counter.update(() => this.#isOver);
        kept.fault = undefined;
      } catch (error) {
        kept.fault = messageOf(error);
      }
      kept.counted = true;
      if (!this.#isOver) this.#changed.fire();
    }
  }
}

const toFile = ({ uri, counter, counted, fault }: Kept): CountedRun => ({
  uri,
  tally: counted ? counter.tally : undefined,
  fault,
});

const turn = (): Promise<void> => new Promise((resolve) => void systemClock.after(0, resolve));
