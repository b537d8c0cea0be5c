import {
  EP,
  hasPiece,
  ROLE_BISHOP,
  ROLE_KNIGHT,
  ROLE_PAWN,
  ROLE_QUEEN,
  ROLE_ROOK,
  roleAt,
  TURN,
} from '../games/chess/frame.ts';
import type { ChessState } from '../games/chess/state.ts';
import type { PolicyName } from './affordance-options.ts';
import type { Policy } from './guided-rollouts.ts';

/** Policies of a game. */
export interface Policies<State> {
  readonly names: readonly PolicyName[];
  /** Returns weights of the legal actions of a state, in their order; all above 0. */
  weights(name: PolicyName, state: State, actions: readonly string[]): readonly number[];
}

/** Equal weight of all legal actions. */
const uniform: Policy<unknown> = (_, actions) => actions.map(() => 1);

/** Policies of any game. */
export const ANY_POLICIES: Policies<unknown> = {
  names: ['uniform'],
  weights: (_, state, actions) => uniform(state, actions),
};

/** Values of pieces in pawns. */
const PAWN_VALUE = 1;
const VALUES: Readonly<Record<number, number>> = {
  [ROLE_PAWN]: PAWN_VALUE,
  [ROLE_KNIGHT]: 3,
  [ROLE_BISHOP]: 3,
  [ROLE_ROOK]: 5,
  [ROLE_QUEEN]: 9,
};
const PROMOTIONS: Readonly<Record<string, number>> = { n: 3, b: 3, r: 5, q: 9 };

const squareAt = (name: string, at: number): number => name.charCodeAt(at) - 97 + 8 * (name.charCodeAt(at + 1) - 49);

/**
 * Policy `captures`: a move weighs 1 plus the material that it wins, in pawns: the captured piece, and the promoted
 * piece minus the pawn.
 */
const captures: Policy<ChessState> = ({ words }, actions) =>
  actions.map((name) => {
    const [from, to] = [squareAt(name, 0), squareAt(name, 2)];
    const promoted = PROMOTIONS[name.charAt(4)];
    const gain = promoted === undefined ? 0 : promoted - PAWN_VALUE;
    if (hasPiece(words, 0, 1 - words[TURN]!, to)) return 1 + gain + (VALUES[roleAt(words, 0, to)] ?? 0);
    const isEnPassant = to === words[EP] && roleAt(words, 0, from) === ROLE_PAWN && (from & 7) !== (to & 7);
    return 1 + gain + (isEnPassant ? PAWN_VALUE : 0);
  });

/** Policies of chess and Chess960. */
export const CHESS_POLICIES: Policies<ChessState> = {
  names: ['uniform', 'captures'],
  weights: (name, state, actions) => (name === 'captures' ? captures : uniform)(state, actions),
};
