import { plural } from '../base/text/counts.ts';
import type { Affordance, PolicyName } from './affordance-options.ts';
import type { SquareBlame } from './blame.ts';
import type { PieceError } from './board-diff.ts';
import { type FenField, FIELD_NAMES } from './fen-reading.ts';
import type { Lag, OpeningFallback } from './lag.ts';
import type { Cause } from './sentence/causes.ts';
import type { SetScores } from './set-based.ts';
import type { Verdict } from './verdict.ts';

/** Wrong field after the board; `predicted` is null where the field is missing. */
export interface FieldError {
  readonly kind: FenField;
  readonly predicted: string | null;
  readonly actual: string;
  /**
   * True for a castling or en passant field that differs without effect: no capture on the square is legal, the king or
   * rook of the right has gone, the same rights in other letters.
   */
  readonly harmless?: true;
}

export type ComparisonError = PieceError | FieldError;

/** Scores per depth 1..m. */
export interface DepthPair {
  readonly p: readonly number[];
  readonly r: readonly number[];
}

/** Scores of a conditional state. */
export interface ConditionalScores extends DepthPair {
  /** False for an estimate. */
  readonly exact: boolean;
}

/** Legal move, in both notations; an action of Connect Four or Hex has one name, which stands in both. */
export interface NamedMove {
  readonly uci: string;
  readonly san: string;
}

/** Summary of the blame of wrong squares: see `Blame`. */
interface StaleSummary {
  readonly stale: number;
  readonly neverTrue: number;
  readonly oldestMissed: { readonly ply: number; readonly san: string | null; readonly move: string | null } | null;
}

/** Facts about a prediction that need no p_m and r_m: plain data, JSON as it is. */
export interface TextComparison {
  readonly verdict: Verdict;
  /** False belief of the model, in about 100 characters; `exact` where there is none. */
  readonly sentence: string;
  /** Cause of it: the group that the prediction belongs to. */
  readonly cause: Cause;
  /** True if the predicted text is a valid state; if not, p and r are 0. */
  readonly valid: boolean;
  /** Faults that make it invalid, with their places; null if valid. */
  readonly reason: string | null;
  /** Reason why the true state itself is invalid (p and r are 0 then too); null if it is valid, as it should be. */
  readonly truthReason: string | null;
  /** Distance over FENs as written; in other worlds over the texts that the world prints for both states. */
  readonly editDistance: number;
  /** Distance over the texts as written; absent for FENs. */
  readonly rawEditDistance?: number;
  readonly placementDistance: number;
  /** exp(-lambda * editDistance). */
  readonly kernel: number;
  /** True if the full FEN is equal, with all fields stated; in other worlds, if the state is. */
  readonly exactMatch: boolean;
  /** True if board and side are equal, castling and en passant in effect. */
  readonly positionMatch: boolean;
  /**
   * FEN fields that the prediction writes `?`: they are copied from the true state, and are neither errors nor edits.
   * Absent where all fields are stated.
   */
  readonly unstated?: readonly FenField[];
  /** True if the board is equal. */
  readonly boardMatch: boolean;
  /** Word for a part of the state, as `cell` or `place`; absent for FENs, whose parts are squares. */
  readonly part?: string;
  /** Number of squares of the true board: 64, in Connect Four 42, in Hex those of its size; for worlds the parts of a state. */
  readonly squares: number;
  /** Number of right squares, and their share 0..1; 0 where no board could be read. */
  readonly squaresRight: number;
  readonly boardAccuracy: number;
  /** Wrong squares by name, in the order of the text (a8 first); unreadable squares are not among them. */
  readonly wrongSquares: readonly string[];
  /** Board mistakes in the order of the text, then fields. Pieces are FEN letters, stones `x` and `o`. */
  readonly errors: readonly ComparisonError[];
  /** Blame of each wrong square; null without a history. */
  readonly blame: readonly SquareBlame[] | null;
  readonly stale: StaleSummary | null;
  /** Lag; null without a history or without a complete board. */
  readonly lag: Lag | null;
  readonly openingFallback: OpeningFallback | null;
}

