import type { Word } from './word.ts';

/** What may have happened to a line, as what repairs it. */
export type ChangeKind = 'replace' | 'insert' | 'delete' | 'swap' | 'split';

/** A small edit of a line: some of its entries are removed, and others stand there instead. */
export interface Change {
  readonly kind: ChangeKind;
  /** The first entry concerned. */
  readonly at: number;
  readonly removed: number;
  /** What is there instead: moves by number, or words. */
  readonly steps: readonly (number | Word)[];
}

/** An edit with which more of a line can be played. */
export interface Candidate {
  readonly change: Change;
  /** The first entry that still cannot be played; their number if all can. */
  readonly reached: number;
}
