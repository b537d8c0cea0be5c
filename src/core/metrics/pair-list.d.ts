import type { WalkArena } from '../automaton.ts';
/** Pairs of states in an arena, with the weights of the trajectories that lead to them. */
export declare class PairList {
    #private;
    size: number;
    /** Weight of each pair when its trajectory is sampled from the true state, and from the predicted one. */
    fromTrue: Float64Array;
    fromPredicted: Float64Array;
    /** Lists of one arena take turns in its handles: list `lane` of 2 has every second pair of handles. */
    constructor(arena: WalkArena, lane: 0 | 1, capacity?: number);
    /** Handle of the true state of pair i; the predicted one's is the next. */
    handle(i: number): number;
    clear(): void;
    /** Makes room for a pair and returns its index; the caller fills its handles. */
    push(fromTrue: number, fromPredicted: number): number;
}
//# sourceMappingURL=pair-list.d.ts.map