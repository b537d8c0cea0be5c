import type { TextPosition } from '../../core/base/text/lines.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import { readTreeHeader } from '../../core/search/tree-file.ts';
import type { ExportFormat } from '../../protocol/tree-messages.ts';

/** The game of a tree, by the start of its text; undefined where its first line is no header that can be read. */
export function treeGame(head: string): MavGameName | undefined {
  const end = head.indexOf('\n');
  try {
    const header = readTreeHeader(JSON.parse(end < 0 ? head : head.slice(0, end)));
    return typeof header === 'string' ? undefined : header.game;
  } catch {
    return undefined;
  }
}

/** A file's name without what cannot stand in one: `rollouts-1`. */
export const treeFileName = (label: string): string =>
  label
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'search';

/** The ending of files of trees. */
export const TREE_ENDING = '.mcts.jsonl';

/** True of the address or the name of a file with a tree. */
export const isTreeFile = (path: string): boolean => path.endsWith(TREE_ENDING);

/** A file's name without the ending of trees. */
export const treeName = (file: string): string => (isTreeFile(file) ? file.slice(0, -TREE_ENDING.length) : file);

export const exportName = (name: string, format: ExportFormat): string => `${name}.${format}`;

/** The bytes of an export; undefined where a picture's are no base64. */
export function exportBytes(format: ExportFormat, content: string): Uint8Array | undefined {
  if (format !== 'png') return new TextEncoder().encode(content);
  try {
    return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** What a panel with a tree showed: VS Code restores panels after a reload, and their pages know nothing of where a tree came from. */
export type StoredTree =
  | { readonly kind: 'trace'; readonly uri: string; readonly position: TextPosition }
  | { readonly kind: 'search'; readonly file: string };

/** Panels that are remembered, by their titles. */
const MAX_KEPT = 20;
const KEPT = 'statelens.keptTrees';

/** A part of `vscode.Memento`. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/** Remembers what a panel shows; the panels that were remembered longest ago are forgotten. */
export function storeTree(memory: Memory, title: string, tree: StoredTree): Thenable<void> {
  const others = entriesIn(memory).filter(([other]) => other !== title);
  return memory.update(KEPT, [...others.slice(1 - MAX_KEPT), [title, tree]]);
}

/** What the panel of a title showed; undefined where that is not remembered. */
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
