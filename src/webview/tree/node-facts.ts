import type { SearchNode } from '../../core/search/tree.ts';
import type { TraceNote } from '../../protocol/lsp.ts';
import type { ToTree } from '../../protocol/tree-messages.ts';

type Values = Extract<ToTree, { readonly type: 'values' }>;

/** The reference values of a node, or why there are none. */
export type ReferenceValues = Pick<Values, 'reason'> & { readonly values: ReadonlyMap<string, number> };

/** What the extension says of nodes beside the tree: what a trace says of them, and reference values. */
export class NodeFacts {
  readonly #reference = new Map<number, ReferenceValues>();
  readonly #notes = new Map<number, TraceNote>();

  /** Another tree is shown. */
  open(notes: readonly TraceNote[]): void {
    this.#reference.clear();
    this.#notes.clear();
    for (const note of notes) this.#notes.set(note.node, note);
  }

  take({ node, reason, values }: Values): void {
    this.#reference.set(node, { reason, values: new Map(values) });
  }

  noteOf(node: SearchNode): TraceNote | undefined {
    return this.#notes.get(node.id);
  }

  referenceOf(node: SearchNode): ReferenceValues | undefined {
    return this.#reference.get(node.id);
  }
}
