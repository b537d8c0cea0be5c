import assert from 'node:assert/strict';
import { readMav } from '../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { mavView } from '../../src/core/mav/view.ts';
import type { TraceTreeNote } from '../../src/core/search/trace-notes.ts';
import { mavTraceTree } from '../../src/core/search/trace-tree.ts';

/** The first trace of a text, as the page of trees is given it; places in the text are left out. */
export function traceOfText(text: string): { readonly lines: string; readonly notes: readonly TraceTreeNote[] } {
  const found = readMav(text).find(({ section }) => section.item?.kind === 'trace');
  assert.ok(found);
  const { offset, section } = found;
  const view = mavView(text.slice(offset, offset + section.length));
  assert.ok(view.trace);
  const { lines, notes } = mavTraceTree(view.trace, { text: view.text, dialect: PUBLISHED_DIALECT, findings: [] });
  return { lines, notes: notes.map((note) => ({ ...note, ranges: [] })) };
}