/** Every metric of a pair; plain data. The shape is part of the command line's contract (docs/cli.md). */
export interface Comparison extends TextComparison, DepthPair {
  /** Depth of p and r. */
  readonly m: number;
  readonly method: Affordance['method'];
  /** Number of exact depths from 1 on: m when exact, fewer where `auto` ran out of its budget. */
  readonly exactDepths: number;
  /**
   * f_1..f_m, the harmonic mean of p and r at each depth: 0 where either is 0, and where both are 1 for want of any legal move although
   * the positions differ.
   */
  readonly f: readonly number[];
  /** N and seed of an estimate; null when exact. */
  readonly samples: number | null;
  readonly seed: number | null;
  /**
   * Policy of guided rollouts, and the quantity of p and r: the expectations under the policy or, with `importance`,
   * p_m and r_m. Null for other methods.
   */
  readonly guided: { readonly policy: PolicyName; readonly importance: boolean } | null;
  /**
   * Wanted standard error of p_m and r_m; `reached` is false if the limit of N was too low for it. Null where none was
   * wanted.
   */
  readonly target: { readonly error: number; readonly reached: boolean } | null;
  /** Standard error per depth; null when exact, or where the method states none. */
  readonly standardError: DepthPair | null;
  /** Set-based precision and recall at depth m; null unless requested, or when their budget ran out. */
  readonly setBased: SetScores | null;
  /** Means over depths 1..m. */
  readonly depthMean: SetScores;
  /** v_1..v_m, v_i = p_i / p_(i-1); null from the first depth on that nothing reaches. */
  readonly acceptance: { readonly p: readonly (number | null)[]; readonly r: readonly (number | null)[] };
  /** Fitted decay lambda of p_i and r_i; null when a depth is 0. */
  readonly decay: { readonly p: number | null; readonly r: number | null };
  /** True if a score is 1 for want of any legal move to sample from: a predicted (p) or true (r) mate or stalemate. */
  readonly vacuous: { readonly p: boolean; readonly r: boolean };
  /** Scores of the predicted board with true fields: see `conditionalStates`. Null unless requested. */
  readonly conditional: { readonly trueSide: ConditionalScores; readonly boardOnly: ConditionalScores } | null;
  /** Legal moves that the predicted state lacks (recall) and adds (precision) at depth 1; null unless requested. */
  readonly movesLost: readonly NamedMove[] | null;
  readonly movesInvented: readonly NamedMove[] | null;
  /** Line in lens, hover and reports, without the model's name. */
  readonly verdictText: string;
}

const ROLES: Readonly<Record<string, string>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** Returns a FEN letter in words: `white knight`. Letters of stones are unchanged. */
export const pieceName = (letter: string): string =>
  Object.hasOwn(ROLES, letter.toLowerCase())
    ? `${letter === letter.toUpperCase() ? 'white' : 'black'} ${roleName(letter)}`
    : letter;

/** Returns `knight` for the letter of a piece of either color. */
export const roleName = (letter: string): string => ROLES[letter.toLowerCase()] ?? letter;

/** Formats blame: `f6 knight: true until 8...Ne4`, `d4 empty: never true`. */
export function blameText({ square, predicted, ply, move }: SquareBlame): string {
  const content = predicted === null ? 'empty' : roleName(predicted);
  if (ply === null) return `${square} ${content}: never true`;
  return `${square} ${content}: true until ${move ?? `ply ${ply + 1}`}`;
}

/** Formats a summary: `5 stale squares, 1 never true; oldest missed move 8...Ne4`. Empty when no square is wrong. */
export function staleText({ stale, neverTrue, oldestMissed }: StaleSummary): string {
  const parts: string[] = [];
  if (stale > 0) parts.push(plural(stale, 'stale square'));
  if (neverTrue > 0) parts.push(`${neverTrue} never true`);
  const missed =
    oldestMissed === null ? '' : `; oldest missed move ${oldestMissed.move ?? `at ply ${oldestMissed.ply}`}`;
  return parts.join(', ') + missed;
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

/** Formats a number, small ones in words, with its noun. */
const counted = (n: number, one: string, several: string): string => `${SMALL[n] ?? n} ${n === 1 ? one : several}`;

const plies = (n: number): string => counted(n, 'ply', 'plies');

/** Formats a lag: `matches the position two plies earlier`; undefined when the queried position is the nearest one. */
export function lagText({ pliesEarlier, squaresWrong, sideToMove }: Lag): string | undefined {
  if (pliesEarlier <= 0) return undefined;
  const where = `the position ${plies(pliesEarlier)} earlier`;
  if (squaresWrong > 0) return `nearest to ${where} (${counted(squaresWrong, 'square', 'squares')} different)`;
  return sideToMove ? `matches ${where}` : `matches the board of ${where}`;
}

/** Formats a fallback: `opening fallback: the start position`. */
export function fallbackText({ plies: depth, ownGame }: OpeningFallback): string {
  if (depth === 0) return 'opening fallback: the start position';
  const where = ownGame ? 'this game' : 'another opening';
  return `opening fallback: a position of ${where} after ${plies(depth)}`;
}

/** Formats a mistake: `white knight on f3 should be on e5`, `castling rights KQkq, true kq`. */
export function errorText(error: ComparisonError): string {
  switch (error.kind) {
    case 'phantom':
      return `${pieceName(error.predicted)} on ${error.square} does not exist`;
    case 'missing':
      return `${pieceName(error.actual)} on ${error.square} is missing`;
    case 'misplaced':
      return `${pieceName(error.predicted)} on ${error.square} should be on ${error.to}`;
    case 'swapped':
      return error.with === undefined
        ? `${pieceName(error.predicted)} on ${error.square} should be a ${pieceName(error.actual)}`
        : `${pieceName(error.predicted)} on ${error.square} and ${pieceName(error.actual)} on ${error.with} are swapped`;
    default: {
      const name = FIELD_NAMES[error.kind];
      if (error.predicted === null) return `${name} missing, true ${error.actual}`;
      const note = error.harmless === true ? ' (without effect)' : '';
      return `${name} ${error.predicted}, true ${error.actual}${note}`;
    }
  }
}
