import type { Position } from '../../core/base/text/line-index.ts';
import type { LspRange, TraceNote } from '../../protocol/lsp.ts';

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const holds = ({ start, end }: LspRange, at: Position): boolean => !isBefore(at, start) && !isBefore(end, at);

/**
 * The node that a place of a trace's text speaks of: of the ranges that hold it the one that begins last, else, between two of them, the
 * one that ends last before it. Undefined outside of the trace.
 */
export function nodeAt(notes: readonly TraceNote[], at: Position): number | undefined {
  let inside: Placed | undefined;
  let above: Placed | undefined;
  let isOutside = true;
  for (const { node, ranges } of notes)
    for (const range of ranges) {
      if (!isBefore(range.end, at)) isOutside = false;
      if (holds(range, at)) {
        if (inside === undefined || !isBefore(range.start, inside.range.start)) inside = { node, range };
      } else if (isBefore(range.end, at) && (above === undefined || isBefore(above.range.end, range.end)))
        above = { node, range };
    }
  return (inside ?? (isOutside ? undefined : above))?.node;
}

interface Placed {
  readonly node: number;
  readonly range: LspRange;
}

/** Where a node is shown in the text: its evaluation. Undefined where it is not spoken of. */
export const rangeOfNode = (notes: readonly TraceNote[], node: number): LspRange | undefined =>
  notes.find((note) => note.node === node)?.ranges[0];

/** The node of a name, `<root e2e4>`: numbers move when the text is edited, names stay. */
export const nodeNamed = (notes: readonly TraceNote[], name: string | undefined): number | undefined =>
  notes.find((note) => note.name === name)?.node;

/** Where a place is after the text of a range was replaced; a place inside of it goes to its start. */
export function movedPosition(at: Position, { start, end }: LspRange, text: string): Position {
  if (isBefore(at, end)) return isBefore(start, at) ? start : at;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const line = at.line - end.line + start.line + lines.length - 1;
  if (at.line > end.line) return { line, character: at.character };
  return { line, character: at.character - end.character + last + (lines.length === 1 ? start.character : 0) };
}
