import type { LineHistory } from './line-history.ts';
import { type Squares } from './placement.ts';
/** A prediction that shows an opening position although the game is well past it. */
export interface OpeningFallback {
    /** Half-moves from the start position to the predicted board; 0 is the start position itself. */
    readonly plies: number;
    /** Whether it is a position of this game, or one of another opening. */
    readonly ownGame: boolean;
}
/**
 * Whether a wrong board is a fall-back to an opening: equal to one of the game's first positions, or to a board that
 * any few legal moves from the game's start position reach. Undefined if it is neither.
 */
export declare function openingFallback(predicted: Squares, history: LineHistory, chess960: boolean): OpeningFallback | undefined;
//# sourceMappingURL=opening-fallback.d.ts.map