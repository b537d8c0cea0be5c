import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { ByteHash } from '../../core/base/text/hash.ts';
import { RunReader } from '../../core/evaluation/runs/run-file.ts';
import { RunTally } from '../../core/evaluation/runs/run-tally.ts';
import { ANSWERS_FILE } from '../../models/statelens-folder.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { type ByteSource, byteSource, type OpenBytes } from '../platform/files/bytes.ts';
import { ENDING, MAX_RUN_FILES, RUN_FILES, runHome, runParts } from '../platform/files/run-files.ts';
import { baseName } from '../platform/files/uris.ts';
import { isBelow, watchDeleted } from '../platform/files/watch.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';

/** Minimum time between two counts of a file that is being written, in milliseconds. */
const SETTLE_MS = 500;

/** A run file of the workspace. */
export interface RunCount {
  readonly uri: vscode.Uri;
  /** The count; undefined until the first one is done. */
  readonly tally: RunTally | undefined;
  /** Hash of its content as counted; undefined until the first count is done. */
  readonly content: string | undefined;
  /** The reason why it cannot be read. */
  readonly fault: string | undefined;
}

interface CountEntry {
  readonly uri: vscode.Uri;
  /** True if it is, or may be, in segments, which are listed for each count. */
  isSegmented: boolean;
  counter: RunCounter;
  counted: boolean;
  stale: boolean;
  fault: string | undefined;
}

/**
 * The run files of the workspace, searched on the first request, watched from then on, and counted one after the other.
 */
export class RunCounts implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #files = new Map<string, CountEntry>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #isBusy: (uri: vscode.Uri) => boolean;
  #found: Promise<void> | undefined;
  #watcher: vscode.Disposable | undefined;
  #counting: Promise<void> | undefined;
  #waiting: (() => void) | undefined;
  #isOver = false;

  /** @param isBusy returns true for a file that this window is writing, with more current numbers */
  constructor(context: FeatureContext, isBusy: (uri: vscode.Uri) => boolean) {
    this.#context = context;
    this.#isBusy = isBusy;
  }

  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** Returns all known files; the first call waits for the search. */
  async all(): Promise<readonly RunCount[]> {
    this.#found ??= this.#find();
    await this.#found;
    return [...this.#files.values()].map(toFile);
  }

  /** Returns one of them, with current numbers; undefined if there is no such file. */
  async counted(uri: vscode.Uri): Promise<RunCount | undefined> {
    await this.all();
    const kept = this.#files.get(uri.toString()) ?? (await this.#look(uri));
    if (kept === undefined) return undefined;
    kept.stale = true;
    await this.#count();
    return toFile(kept);
  }

  /** Updates a file that this window has written. */
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

  async #look(uri: vscode.Uri): Promise<CountEntry | undefined> {
    return (await runParts(uri)).length === 0 ? undefined : this.#add(uri);
  }

  #add(uri: vscode.Uri): CountEntry | undefined {
    const home = runHome(uri);
    if (baseName(home) === ANSWERS_FILE) return undefined;
    const key = home.toString();
    const known = this.#files.get(key);
    if (known === undefined && this.#files.size >= MAX_RUN_FILES) return undefined;
    const kept = known ?? {
      uri: home,
      isSegmented: false,
      counter: new RunCounter([byteSource(this.#context.platform, home)], turn),
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

  /** Counts stale files; calls during a count also wait for the new ones. */
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
            parts.map((part) => byteSource(this.#context.platform, part)),
            turn,
          );
        }
        await kept.counter.update(() => this.#isOver);
        kept.fault = undefined;
      } catch (error) {
        kept.fault = thrownMessage(error);
      }
      kept.counted = true;
      if (!this.#isOver) this.#changed.fire();
    }
  }
}

const toFile = ({ uri, counter, counted, fault }: CountEntry): RunCount => ({
  uri,
  tally: counted ? counter.tally : undefined,
  content: counted && fault === undefined ? counter.content : undefined,
  fault,
});

const turn = (): Promise<void> => new Promise((resolve) => void systemClock.after(0, resolve));

/** Number of bytes read at a time; the host does other work in between. */
const PIECE = 1 << 18;
/** Number of bytes at the start of a file that identify it. */
const MARK = 256;

const LF = 10;

/** One file, with the position of the reading. */
interface Part {
  readonly source: ByteSource;
  reader: RunReader;
  decoder: TextDecoder;
  read: number;
  mark: Uint8Array;
  hash: ByteHash;
}

/**
 * Counts the samples of a run's file, or of its segments, piece by piece: at most one piece is in memory. Later
 * appended text is added to the count; files that were replaced are counted again.
 */
export class RunCounter {
  readonly #parts: Part[];
  readonly #turn: () => Promise<void>;
  #tally = new RunTally();

  /** @param turn lets the host do other work */
  constructor(sources: readonly ByteSource[], turn: () => Promise<void>) {
    this.#parts = sources.map((source) => newPart(source));
    this.#turn = turn;
  }

  get tally(): RunTally {
    return this.#tally;
  }

  /** Hash of what was counted. */
  get content(): string {
    return this.#parts.map(({ hash }) => hash.digest).join(' ');
  }

  /** Counts what is new. One call at a time. Rejects with the reason why a file cannot be read. */
  async update(isOver: () => boolean = () => false): Promise<void> {
    for (const part of this.#parts) {
      if (await this.#update(part, isOver)) continue;
      this.#tally = new RunTally();
      for (const item of this.#parts) Object.assign(item, newPart(item.source));
      for (const item of this.#parts) await this.#update(item, isOver);
      return;
    }
  }

  /** Returns false if a file is not the one that was read before. */
  async #update(part: Part, isOver: () => boolean): Promise<boolean> {
    const file = await part.source.open();
    try {
      if (file.size < part.read || !(await hasMark(file, part.mark))) return false;
      if (part.mark.length < MARK) part.mark = await file.read(0, Math.min(MARK, file.size));
      while (part.read < file.size && !isOver()) {
        const piece = await file.read(part.read, PIECE);
        // Whole lines only: a torn last one can be cut off and replaced by another one.
        const end = piece.lastIndexOf(LF) + 1;
        const isLast = part.read + piece.length >= file.size;
        if (end === 0 && isLast) break;
        const bytes = end === 0 ? piece : piece.subarray(0, end);
        part.read += bytes.length;
        part.hash.add(bytes);
        this.#tally.add(part.reader.push(part.decoder.decode(bytes, { stream: true })));
        await this.#turn();
      }
      return true;
    } finally {
      await file.close();
    }
  }
}

const newPart = (source: ByteSource): Part => ({
  source,
  reader: new RunReader(),
  decoder: new TextDecoder(),
  read: 0,
  mark: new Uint8Array(),
  hash: new ByteHash(),
});

async function hasMark(file: OpenBytes, mark: Uint8Array): Promise<boolean> {
  const now = await file.read(0, mark.length);
  return now.length === mark.length && mark.every((byte, i) => byte === now[i]);
}
