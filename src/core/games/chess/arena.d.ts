import type { Arena } from '../../automaton.ts';
import type { ChessState } from './state.ts';
/** Chess positions by handle: frames in one growing typed array, and two move maps for comparing. */
export declare class ChessArena implements Arena<ChessState> {
    #private;
    legalA: number;
    legalB: number;
    readonly maxLegal = 512;
    reserve(count: number): void;
    load(handle: number, state: ChessState): void;
    copy(from: number, to: number): void;
    play(from: number, to: number, action: number): void;
    legal(handle: number, out: Int32Array, at: number): number;
    common(a: number, b: number, out?: Int32Array, at?: number): number;
    /** Number of legal moves. */
    count(handle: number): number;
    same(a: number, b: number): boolean;
    hashLow(handle: number): number;
    hashHigh(handle: number): number;
    actionName(action: number): string;
}
//# sourceMappingURL=arena.d.ts.map