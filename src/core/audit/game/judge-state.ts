import { afterMove, legalMoves } from '../../games/chess/chess.ts';
import { moveName } from '../../games/chess/moves.ts';
import type { Tie } from '../mentions/words.ts';
import type { Role } from '../source/part.ts';
import type { GameTree } from './game-tree.ts';
import { GameNode } from './node.ts';
import { readMove } from './read-move.ts';
import { agreement, type ReadState, squaresApart } from './read-state.ts';

/** The place of a state in its conversation. */
export interface StatePlace {
  readonly role: Role;
  readonly tie: Tie;
  /** Moves precede it in the same message. */
  readonly isAfterMoves: boolean;
  /** It is the value of a field of a record. */
  readonly isField: boolean;
  /** It follows another state with nothing between that would lead on: a drawing of a FEN, or the FEN of a drawing. */
  readonly isRestated: boolean;
  /** It is the first that an answer says of the position that the message before it brought. */
  readonly isAnswer: boolean;
  /** States that agreed with the moves before them so far. */
  readonly confirmed: number;
  /** False once enough continuations have been tried. */
  readonly mayTry: () => boolean;
}

/** What a state is in its conversation. `new`: it begins a line. */
export type Judgment =
  | { readonly kind: 'known'; readonly node: GameNode; readonly isByMoves: boolean; readonly hasOtherCounters: boolean }
  | { readonly kind: 'wrong'; readonly truth: GameNode }
  | { readonly kind: 'new' };

/** Wrong squares up to which a state that nothing ties to the game is still one of it. */
const NEAR = 4;
/** The same, where its words do. */
const FAR = 24;
/** Two plies change at most eight squares. */
const TWO_PLIES = 8;

const known = (node: GameNode, isByMoves: boolean, hasOtherCounters = false): Judgment => ({
  kind: 'known',
  node,
  isByMoves,
  hasOtherCounters,
});

/**
 * Decides whether a state is right, wrong, or another game's. It is wrong only if it is tied to the game, by its words, by moves before it
 * or by being nearly the position, and agrees with no position that the conversation may be at.
 */
export function judgeState(tree: GameTree, state: ReadState, place: StatePlace): Judgment {
  const { focus } = tree;
  const agreed = focus.map((node) => agreement(state, node));
  const at = Math.max(agreed.indexOf('equal'), agreed.includes('equal') ? -1 : agreed.indexOf('counters'));
  const match = focus[at];
  if (match !== undefined) return known(match, match.parent !== undefined, agreed[at] === 'counters');
  const [truth] = focus;
  const isKnown = truth !== undefined && !tree.isLost;
  const isFirm = isKnown && isTied(place);
  const shown = tree.withPlacement(state.placement);
  // a start of which all is known takes the place of its board alone
  const hasExact = shown.some(({ isExact, parent }) => isExact && parent === undefined);
  const elsewhere = shown.filter(
    (node) => (node.isExact || node.parent !== undefined || !hasExact) && agreement(state, node) !== 'different',
  );
  const earlier = elsewhere.find((node) => truth !== undefined && node.isAncestorOf(truth));
  const isStale = isKnown && earlier !== undefined && ((isFirm && isSaidOfNow(place)) || place.isAnswer);
  if (isStale) return { kind: 'wrong', truth };
  const branch = elsewhere.find((node) => node !== earlier && (truth === undefined || !node.isAncestorOf(truth)));
  const other = branch ?? earlier;
  if (other !== undefined) return known(other, false);
  if (truth === undefined || tree.isLost) return { kind: 'new' };
  const apart = Math.min(...focus.map((node) => squaresApart(state, node)));
  const isSkipped = place.isRestated || (place.isAfterMoves && place.tie === 'now' && !place.isField);
  if (state.isComplete && apart <= TWO_PLIES && apart > 0 && !(isFirm && isSkipped)) {
    if (!place.mayTry()) return { kind: 'new' };
    const later = continuation(tree, focus, state);
    if (later !== undefined) return known(later, false);
  }
  // behind the end of a game another one begins
  const isOver = apart > NEAR && legalMoves(truth.state).length === 0;
  const limit = isOver ? -1 : isFirm ? FAR : isLooselyTied(place) ? NEAR : -1;
  return apart <= limit ? { kind: 'wrong', truth } : { kind: 'new' };
}

/** What tools say is taken for true; what a user says is wrong only if it contradicts itself. */
function isTied({ role, tie, isAfterMoves, isField, isRestated, confirmed }: StatePlace): boolean {
  if (role === 'tool' || tie === 'other') return false;
  if (isRestated) return true;
  if (role === 'user') return isAfterMoves && !isField;
  if (isAfterMoves || confirmed > 1) return true;
  return tie === 'now' && (confirmed > 0 || role === 'assistant');
}

/** An earlier position is stale only where the words, or moves right before it, say that it is that of the moment. */
const isSaidOfNow = ({ tie, isAfterMoves, isField, isRestated }: StatePlace): boolean =>
  tie === 'now' || isRestated || (isAfterMoves && !isField);

const isLooselyTied = ({ role, tie, confirmed, isField }: StatePlace): boolean =>
  tie !== 'other' &&
  role !== 'tool' &&
  role !== 'user' &&
  (role === 'assistant' || role === 'call' || (isField && confirmed > 1));

/** The position one or two plies behind the likeliest one that a state shows, played; undefined if there is none. */
function continuation(tree: GameTree, [first]: readonly GameNode[], state: ReadState): GameNode | undefined {
  if (first === undefined) return undefined;
  for (const move of legalMoves(first.state)) {
    const next = tried(first, move);
    if (agreement(state, next) !== 'different') return played(tree, first, [move]);
    if (squaresApart(state, next) > NEAR) continue;
    for (const reply of legalMoves(next.state)) {
      if (agreement(state, tried(next, reply)) !== 'different') return played(tree, first, [move, reply]);
    }
  }
  return undefined;
}

/** The position after a move, which its parent does not keep. */
const tried = (node: GameNode, move: number): GameNode => new GameNode(afterMove(node.state, move).words, node);

function played(tree: GameTree, from: GameNode, moves: readonly number[]): GameNode | undefined {
  let at: GameNode | undefined = from;
  for (const move of moves) {
    const loose = readMove(moveName(move));
    at = at === undefined || loose === undefined ? undefined : tree.play(at, loose);
  }
  return at;
}
