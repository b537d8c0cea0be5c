import type { TextComparison } from '../../metrics/comparison.ts';

/**
 * Whether a predicted state is the true position: the board and whose move it is, and castling and en passant as far as
 * they make a difference. The clocks may differ.
 */
export const knowsPosition = ({ valid, positionMatch }: TextComparison): boolean => valid && positionMatch;
