import type { GamePlace } from '../../core/datasets/list/game-list.ts';
import type { LspRange } from '../../protocol/lsp.ts';

const LINE_ENDS = /\r\n|\r|\n/;

/**
 * The range of a game in its document, without the white space around it; undefined where the document has another line there.
 *
 * @param text of the game as it was read
 */
export function gameRange(
  text: string,
  { line, column }: Pick<GamePlace, 'line' | 'column'>,
  lineAt: (line: number) => string,
): LspRange | undefined {
  // An editor has no byte order mark.
  const own = text.replace(/^\uFEFF/, '');
  const blank = /^\s*/.exec(own)?.[0] ?? '';
  const above = blank.split(LINE_ENDS);
  const lines = own.slice(blank.length).trimEnd().split(LINE_ENDS);
  const first = line + above.length - 1;
  const character = (above.length > 1 ? 0 : column) + (above.at(-1)?.length ?? 0);
  const [head = ''] = lines;
  if (ascii(lineAt(first).slice(character, character + head.length)) !== ascii(head)) return undefined;
  const end = (lines.length > 1 ? 0 : character) + (lines.at(-1)?.length ?? 0);
  return { start: { line: first, character }, end: { line: first + lines.length - 1, character: end } };
}

/** What editors decode alike, whatever the encoding. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');
