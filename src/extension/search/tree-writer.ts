import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { makeFolder } from '../platform/files/own-folder.ts';
import { parentFolder } from '../platform/files/save.ts';
import { TREE_ENDING, treeFileName } from './tree-files.ts';

/** How a tree comes into a file. */
interface TreeTarget {
  /** Adds to the file; undefined where a file can be written as a whole alone. */
  readonly append?: (text: string) => Promise<void>;
  readonly write: (text: string) => Promise<void>;
}

/** A file that is written as a whole is written again once so much came, or a quarter more. */
const WORTH_WRITING = 1 << 16;

/** Writes a tree into a file while it grows. A fault ends the writing, and is told once: the search does not need the file. */
export class TreeWriter {
  readonly #lines: SearchLines;
  readonly #target: TreeTarget;
  readonly #failed: (why: string) => void;
  readonly #reader: LineReader;
  #written = 0;
  #isOver = false;
  #going: Promise<void> | undefined;

  /** @param isWritten whether the file has the lines that are there already */
  constructor(lines: SearchLines, target: TreeTarget, failed: (why: string) => void, isWritten = false) {
    this.#lines = lines;
    this.#target = target;
    this.#failed = failed;
    this.#reader = lines.reader();
    if (!isWritten) return;
    this.#reader.skip();
    this.#written = lines.length;
  }

  /** Writes what is new; `all`: also where that is little. What comes while it writes is written with the next call. */
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

/** Characters that are sent at a time. */
export const PIECE = 1 << 20;

/** The lines of a tree that grows. Everybody who takes them has a place of their own in it. */
export class SearchLines {
  readonly #chunks: string[] = [];
  #length = 0;

  push(text: string): void {
    if (text === '') return;
    this.#chunks.push(text);
    this.#length += text.length;
  }

  /** Takes in a text of any length, in pieces of whole lines that are sent one by one. */
  pushAll(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at + PIECE - 1) + 1 || text.length;
      this.push(text.slice(at, end));
      at = end;
    }
  }

  /** Characters so far. */
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

/** A place in the lines, from their start on. */
class LineReader {
  readonly #chunks: readonly string[];
  #at = 0;

  constructor(chunks: readonly string[]) {
    this.#chunks = chunks;
  }

  /** What comes next, whole lines of about a million characters at most; undefined when nothing does. */
  next(most = PIECE): string | undefined {
    const from = this.#at;
    let length = 0;
    while (this.#at < this.#chunks.length && length < most) length += this.#chunks[this.#at++]?.length ?? 0;
    return this.#at === from ? undefined : this.#chunks.slice(from, this.#at).join('');
  }

  rewind(): void {
    this.#at = 0;
  }

  /** What comes next is what is not there yet. */
  skip(): void {
    this.#at = this.#chunks.length;
  }
}

/** More searches of one model in a second than anybody begins. */
const MAX_NAMES = 100;

/** The file that a search is written to. */
export interface SearchPlace extends TreeTarget {
  /** Known once the folder is there; rejects with why it is not. */
  readonly uri: Promise<vscode.Uri>;
}

/**
 * Where the tree of a search is written: below `.statelens/searches` of the folder that its document is in, or, without a folder
 * or where the user does not trust it, in the extension's own storage.
 */
export function searchPlace(context: FeatureContext, document: vscode.Uri, label: string): SearchPlace {
  const { storageUri, globalStorageUri } = context.extension;
  const own = context.isTrusted() ? parentFolder(document) : undefined;
  const folder =
    own === undefined
      ? vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'searches')
      : vscode.Uri.joinPath(own, '.statelens', 'searches');
  const uri = freeName(folder, label);
  // Whoever writes is told of it.
  uri.catch(() => undefined);
  return placeAt(context, uri, folder.scheme);
}

/** The file of a search that goes on. */
export const samePlace = (context: FeatureContext, uri: vscode.Uri): SearchPlace =>
  placeAt(context, Promise.resolve(uri), uri.scheme);

function placeAt({ platform: { localFiles } }: FeatureContext, uri: Promise<vscode.Uri>, scheme: string): SearchPlace {
  const write = async (text: string): Promise<void> =>
    vscode.workspace.fs.writeFile(await uri, new TextEncoder().encode(text));
  if (localFiles === undefined || scheme !== 'file') return { uri, write };
  return { uri, write, append: async (text) => localFiles.append((await uri).fsPath, text) };
}

/** `2026-11-21T22-56-30-rollouts-1.mcts.jsonl`, numbered where that is taken; the folder is made. */
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
