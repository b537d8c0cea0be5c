import type { TextPosition } from '../../core/base/text/lines.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { isGameTree, readTreeHeader } from '../../core/search/tree-header.ts';
import type { ExportFormat } from '../../protocol/tree-messages.ts';

/**
 * Returns the game of a tree whose nodes have values, from the start of its text; undefined for a tree of another world,
 * and if its first line is no valid header.
 */
export function treeGame(head: string): MavGameName | undefined {
  const end = head.indexOf('\n');
  try {
    const header = readTreeHeader(JSON.parse(end < 0 ? head : head.slice(0, end)));
    return typeof header !== 'string' && isGameTree(header) ? header.game : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a label without the characters that file names cannot contain: `rollouts-1`. */
export const treeFileName = (label: string): string =>
  label
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'search';

/** Extension of tree files. */
export const TREE_ENDING = '.mcts.jsonl';

/** Returns true for the address or name of a tree file. */
export const isTreeFile = (path: string): boolean => path.endsWith(TREE_ENDING);

/** Returns a file's name without the extension of trees. */
export const treeName = (file: string): string => (isTreeFile(file) ? file.slice(0, -TREE_ENDING.length) : file);

export const exportName = (name: string, format: ExportFormat): string => `${name}.${format}`;

/** Returns the bytes of an export; undefined if the content of a picture is no base64. */
export function exportBytes(format: ExportFormat, content: string): Uint8Array | undefined {
  if (format !== 'png') return new TextEncoder().encode(content);
  try {
    return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Content of a panel with a tree: VS Code restores panels after a reload, and their pages do not know the source of the
 * tree.
 */
export type StoredTree =
  | { readonly kind: 'trace'; readonly uri: string; readonly position: TextPosition }
  | { readonly kind: 'search'; readonly file: string };

/** Maximum number of panels that are stored, by title. */
const MAX_KEPT = 20;
const KEPT = 'statelens.keptTrees';

/** A part of `vscode.Memento`. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/** Stores the content of a panel; the oldest entries are dropped. */
export function storeTree(memory: Memory, title: string, tree: StoredTree): Thenable<void> {
  const others = entriesIn(memory).filter(([other]) => other !== title);
  return memory.update(KEPT, [...others.slice(1 - MAX_KEPT), [title, tree]]);
}

/** Returns the content of the panel with a title; undefined if it is not stored. */
export const findStoredTree = (memory: Memory, title: string): StoredTree | undefined =>
  readTree(entriesIn(memory).find(([other]) => other === title)?.[1]);

function entriesIn(memory: Memory): (readonly [string, unknown])[] {
  const value = memory.get(KEPT);
  const isEntry = (entry: unknown): entry is [string, unknown] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function readTree(value: unknown): StoredTree | undefined {
  const { kind, uri, file, position } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (kind === 'search' && typeof file === 'string') return { kind, file };
  const { line, character } = (
    typeof position === 'object' && position !== null ? position : {}
  ) as Partial<TextPosition>;
  if (kind !== 'trace' || typeof uri !== 'string' || !isCount(line) || !isCount(character)) return undefined;
  return { kind, uri, position: { line, character } };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
