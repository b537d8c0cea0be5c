import { type Squares } from './placement.ts';
/** One position of a line of moves. */
export interface HistoryPly {
    /** Half-moves played from the start of the line; 0 is the start position. */
    readonly ply: number;
    /** The move that led here, in SAN; missing at the start. */
    readonly san?: string;
    /** The true position after the move. */
    readonly fen: string;
}
/**
 * A line from its start to the position asked about, in order, without gaps. Boards are read when first looked at and
 * kept, so that several predictions of one line read each board once.
 */
export declare class LineHistory {
    #private;
    readonly plies: readonly HistoryPly[];
    constructor(plies: readonly HistoryPly[]);
    get length(): number;
    /** The board at an index of `plies`. */
    board(index: number): Squares;
    /** The move that leaves the position at `index`, with its number: `8...Ne4`. Undefined where it is not known. */
    moveAfter(index: number): string | undefined;
}
/** A history as it is handed over: plain data (it crosses to workers), or one whose boards are already read. */
export type History = readonly HistoryPly[] | LineHistory;
export declare const lineHistory: (history: History) => LineHistory;
//# sourceMappingURL=line-history.d.ts.map