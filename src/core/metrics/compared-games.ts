import type { Automaton } from '../base/automaton.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessState } from '../games/chess/state.ts';
import { connectFour, discCellName } from '../games/connect-four/connect-four.ts';
import { hexCellName } from '../games/hex/cell-name.ts';
import { hex } from '../games/hex/hex.ts';
import type { StoneFrame } from '../games/stones.ts';
import type { NamedMove } from './comparison.ts';
import { movesOnlyIn } from './move-difference.ts';
import { type PairInput, type PairReading, readPair, type TextOptions } from './pair-reading.ts';
import { readStonePair } from './stone-reading.ts';

/** What a comparison needs to know of a game. */
export interface GameReader<State> {
  readonly automaton: Automaton<State>;
  /** Everything about a pair that needs no walk through its moves. Never fails. */
  read(input: PairInput, options?: TextOptions): PairReading<State>;
  /** The legal actions `from` of a state that another one lacks, sorted by name. */
  movesOnlyIn(state: State, from: readonly string[], other: readonly string[]): NamedMove[];
}

const fenGame = (automaton: Automaton<ChessState>): GameReader<ChessState> => ({
  automaton,
  read: (input, options) => readPair(automaton, input, options),
  movesOnlyIn: (state, from, other) => movesOnlyIn(automaton.print(state), from, other),
});

const stoneGame = <State extends StoneFrame>(
  automaton: Automaton<State>,
  cellName: (cell: number, cells: number) => string,
): GameReader<State> => ({
  automaton,
  read: (input, options) => readStonePair(automaton, cellName, input, options),
  movesOnlyIn(_, from, other) {
    const known = new Set(other);
    const only = from.filter((action) => !known.has(action)).sort();
    return only.map((action) => ({ uci: action, san: action }));
  },
});

/** The games whose states are compared. */
export const COMPARED_GAMES = {
  chess: fenGame(chess),
  chess960: fenGame(chess960),
  connect_four: stoneGame(connectFour, discCellName),
  hex: stoneGame(hex, (cell, cells) => hexCellName(cell, Math.round(Math.sqrt(cells)))),
} as const;

/** The name of a game, as in `%mav game=`. */
export type ComparedGame = keyof typeof COMPARED_GAMES;

export const COMPARED_GAME_NAMES = Object.keys(COMPARED_GAMES) as readonly ComparedGame[];
