import { afterMove, legalMoves } from '../../games/chess/chess.ts';
import { GameNode } from './node.ts';
import { upFrom } from './play-run.ts';
import { agreement, type ReadState, squaresApart } from './read-state.ts';

/** How a state is tied to the positions that its text may be at. */
export interface StateTie {
  /** More wrong squares than that make it another position. */
  readonly limit: number;
  /** It is said to be the position of now: an earlier one is wrong. */
  readonly isNow: boolean;
  /** Moves that the text does not give may have been played: so many. */
  readonly ahead: 0 | 2;
  /** False once enough continuations have been tried. */
  readonly mayTry: () => boolean;
}

/** What a state is. `other`: a position that is tied to none of those known. */
export type Judgment =
  | { readonly kind: 'right'; readonly node: GameNode; readonly hasOtherCounters: boolean }
  | { readonly kind: 'wrong'; readonly truth: GameNode }
  | { readonly kind: 'other' };

/** Positions up the line of the likeliest one that are compared. */
const LONG_AGO = 600;
/** Two plies change at most eight squares. */
const TWO_PLIES = 8;
const NEAR = 4;

/** Judges a state by the positions that its text may be at, the likeliest first. It is right if it is one of them. */
export function judgeState(positions: readonly GameNode[], state: ReadState, tie: StateTie): Judgment {
  const agreed = positions.map((node) => agreement(state, node));
  const at = agreed.includes('equal') ? agreed.indexOf('equal') : agreed.indexOf('counters');
  const match = positions[at];
  if (match !== undefined) return { kind: 'right', node: match, hasOtherCounters: agreed[at] === 'counters' };
  const [truth] = positions;
  if (truth === undefined) return { kind: 'other' };
  for (const node of upFrom(truth, LONG_AGO))
    if (node !== truth && agreement(state, node) !== 'different')
      return tie.isNow ? { kind: 'wrong', truth } : { kind: 'right', node, hasOtherCounters: false };
  const apart = Math.min(...positions.map((node) => squaresApart(state, node)));
  if (tie.ahead > 0 && state.isComplete && apart <= TWO_PLIES) {
    if (!tie.mayTry()) return { kind: 'other' };
    const later = positions.find((node) => isAhead(node, state));
    if (later !== undefined) return { kind: 'other' };
  }
  // of a board that is whole, all may be right but the side or the rights
  return apart <= tie.limit ? { kind: 'wrong', truth } : { kind: 'other' };
}

/** True if a state is one or two plies after a position. */
function isAhead(from: GameNode, state: ReadState): boolean {
  for (const move of legalMoves(from.state)) {
    const next = tried(from, move);
    if (agreement(state, next) !== 'different') return true;
    if (squaresApart(state, next) > NEAR) continue;
    for (const reply of legalMoves(next.state)) if (agreement(state, tried(next, reply)) !== 'different') return true;
  }
  return false;
}

/** The position after a move, which its parent does not keep. */
const tried = (node: GameNode, move: number): GameNode => new GameNode(afterMove(node.state, move).words, node);
