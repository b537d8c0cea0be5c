import { findFens } from '../../answers/states/fens.ts';
import type { Automaton } from '../../base/automaton.ts';
import type { Range } from '../../base/text/range.ts';
import type { ProseNode, ProseTree } from './prose-tree.ts';
import { filledFen, type ProseRoot } from './root.ts';

/** A position that a text states after its root. */
export interface StatedPosition {
  readonly range: Range;
  /** The node of the position; undefined if the search has not reached it. */
  readonly node: ProseNode | undefined;
}

/** Board and side to move of a position: what a text states, whatever its counters. */
const keyOf = (printed: string): string => printed.split(' ', 2).join(' ');

/** The positions of chess that a text states besides its root, in its order, with the nodes that have them. */
export class StatedPositions {
  readonly #fens: readonly { readonly range: Range; readonly key: string }[];
  readonly #automaton: Automaton<unknown>;
  readonly #nodes = new Map<string, ProseNode>();
  #keyed = 0;
  #next = 0;

  constructor(text: string, automaton: Automaton<unknown>, root: ProseRoot) {
    this.#automaton = automaton;
    const own = keyOf(automaton.print(root.state));
    this.#fens = Array.from(findFens(text)).flatMap(({ fen, form, range }) => {
      if (form === 'malformed' || range.start <= root.range.start) return [];
      const [board = '', side] = (filledFen(fen, '') ?? fen).split(' ');
      // A board without the side to move is that of the root if it can be.
      return [{ range, key: side === undefined && own.startsWith(`${board} `) ? own : `${board} ${side ?? ''}` }];
    });
  }

  /** Returns the positions that the text states before an offset and that were not returned before. */
  before(offset: number, tree: ProseTree): StatedPosition[] {
    const found: StatedPosition[] = [];
    for (
      let fen = this.#fens[this.#next];
      fen !== undefined && fen.range.start < offset;
      fen = this.#fens[this.#next]
    ) {
      this.#next++;
      found.push({ range: fen.range, node: this.#nodeOf(fen.key, tree) });
    }
    return found;
  }

  #nodeOf(key: string, { nodes }: ProseTree): ProseNode | undefined {
    for (; this.#keyed < nodes.length; this.#keyed++) {
      const node = nodes[this.#keyed];
      if (node === undefined) break;
      const own = keyOf(this.#automaton.print(node.state));
      for (const name of [own, `${own.split(' ', 1)[0] ?? ''} `])
        if (!this.#nodes.has(name)) this.#nodes.set(name, node);
    }
    return this.#nodes.get(key);
  }
}
