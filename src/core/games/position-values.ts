import type { Outcome } from '../base/automaton.ts';

/** An action and its value. */
export interface ValuedAction {
  /** In the automaton's spelling. */
  readonly action: string;
  /** Probability, 0 to 1, that the side to move wins after it; a draw counts half. */
  readonly win: number;
  /** For an estimate, the 95 % interval of its probability. Both ends are `win` if it is proved, as a mate is. */
  readonly interval?: { readonly low: number; readonly high: number };
}

/** The values of all legal actions of a position. */
export interface PositionValues {
  /** The best first, in the order of the source (a mate in two before a mate in five, though both have `win` 1). Empty when the game is over. */
  readonly actions: readonly ValuedAction[];
  /** Outcome of a finished game. */
  readonly outcome: Outcome | undefined;
  /** `exact`: proved; `engine`: searched by an engine; `estimate`: from random playouts. */
  readonly kind: 'exact' | 'engine' | 'estimate';
}
