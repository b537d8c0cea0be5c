import type { Range } from '../../base/text/range.ts';

/** Parts of a trace that are compared, roughly in the order of the text. */
export type TracePart =
  | 'shape'
  | 'name'
  | 'missing'
  | 'extra'
  | 'header'
  | 'lines'
  | 'previous state'
  | 'previous action'
  | 'state'
  | 'list'
  | 'best action'
  | 'final state'
  | 'expansion'
  | 'decision'
  | 'order'
  | 'repeated'
  | 'playing'
  | 'syntax';

/** Fields of a state; `text` for one that differs in its form alone, `missing` for a state that is not there. */
export const STATE_FIELDS = [
  'board',
  'side',
  'castling',
  'en-passant',
  'halfmove',
  'fullmove',
  'text',
  'missing',
] as const;
export type StateField = (typeof STATE_FIELDS)[number];

/** A kind of difference (docs/search.md). */
export type DivergenceCode =
  | 'breadth'
  | 'depth'
  | 'node-name'
  | 'node-missing'
  | 'node-extra'
  | 'example-missing'
  | 'game'
  | 'commands'
  | 'lines'
  | `prev-state-${StateField}`
  | 'prev-action'
  | `state-${StateField}`
  | 'list-actions'
  | 'list-values'
  | 'list-result'
  | 'best-action'
  | `final-state-${StateField}`
  | 'expansion'
  | 'expansion-order'
  | 'decision-missing'
  | 'decision-actions'
  | 'decision-order'
  | 'decision-values'
  | 'selection'
  | 'selection-value'
  | 'step-order'
  | 'step-repeated'
  | 'playing'
  | 'syntax';

/** A difference between a trace and its reference. */
export interface TraceDivergence {
  /** `<root e2e4>`; `Minimax` for the first line of the trace, `Playing` for its end. */
  readonly node: string;
  readonly part: TracePart;
  readonly code: DivergenceCode;
  /** Text of the trace; `expected` is that of the reference. */
  readonly found: string;
  readonly expected: string;
  /** The same in words, where the texts are long. */
  readonly message?: string;
  /** In the trace; undefined for what it lacks. */
  readonly range: Range | undefined;
  /** The node whose difference is the cause of this one; undefined for a root cause. */
  readonly follows?: string;
  /** The code of that difference. */
  readonly cause?: DivergenceCode;
}

/** A difference of a node, before its cause is known. */
export type OwnDivergence = Omit<TraceDivergence, 'follows' | 'cause'>;

/** The same without the node, which is that of the comparison. */
export type NodeDivergence = Omit<OwnDivergence, 'node'>;

/** Options that decide if two texts are equal. */
export interface ComparisonOptions {
  /** True if values of lists and decisions must be the same; without it they must be there, and be values. */
  readonly values: boolean;
}
