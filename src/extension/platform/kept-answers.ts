import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { isChosenByHand } from '../../core/answers/reading-text.ts';
import { AnswerIndex } from '../../models/answers/answer-index.ts';
import type { AnswerQuery } from '../../models/answers/wanted-answer.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { answersFile, runsFolder } from './answer-places.ts';
import type { FeatureContext } from './feature.ts';
import { byteSource } from './files/bytes.ts';
import { ENDING } from './files/run-files.ts';
import { baseName } from './files/uris.ts';

/** Maximum numbers of samples stored per file, of bytes read in total, and of files. */
const MOST = { samples: 50_000, bytes: 64 << 20, files: 64 } as const;

/** A run file that was read, in its state at that time. */
interface RunFileState {
  readonly index: AnswerIndex;
  modified: number;
  size: number;
}

/** Answers stored by the editor and the runs of the workspace. Files are read once, and later only their additions. */
export class AnswerArchive {
  readonly #context: FeatureContext;
  readonly #files = new Map<string, RunFileState>();

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  /**
   * Returns the answers at predictions of a document, without those that are not stored. Never rejects.
   *
   * @param where `own`: only in the file of the editor's answers
   */
  async find(
    document: vscode.Uri,
    wanted: readonly AnswerQuery[],
    token: vscode.CancellationToken,
    where: 'own' | 'all' = 'all',
  ): Promise<ReadonlyMap<AnswerQuery, StoredAnswer>> {
    const found = new Map<AnswerQuery, StoredAnswer>();
    let left = MOST.bytes;
    const own = answersFile(this.#context, document);
    for (const uri of where === 'own' ? [own] : [own, ...(await this.#runsFor(document))]) {
      const open = wanted.filter((item) => !isSure(found.get(item)));
      if (open.length === 0 || left <= 0 || token.isCancellationRequested) break;
      try {
        left -= await this.#findIn(uri, open, found, left, token);
      } catch (error) {
        this.#context.log.warn(`Answers in ${baseName(uri)} could not be read: ${String(error)}`);
      }
    }
    return found;
  }

  /** Returns the runs beside the document and in the folder of runs, the last changed first. */
  async #runsFor(document: vscode.Uri): Promise<vscode.Uri[]> {
    const beside = document.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(document, '..');
    const folders = [beside, runsFolder(this.#context, document)].filter((item) => item !== undefined);
    const runs = (await Promise.all(folders.map(runsIn))).flat().slice(0, MOST.files);
    const stated = await Promise.all(runs.map(async (uri) => ({ uri, modified: (await statOf(uri))?.mtime ?? 0 })));
    return stated.sort((a, b) => b.modified - a.modified).map(({ uri }) => uri);
  }

  /** Searches one file; returns its size in bytes. */
  async #findIn(
    uri: vscode.Uri,
    wanted: readonly AnswerQuery[],
    found: Map<AnswerQuery, StoredAnswer>,
    most: number,
    token: vscode.CancellationToken,
  ): Promise<number> {
    const key = uri.toString();
    const stat = await statOf(uri);
    if (stat === undefined || stat.size > most) {
      this.#files.delete(key);
      return 0;
    }
    const known = this.#files.get(key) ?? {
      index: new AnswerIndex(baseName(uri), MOST.samples),
      modified: 0,
      size: -1,
    };
    this.#files.set(key, known);
    const bytes = await byteSource(this.#context.platform, uri).open();
    try {
      if (known.modified !== stat.mtime || known.size !== stat.size) {
        // a file that was changed without growing is another one
        if (stat.size <= known.size) known.index.clear();
        await known.index.follow(bytes, () => turn(token));
        if (!token.isCancellationRequested) Object.assign(known, { modified: stat.mtime, size: stat.size });
      }
      for (const item of wanted) {
        const answer = await known.index.find(item, bytes);
        if (answer !== undefined && (isSure(answer) || !found.has(item))) found.set(item, answer);
      }
    } finally {
      await bytes.close();
    }
    return stat.size;
  }
}

/** Returns true for an answer that no other file can improve on: it gave the state of the text, for the same moves. */
const isSure = (answer: StoredAnswer | undefined): boolean =>
  answer !== undefined && !answer.otherMoves && (answer.reading === null || !isChosenByHand(answer.reading));

/** Lets the extension host do other work; false if the request was canceled. */
async function turn(token: vscode.CancellationToken): Promise<boolean> {
  await new Promise<void>((resolve) => void systemClock.after(0, resolve));
  return !token.isCancellationRequested;
}

const statOf = (uri: vscode.Uri): Thenable<vscode.FileStat | undefined> =>
  vscode.workspace.fs.stat(uri).then(
    (stat) => stat,
    () => undefined,
  );

/** Returns the run files directly in a folder; none if it cannot be read. */
const runsIn = (folder: vscode.Uri): Thenable<vscode.Uri[]> =>
  vscode.workspace.fs.readDirectory(folder).then(
    (entries) =>
      entries
        .filter(([name, type]) => name.endsWith(ENDING) && (type & vscode.FileType.File) !== 0)
        .map(([name]) => vscode.Uri.joinPath(folder, name)),
    () => [],
  );
