import type { Automaton } from '../base/automaton.ts';
import type { ConnectFourState } from '../games/connect-four/state.ts';
import type { MavDialect } from './syntax.ts';

/** What a state says, part by part; undefined where its text does not say it. */
export interface StateFields {
  /** One character a square, in an order that `squareName` knows. */
  readonly board: string | undefined;
  readonly side: string | undefined;
  readonly castling?: string | undefined;
  /** The same rights as the game writes them: `KQkq` for `HAha` or `QKqk`. */
  readonly rights?: string | undefined;
  /** What may stand there: a FEN may name the square behind every double step, or only where it can be taken. */
  readonly enPassant?: readonly string[] | undefined;
  readonly halfmove?: string | undefined;
  readonly fullmove?: string | undefined;
}

/** A state as far as its text has it. */
export interface StateReading<State> {
  /** Why it is no state; undefined when it is one. */
  readonly error: string | undefined;
  /** Without whatever the text does not say: castling rights, en passant square. Undefined when it is none. */
  readonly state: State | undefined;
  /** The states that it may be as well, by what it does not say. */
  readonly others: () => readonly State[];
  readonly fields: StateFields;
}

/** A game of `<mav game=...>`. */
export interface MavGame<State> extends ActionSpelling {
  readonly automaton: Automaton<State>;
  /** True if the format of its states and moves is assumed, since nobody published it. */
  readonly isAssumed: boolean;
  /** True if FENs are written in it. */
  readonly hasFen: boolean;
  /** Reads the argument of `%state` or `%FEN`. */
  read(text: string, form: 'native' | 'FEN'): StateReading<State>;
  /** A state as the argument of `%state` (native) or `%FEN`. */
  write(state: State, form: 'native' | 'FEN'): string;
  /**
   * What a state says.
   *
   * @param action the one that led to it, where that is known: a FEN may name the square behind every double step
   */
  fieldsOf(state: State, action?: string): StateFields;
  /** True if what a state says is all true of another, where that is told without printing it; false where it is not. */
  saysAll?(reading: StateReading<State>, state: State): boolean;
  /** The name of a square of a board, by its index. */
  squareName(index: number, board: string): string;
  /** Stones on the board before the first action; default 0. */
  readonly firstStones?: number;
  /** True if the own action of a player can lose the game at once. */
  readonly moverCanLose?: boolean;
  /** What a draw is, in words. */
  readonly drawText?: string;
  /** Why a player cannot pass, in games where that is an action, and why an empty cell cannot be taken. */
  readonly refusals?: { readonly pass: string; readonly empty: string };
}

/** How a game's actions are written. */
export interface ActionSpelling {
  /** An action in the automaton's spelling; `mover` is who plays it, where that is known. */
  readonly normal: (action: string, mover?: string) => string;
  /** Who moves in a state, in games whose actions may leave that out. */
  readonly mover: (state: unknown) => string | undefined;
  /** An action of the automaton as it is written; what is none as it is. */
  readonly spell: (action: string) => string;
}

/** Actions that are written as the automaton names them. */
export const PLAIN_ACTIONS: ActionSpelling = {
  normal: (action) => action.toLowerCase(),
  mover: () => undefined,
  spell: (action) => action,
};

/** Actions of Connect Four, which nobody published, in each of the ways that a dialect may have them. */
export const discActions = (discs: MavDialect['discs']): ActionSpelling => ({
  normal(action, mover = '') {
    const name = action.toLowerCase();
    // What is no column keeps its number: the automaton has no such action either.
    return /^\d$/.test(name) ? `${mover}${Number(name) - (discs === 'digit1' ? 1 : 0)}` : name;
  },
  mover: (state) => (state as ConnectFourState).side,
  spell(action) {
    if (discs === 'player' || !/^[xo]\d$/.test(action)) return action;
    const column = Number(action.slice(-1));
    return String(discs === 'digit1' ? column + 1 : column);
  },
});
