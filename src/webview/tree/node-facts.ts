import type { SearchNode } from '../../core/search/tree.ts';
import type { PageNote, ToTree } from '../../protocol/tree-messages.ts';

type Values = Extract<ToTree, { readonly type: 'values' }>;

/** The reference values of a node, or the reason for which there are none. */
export type ReferenceValues = Pick<Values, 'reason'> & { readonly values: ReadonlyMap<string, number> };

/** Facts about nodes that the extension sends beside the tree: notes of a trace, and reference values. */
export class NodeFacts {
  readonly #reference = new Map<number, ReferenceValues>();
  readonly #notes = new Map<number, PageNote>();

  /** Forgets all facts, for another tree. */
  open(notes: readonly PageNote[]): void {
    this.#reference.clear();
    this.#notes.clear();
    for (const note of notes) this.#notes.set(note.node, note);
  }

  take({ node, reason, values }: Values): void {
    this.#reference.set(node, { reason, values: new Map(values) });
  }

  noteOf(node: SearchNode): PageNote | undefined {
    return this.#notes.get(node.id);
  }

  /** Returns the notes that say something about a node, in the order of the nodes. */
  notes(): Iterable<PageNote> {
    return this.#notes.values();
  }

  referenceOf(node: SearchNode): ReferenceValues | undefined {
    return this.#reference.get(node.id);
  }
}
