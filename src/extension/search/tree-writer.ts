import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { makeFolder, parentFolder } from '../platform/files/save.ts';
import { TREE_ENDING, treeFileName } from './tree-files.ts';

/** The file of a tree. */
interface TreeTarget {
  /** Appends to the file; undefined if a file can only be written as a whole. */
  readonly append?: (text: string) => Promise<void>;
  readonly write: (text: string) => Promise<void>;
}

/**
 * Minimum number of new characters, or a quarter of the text if that is more, before a file is written as a whole
 * again.
 */
const WORTH_WRITING = 1 << 16;

/**
 * Writes a growing tree into a file. An error ends the writing, and is reported once: the search does not need the
 * file.
 */
export class TreeWriter {
  readonly #lines: SearchLines;
  readonly #target: TreeTarget;
  readonly #failed: (reason: string) => void;
  readonly #reader: LineReader;
  #written = 0;
  #isOver = false;
  #going: Promise<void> | undefined;

  /** @param isWritten true if the file has the existing lines */
  constructor(lines: SearchLines, target: TreeTarget, failed: (reason: string) => void, isWritten = false) {
    this.#lines = lines;
    this.#target = target;
    this.#failed = failed;
    this.#reader = lines.reader();
    if (!isWritten) return;
    this.#reader.skip();
    this.#written = lines.length;
  }

  /**
   * Writes new lines; `all`: even if they are few. Lines that arrive during the writing are written with the next call.
   */
  async save(all: boolean): Promise<void> {
    if (this.#going !== undefined) {
      if (!all) return;
      await this.#going;
    }
    if (this.#isOver || this.#lines.length === this.#written) return;
    this.#going = this.#write(all).catch((error: unknown) => {
      this.#isOver = true;
      this.#failed(thrownMessage(error));
    });
    await this.#going;
    this.#going = undefined;
  }

  async #write(all: boolean): Promise<void> {
    const { append, write } = this.#target;
    if (append !== undefined) {
      for (let text = this.#reader.next(); text !== undefined; text = this.#reader.next()) {
        await append(text);
        this.#written += text.length;
      }
      return;
    }
    const { length } = this.#lines;
    if (!all && length < 1.25 * this.#written + WORTH_WRITING) return;
    await write(this.#lines.text);
    this.#written = length;
  }
}

/** Number of characters sent at a time. */
export const PIECE = 1 << 20;

/** The lines of a growing tree. Each reader has a separate position. */
export class SearchLines {
  readonly #chunks: string[] = [];
  #length = 0;

  push(text: string): void {
    if (text === '') return;
    this.#chunks.push(text);
    this.#length += text.length;
  }

  /** Adds a text of any length, in pieces of whole lines that are sent one by one. */
  pushAll(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at + PIECE - 1) + 1 || text.length;
      this.push(text.slice(at, end));
      at = end;
    }
  }

  /** Number of characters so far. */
  get length(): number {
    return this.#length;
  }

  get text(): string {
    return this.#chunks.join('');
  }

  /** The start of the text: the header, once there is one. */
  get head(): string {
    return this.#chunks[0] ?? '';
  }

  reader(): LineReader {
    return new LineReader(this.#chunks);
  }
}

/** A reading position in the lines, from their start. */
class LineReader {
  readonly #chunks: readonly string[];
  #at = 0;

  constructor(chunks: readonly string[]) {
    this.#chunks = chunks;
  }

  /** Returns the next whole lines, about a million characters at most; undefined if there are none. */
  next(most = PIECE): string | undefined {
    const from = this.#at;
    let length = 0;
    while (this.#at < this.#chunks.length && length < most) length += this.#chunks[this.#at++]?.length ?? 0;
    return this.#at === from ? undefined : this.#chunks.slice(from, this.#at).join('');
  }

  rewind(): void {
    this.#at = 0;
  }

  /** Skips the existing lines. */
  skip(): void {
    this.#at = this.#chunks.length;
  }
}

/** Maximum number of names tried: more searches of one model per second are impossible in practice. */
const MAX_NAMES = 100;

/** The file that a search is written to. */
export interface SearchPlace extends TreeTarget {
  /** URI, known once the folder exists; rejects with the reason if it does not. */
  readonly uri: Promise<vscode.Uri>;
}

/**
 * Returns the place of a search's tree: below `.statelens/searches` of its document's folder, or, without a folder or
 * the user's trust, in the extension's storage.
 */
export function searchPlace(context: FeatureContext, document: vscode.Uri, label: string): SearchPlace {
  const { storageUri, globalStorageUri } = context.extension;
  const own = context.isTrusted() ? parentFolder(document) : undefined;
  const folder =
    own === undefined
      ? vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'searches')
      : vscode.Uri.joinPath(own, '.statelens', 'searches');
  const uri = freeName(folder, label);
  // The writer reports the error.
  uri.catch(() => undefined);
  return placeAt(context, uri, folder.scheme);
}

/** Returns the file of a search that is resumed. */
export const samePlace = (context: FeatureContext, uri: vscode.Uri): SearchPlace =>
  placeAt(context, Promise.resolve(uri), uri.scheme);

function placeAt({ platform: { localFiles } }: FeatureContext, uri: Promise<vscode.Uri>, scheme: string): SearchPlace {
  const write = async (text: string): Promise<void> =>
    vscode.workspace.fs.writeFile(await uri, new TextEncoder().encode(text));
  if (localFiles === undefined || scheme !== 'file') return { uri, write };
  return { uri, write, append: async (text) => localFiles.append((await uri).fsPath, text) };
}

/** Returns `2026-11-21T22-56-30-rollouts-1.mcts.jsonl`, numbered if it exists; creates the folder. */
async function freeName(folder: vscode.Uri, label: string): Promise<vscode.Uri> {
  await makeFolder(folder);
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const base = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${treeFileName(label)}`;
  for (let i = 1; i <= MAX_NAMES; i++) {
    const name = `${base}${i === 1 ? '' : `-${i}`}${TREE_ENDING}`;
    if (!taken.has(name)) return vscode.Uri.joinPath(folder, name);
  }
  throw new Error(`${folder.path} already has files with that name`);
}
