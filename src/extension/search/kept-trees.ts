import type { Position } from '../../core/base/text/line-index.ts';

/** What a panel with a tree showed: VS Code restores panels after a reload, and their pages know nothing of where a tree came from. */
export type KeptTree =
  | { readonly kind: 'trace'; readonly uri: string; readonly position: Position }
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
export function keepTree(memory: Memory, title: string, tree: KeptTree): Thenable<void> {
  const others = entriesIn(memory).filter(([other]) => other !== title);
  return memory.update(KEPT, [...others.slice(1 - MAX_KEPT), [title, tree]]);
}

/** What the panel of a title showed; undefined where that is not remembered. */
export const keptTree = (memory: Memory, title: string): KeptTree | undefined =>
  readTree(entriesIn(memory).find(([other]) => other === title)?.[1]);

function entriesIn(memory: Memory): (readonly [string, unknown])[] {
  const value = memory.get(KEPT);
  const isEntry = (entry: unknown): entry is [string, unknown] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function readTree(value: unknown): KeptTree | undefined {
  const { kind, uri, file, position } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (kind === 'search' && typeof file === 'string') return { kind, file };
  const { line, character } = (typeof position === 'object' && position !== null ? position : {}) as Partial<Position>;
  if (kind !== 'trace' || typeof uri !== 'string' || !isCount(line) || !isCount(character)) return undefined;
  return { kind, uri, position: { line, character } };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
