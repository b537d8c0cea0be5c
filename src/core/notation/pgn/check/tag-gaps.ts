import type { TextEdit } from '../../../base/text/range.ts';
import { classOf, LINE_END } from '../characters.ts';
import type { Tag } from '../tags.ts';
import type { GameTree } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/** The end of the white space from an offset on, and the offset after each of its line ends. */
function gapAfter(
  text: string,
  from: number,
  end: number,
): { readonly end: number; readonly lines: readonly number[] } {
  const lines: number[] = [];
  let i = from;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (classOf(c) === LINE_END) {
      if (c === 0x0d && text.charCodeAt(i + 1) === 0x0a) i++;
      lines.push(i + 1);
    } else if (c !== 0x20 && c !== 0x09) break;
  }
  return { end: i, lines };
}

/**
 * Checks the blank lines between tags, where there must be none, and between tags and moves, where there must be one:
 * some readers by lines take the next one for the end of the tags or of the game (PGN standard 8.1 and 8.2).
 */
export function checkTagGaps(text: string, tree: GameTree, tags: readonly Tag[], findings: GameFindings): void {
  const chunkEnd = tree.offset + tree.chunk.length;
  const inner: TextEdit[] = [];
  for (const [i, tag] of tags.entries()) {
    const next = tags[i + 1];
    const { end, lines } = gapAfter(text, tag.range.end, chunkEnd);
    const allowed = next === undefined ? 2 : 1;
    const [start, stop] = [lines[allowed - 1], lines.at(-1)];
    if (start === undefined || stop === undefined || lines.length <= allowed || end === chunkEnd) continue;
    const range = { start, end: stop };
    if (next !== undefined) {
      if (end === next.range.start) inner.push({ range, newText: '' });
      continue;
    }
    const message = 'several blank lines between the tags and the moves; some readers end the game here';
    findings.add('PGN_BLANK_LINE', range, message, {
      fixes: [{ title: 'Leave one blank line', edits: [{ range, newText: '' }], safe: true }],
    });
  }
  const [first] = inner;
  if (first === undefined) return;
  const count = inner.length > 1 ? ` (${inner.length} places in this game)` : '';
  findings.add('PGN_BLANK_LINE', first.range, `a blank line between tags; some readers end the tags here${count}`, {
    severity: 'info',
    fixes: [{ title: inner.length > 1 ? 'Delete the blank lines' : 'Delete the blank line', edits: inner, safe: true }],
  });
}
