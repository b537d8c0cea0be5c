import type { FenReading } from './fen-reading.ts';
import { printPlacement } from './placement.ts';

/** The predicted board with fields of the true state, as FENs. */
export interface ConditionalStates {
  /** With the true side to move; castling and en passant as predicted, `-` where they cannot be read. */
  readonly trueSide: string;
  /** With the true side, castling rights and en passant square: whether the board alone is right. */
  readonly boardOnly: string;
}

/**
 * What a prediction is worth if its bookkeeping is forgiven (docs/metrics.md, "Conditional scores"). The board is read even
 * from a text that is no valid state. Undefined without a complete board.
 */
export function conditionalStates(truth: FenReading, predicted: FenReading): ConditionalStates | undefined {
  if (!predicted.placement.complete) return undefined;
  const board = printPlacement(predicted.placement.squares);
  const side = truth.fields.side ?? 'w';
  const malformed = new Set(predicted.faults.flatMap((f) => (f.kind === 'malformed' ? [f.field] : [])));
  const own = (field: 'castling' | 'en passant'): string =>
    malformed.has(field) ? '-' : (predicted.fields[field] ?? '-');
  return {
    trueSide: `${board} ${side} ${own('castling')} ${own('en passant')} 0 1`,
    boardOnly: `${board} ${side} ${truth.fields.castling ?? '-'} ${truth.fields['en passant'] ?? '-'} 0 1`,
  };
}
