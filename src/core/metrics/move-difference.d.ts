import type { NamedMove } from './comparison.ts';
/**
 * The moves of one list that another lacks, in UCI and SAN, sorted by UCI.
 *
 * @param fen a valid position in which the moves of `from` are legal
 * @param from, other legal moves as UCI strings
 */
export declare function movesOnlyIn(fen: string, from: readonly string[], other: readonly string[]): NamedMove[];
//# sourceMappingURL=move-difference.d.ts.map