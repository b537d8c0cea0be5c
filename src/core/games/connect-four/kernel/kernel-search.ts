import { instantiate, PAGE } from '../../wasm.ts';
import type { BitBoard } from '../bit-board.ts';
import type { ScoreSearch } from '../null-window-search.ts';
import { KERNEL_HEX } from './kernel-bytes.ts';

/** The kernel's functions; boards come in two words, answers are 1, 0, or -1 during the search. */
interface KernelExports {
  setTable(bits: number): void;
  begin(ownLow: number, ownHigh: number, allLow: number, allHigh: number, stones: number, target: number): number;
  run(budget: number): number;
  nodes(): number;
}

/** Number of bytes of a slot of the table of bounds. */
const SLOT = 8;

/** `NullWindowSearch` compiled: it enters the same positions in the same order, several times as fast. */
class KernelSearch implements ScoreSearch {
  readonly #kernel: KernelExports;
  #answer: number | undefined;

  constructor(kernel: KernelExports) {
    this.#kernel = kernel;
  }

  get nodes(): number {
    return this.#kernel.nodes();
  }

  get answer(): boolean | undefined {
    return this.#answer === undefined || this.#answer < 0 ? undefined : this.#answer === 1;
  }

  start({ ownLow, ownHigh, allLow, allHigh, stones }: BitBoard, target: number): void {
    this.#answer = this.#kernel.begin(ownLow, ownHigh, allLow, allHigh, stones, target);
  }

  run(budget: number): boolean | undefined {
    this.#answer = this.#kernel.run(budget);
    return this.answer;
  }
}

/** Returns a compiled search with its own table, or undefined if WebAssembly or the memory is refused. */
export function kernelSearch(tableBits: number): ScoreSearch | undefined {
  const instance = instantiate(KERNEL_HEX, 1 + Math.ceil((SLOT * 2 ** tableBits) / PAGE));
  if (instance === undefined) return undefined;
  const kernel = instance.exports as KernelExports;
  kernel.setTable(tableBits);
  return new KernelSearch(kernel);
}
