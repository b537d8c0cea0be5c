import type { SearchTree } from './mcts.ts';
import type { SearchReport, Simulation } from './run-search.ts';
import type { SearchNode } from './tree.ts';
import { endLine, headerLine, nodeWriter, simulationLine, type TreeFileHeader } from './tree-file.ts';

/** Writes a search down while it runs: what `runSearch` tells, and `end` with its report. */
export class SearchRecorder {
  readonly #header: TreeFileHeader;
  readonly #nodeLine: (node: SearchNode) => string;
  readonly #write: (lines: string) => void;
  #written = 0;

  /** @param write is given whole lines, in order */
  constructor(header: TreeFileHeader, write: (lines: string) => void) {
    this.#header = header;
    this.#nodeLine = nodeWriter(header);
    this.#write = write;
  }

  readonly onStart = (tree: SearchTree): void => {
    this.#write(headerLine(this.#header));
    // a search may go on with a tree that is there
    const known: SearchNode[] = [tree.root];
    for (const { children } of known) for (const child of children) if (child !== undefined) known.push(child);
    known.sort((a, b) => a.id - b.id);
    this.#write(known.map(this.#nodeLine).join(''));
    this.#written = tree.size;
  };

  /** Continues after the part of a tree that a file has. */
  goOn(tree: SearchTree): void {
    this.#written = tree.size;
  }

  readonly onSimulation = (simulation: Simulation, tree: SearchTree): void => {
    const { leaf } = simulation;
    const isNew = leaf !== undefined && leaf.id >= this.#written;
    this.#write((isNew ? this.#nodeLine(leaf) : '') + simulationLine(simulation));
    this.#written = tree.size;
  };

  end({ end, fault }: Pick<SearchReport, 'end' | 'fault'>): void {
    this.#write(endLine(end, fault));
  }
}
