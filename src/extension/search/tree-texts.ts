import type { MavGameName } from '../../core/mav/games.ts';
import { readHeader } from '../../core/search/tree-file.ts';
import type { ExportFormat } from '../../protocol/tree-messages.ts';

/** The game of a tree, by the start of its text; undefined where its first line is no header that can be read. */
export function gameOfTree(head: string): MavGameName | undefined {
  const end = head.indexOf('\n');
  try {
    const header = readHeader(JSON.parse(end < 0 ? head : head.slice(0, end)));
    return typeof header === 'string' ? undefined : header.game;
  } catch {
    return undefined;
  }
}

/** A file's name without what cannot stand in one: `rollouts-1`. */
export const fileNameOf = (label: string): string =>
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
export function bytesOfExport(format: ExportFormat, content: string): Uint8Array | undefined {
  if (format !== 'png') return new TextEncoder().encode(content);
  try {
    return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
