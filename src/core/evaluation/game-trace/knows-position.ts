import type { TextComparison } from '../../metrics/comparison.ts';
import type { FenField } from '../../metrics/fen-reading.ts';

/** Fields that count moves and decide on no move. */
const CLOCKS: ReadonlySet<string> = new Set<FenField>(['halfmove', 'fullmove']);

/**
 * Whether a predicted state is the true position: the board and whose move it is, and castling and en passant as far as
 * they make a difference. The clocks may differ.
 */
export const knowsPosition = ({ valid, boardMatch, errors }: TextComparison): boolean =>
  valid && boardMatch && errors.every((error) => CLOCKS.has(error.kind) || ('harmless' in error && error.harmless));
