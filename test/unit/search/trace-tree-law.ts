import assert from 'node:assert/strict';
import { checkMav } from '../../../src/core/mav/check-mav.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { ReplayedTree, readTree, type StoredSearch } from '../../../src/core/search/read-tree.ts';
import type { TraceTreeNote } from '../../../src/core/search/trace-notes.ts';
import { mavTraceTree } from '../../../src/core/search/trace-tree.ts';

/** The tree of a trace, read back from its lines, after all of its simulations. */
export interface Grown {
  readonly stored: StoredSearch;
  readonly notes: readonly TraceTreeNote[];
  readonly tree: ReplayedTree;
}

/** The tree of a text's first section; undefined where that is no trace. */
export function grown(text: string, dialect: MavDialect = PUBLISHED_DIALECT): Grown | undefined {
  const view = mavView(text, undefined, dialect);
  if (view.trace === undefined) return undefined;
  const { lines, notes } = mavTraceTree(view.trace, { text, dialect, findings: checkMav(view, dialect) });
  const read = readTree(lines);
  assert.ok(read.ok, read.ok ? '' : read.error);
  assert.deepEqual(read.value.problems, []);
  const tree = new ReplayedTree(read.value);
  tree.goTo(Number.POSITIVE_INFINITY);
  return { stored: read.value, notes, tree };
}

/** The same of a text that is a trace. */
export function treeOf(text: string, dialect?: MavDialect): Grown {
  const found = grown(text, dialect);
  assert.ok(found, 'there is a trace');
  return found;
}

/** Each node has its note, in order, and what the note says lies in the text and in the tree. */
export function assertNotes(text: string, { stored, notes }: Grown): void {
  assert.deepEqual(
    notes.map(({ node }) => node),
    stored.nodes.map(({ id }) => id),
  );
  notes.forEach(({ name, ranges, unlisted, weighed }, i) => {
    assert.match(name, /^<root[^>]*>$/);
    assert.ok(ranges.length > 0);
    for (const { start, end } of ranges) assert.ok(start >= 0 && start < end && end <= text.length);
    for (const edge of unlisted) assert.ok(edge < stored.nodes[i].actions.length);
    for (const [, value] of weighed) assert.ok(value > 0 && value < 1);
  });
}

/** The trees of all traces of a text can be read, and have a note for each node. */
export function assertTraceTrees(text: string): void {
  for (const { offset, section } of readMav(text)) {
    const own = text.slice(offset, offset + section.length);
    const found = grown(own);
    if (found !== undefined) assertNotes(own, found);
  }
}
