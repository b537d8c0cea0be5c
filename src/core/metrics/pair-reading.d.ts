import { type Automaton, type Sink } from '../automaton.ts';
import type { ChessState } from '../games/chess/state.ts';
import type { TextComparison } from './comparison.ts';
import { type FenReading } from './fen-reading.ts';
import { type History } from './line-history.ts';
import { type EnPassantMode } from './strings.ts';
/** A true and a predicted state as texts. */
export interface PairInput {
    readonly trueFen: string;
    /** Undefined (or empty) if the answer held no state. */
    readonly predictedFen: string | undefined;
    /** The line that leads to the true state, that state included; needed for blame, lag and opening fallback. */
    readonly history?: History;
}
export interface TextOptions {
    /** Of the kernel; default 0.1. */
    readonly lambda?: number;
    /** Default `as-written`. */
    readonly enPassant?: EnPassantMode;
}
/** A pair, read and compared as text; the states are the sink where a text is invalid. */
export interface PairReading {
    readonly truth: FenReading;
    readonly predicted: FenReading | undefined;
    readonly trueState: ChessState | Sink;
    readonly predictedState: ChessState | Sink;
    readonly text: TextComparison;
}
/** Everything about a pair that needs no walk through its moves: some ten microseconds, more with a history. */
export declare function readPair(automaton: Automaton<ChessState>, input: PairInput, options?: TextOptions): PairReading;
//# sourceMappingURL=pair-reading.d.ts.map