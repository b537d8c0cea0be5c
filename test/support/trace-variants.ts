import assert from 'node:assert/strict';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { mavView } from '../../src/core/mav/view.ts';
import type { ReadableTrace } from '../../src/core/search/comparison/compare-nodes.ts';
import { mavTraceTree } from '../../src/core/search/trace-tree.ts';

/** Reads a text with one trace of MAV. */
export function readableTrace(text: string): ReadableTrace {
  const view = mavView(text);
  assert.ok(view.trace !== undefined, 'no trace');
  return { text: view.text, model: view.trace };
}

/** Returns the tree of a trace as the page of trees gets it. */
export const treeOfTrace = ({ text, model }: ReadableTrace) =>
  mavTraceTree(model, { text, dialect: PUBLISHED_DIALECT, findings: [] });

/** Returns the paths of the evaluated nodes of a trace, in the order of its text: `` for the root, `e2e4 e7e5`. */
export const evaluatedPaths = (text: string): string[] =>
  [...text.matchAll(/^Evaluation for node: <root ?(.*)>$/gm)].map(([, path = '']) => path);

/** Removes the evaluation and the decision of a node, and all below it. */
export function withoutNode(text: string, path: string): string {
  const [head = '', ...steps] = text.split(/^(?=Evaluation for|Decision for|Playing)/m);
  return head + steps.filter((step) => !step.split('\n', 1)[0]?.includes(`<root ${path}`)).join('');
}

/** Lowers all values that a node lists by a number of buckets. */
export function withLowerValues(text: string, path: string, by: number): string {
  const at = text.indexOf(`Evaluation for node: <${`root ${path}`.trim()}>`);
  const list = /\[%top_all [^\]]*\]/.exec(text.slice(at))?.[0] ?? '';
  const lower = list.replaceAll(/<ctrl(\d+)>/g, (_, bucket) => `<ctrl${Math.max(1, Number(bucket) - by)}>`);
  const from = text.indexOf(list, at);
  return text.slice(0, from) + lower + text.slice(from + list.length);
}
