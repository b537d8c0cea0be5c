import type { Outcome } from '../../core/base/automaton.ts';
import type { Result } from '../../core/base/result.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';

/**
 * An action as a network names it (`training/frames.ts`): its squares as the side to move sees them, and the promotion, 0 for none. Where
 * nothing moves, both squares are that of the action.
 */
export interface BoardAction {
  readonly from: number;
  readonly to: number;
  readonly promotion: number;
}

/** A pair of squares that looks legal to a network. */
export type BoardPair = Pick<BoardAction, 'from' | 'to'>;

/** A state as its text gives it. */
export interface BoardState {
  /** Codes of the squares as the side to move sees them. */
  readonly codes: Uint8Array;
  /** Parts of the text that the codes cannot hold, each as a part of a sentence. */
  readonly unread: readonly string[];
}

/** Notation of a state: the argument of `%state`, or of `%FEN`. */
export type StateForm = 'state' | 'FEN';

/** Text of a state. */
export interface BoardText {
  readonly text: string;
  /**
   * Offset of the first square in the text, where squares are one character each, with spaces between, in the order of `order`; undefined
   * where the text has no character for each square.
   */
  readonly cells: number | undefined;
  /** Contradictions of the state, each as a sentence without its period. */
  readonly doubts: readonly string[];
}

/**
 * A game as a board network sees it: codes of squares from the side to move, and actions as pairs of squares. `State` is a state as its
 * text gives it.
 */
export interface BoardGame<State extends BoardState = BoardState> {
  readonly rows: number;
  readonly columns: number;
  /** Number of codes of a square. */
  readonly codes: number;
  /** Number of marks of a square: none, source, and target with each promotion. */
  readonly marks: number;
  /** Reads the argument of a command. The error is a part of a sentence. */
  read(text: string, form: StateForm): Result<State, string>;
  /** Writes a state, without the fields that its own text lacked. */
  write(state: State, form: StateForm): BoardText;
  /** Returns the action of a text; undefined for text of another form. Legality is not tested. */
  actionOf(text: string, state: State, dialect: MavDialect): BoardAction | undefined;
  /** Returns the text of an action in a game, by its MAV name. */
  nameOf(action: BoardAction, state: State, game: string, dialect: MavDialect): string;
  /** Returns the actions of a pair of squares: several where a piece promotes. */
  actionsOf(pair: BoardPair, state: State): readonly BoardAction[];
  /** Compares two actions in the order of native states: by source, target, promotion. */
  compare(a: BoardAction, b: BoardAction, state: State): number;
  /** Returns the state after an action, whose codes a network has written as seen by the side that made it. */
  after(state: State, action: BoardAction, codes: Uint8Array): State;
  /** Returns the squares as the side to move sees them, in the order of native states. */
  order(state: State): readonly number[];
  /** Returns the character of a code in native states. */
  letterOf(code: number, state: State): string;
  /** Returns the side to move, as the game's own states name it: `w`, `b`, `x` or `o`. */
  sideOf(state: State): string;
  /** Returns the state as it were if the other side had to move. */
  passed(state: State): State;
  /** Returns the result of a state in which no action looks legal, by the pairs that look legal in the passed state. */
  outcome(state: State, replies: readonly BoardPair[]): Outcome;
}
