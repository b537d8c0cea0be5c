import { type Squares } from './placement.ts';
/** Why the rules forbid a position whose FEN reads well (what chessops' `Chess.fromSetup` checks). */
export type SetupFault = {
    readonly kind: 'empty';
}
/** A side with no king or with several. */
 | {
    readonly kind: 'kings';
    readonly side: 'w' | 'b';
    readonly count: number;
}
/** A pawn on the first or last rank; the square in FEN order. */
 | {
    readonly kind: 'pawn';
    readonly side: 'w' | 'b';
    readonly square: number;
}
/** The side that is not to move stands in check. */
 | {
    readonly kind: 'check';
    readonly toMove: 'w' | 'b';
};
/** Everything that makes a complete board impossible with `toMove` to move, the gravest first. */
export declare function setupFaults(squares: Squares, toMove: 'w' | 'b'): SetupFault[];
//# sourceMappingURL=setup-faults.d.ts.map