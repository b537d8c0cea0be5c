import type { WalkArena } from '../automaton.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Stopped } from './exact.ts';
import type { Terminal } from './types.ts';
/** Set-based precision and recall at one depth. */
export interface SetScores {
    readonly p: number;
    readonly r: number;
}
/**
 * Set-based precision and recall (Harang et al., Appendix A): the share of all sequences of the sampled state that the
 * other accepts, every sequence counting once. This is another quantity than p_m and r_m, whose branch-uniform sampling
 * gives sequences through narrow positions more weight. With `accept`, a sequence that ends early is one of the set.
 * Handles 0 (true) and 1 (predicted) hold the pair. 0 / 0 is 0.
 */
export declare function setBased(arena: WalkArena, m: number, terminal: Terminal, budget: number, cancel: Cancellation): SetScores | Stopped;
//# sourceMappingURL=set-based.d.ts.map