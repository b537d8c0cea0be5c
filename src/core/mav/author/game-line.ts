import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../../base/automaton.ts';
import { shuffled } from '../../base/random.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import {
  type ChessState,
  INITIAL_FEN,
  isStartPosition,
  parseChess,
  randomChess960Start,
} from '../../games/chess/state.ts';
import { EMPTY_CONNECT_FOUR } from '../../games/connect-four/connect-four.ts';
import { emptyHex, HEX_SIZE } from '../../games/hex/hex.ts';
import type { KeyedLine } from '../../notation/game-clusters.ts';
import { positionKey } from '../../notation/openings/openings.ts';
import { othello } from '../../worlds/othello.ts';
import type { MavGameName } from '../game-names.ts';
import { knownGame, type PromptPosition, pliesBefore, positionId } from './prompt-position.ts';

/** A game from its start: `states[i + 1]` is `states[i]` after `actions[i]`. */
export interface GameLine {
  readonly game: MavGameName;
  readonly states: readonly unknown[];
  readonly actions: readonly string[];
}

/** Returns the position after `ply` actions, with the previous action. */
export function positionAt({ game, states, actions }: GameLine, ply: number): PromptPosition {
  const state = states[ply];
  const action = actions[ply - 1];
  return action === undefined ? { game, state } : { game, state, before: { state: states[ply - 1], action } };
}

/** Longest random game, in plies: longer ones of chess shuffle kings. */
const MAX_PLIES = 300;

/** Plays random legal actions from the start of a game, up to its end or a number of plies. */
export function randomLine(
  game: MavGameName,
  random: RandomGenerator,
  { hexSize = HEX_SIZE, most = MAX_PLIES }: { readonly hexSize?: number; readonly most?: number } = {},
): GameLine {
  const { automaton } = knownGame(game);
  const states = [startState(game, random, hexSize)];
  const actions: string[] = [];
  while (actions.length < most) {
    const last = states[states.length - 1];
    const legal = automaton.legal(last);
    if (legal.length === 0) break;
    const action = legal[uniformInt(random, 0, legal.length - 1)];
    if (action === undefined) break;
    const next = automaton.step(last, action);
    if (next === SINK) throw new Error(`${action} is listed as legal but is illegal`);
    states.push(next);
    actions.push(action);
  }
  return { game, states, actions };
}

function startState(game: MavGameName, random: RandomGenerator, hexSize: number): unknown {
  if (game === 'connect_four') return EMPTY_CONNECT_FOUR;
  if (game === 'hex') return emptyHex(hexSize);
  if (game === 'othello') return othello.start;
  const parsed = knownGame(game).automaton.parse(game === 'chess' ? INITIAL_FEN : randomChess960Start(random));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Hexadecimal digits of an id that a number stores exactly. */
const DIGITS = 13;

/** Returns the positions of a line of any game as keys, for `GameClusters`. */
export function gameLineKeys({ game, states }: GameLine, isRecord: boolean): KeyedLine {
  const [first] = states;
  if (!isChessVariant(game)) {
    const plies = pliesBefore(game, first);
    const keys = states.map((state) => Number.parseInt(positionId(game, state).slice(0, DIGITS), 16));
    return { keys, from: isRecord || plies === 0 ? plies : undefined };
  }
  const keys = states.map((state) => positionKey((state as ChessState).words, 0));
  const isFromStart = isStartPosition(knownGame(game).automaton.print(first), (first as ChessState).words);
  return { keys, from: isFromStart ? 0 : isRecord ? pliesBefore(game, first) : undefined };
}

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
/** Most pieces besides the kings. */
const MAX_PIECES = 28;
/** Distribution of the pieces: about half are pawns, as in games. */
const PIECES = 'PPPPNBRQ';
/**
 * Failed attempts before the number of pieces is reduced: with many pieces the side that is not to move is mostly in
 * check.
 */
const TRIES = 8;

/**
 * Returns a chess position that no game reaches: any number of pieces on random squares, no castling rights, the side
 * that is not to move not in check (the second column of Table 3 of Schultz et al.; how its boards were made is not
 * published).
 */
export function randomBoard(random: RandomGenerator): ChessState {
  let most = MAX_PIECES;
  for (let tries = 1; ; tries++) {
    const parsed = parseChess(randomFen(uniformInt(random, 0, most), random), false);
    if (parsed.ok) return parsed.value;
    if (tries % TRIES === 0 && most > 0) most--;
  }
}

function randomFen(pieces: number, random: RandomGenerator): string {
  const board: string[] = SQUARES.map(() => '');
  const free = shuffled(SQUARES, random);
  for (const [i, square] of free.slice(0, 2 + pieces).entries()) {
    if (i < 2) {
      board[square] = i === 0 ? 'K' : 'k';
      continue;
    }
    const isBack = square < 8 || square >= 56;
    const piece = PIECES.charAt(uniformInt(random, isBack ? 4 : 0, PIECES.length - 1));
    board[square] = uniformInt(random, 0, 1) === 0 ? piece : piece.toLowerCase();
  }
  const ranks = Array.from({ length: 8 }, (_, rank) =>
    board
      .slice(8 * rank, 8 * rank + 8)
      .map((piece) => piece || '.')
      .join('')
      .replace(/\.+/g, (empty) => String(empty.length)),
  );
  return `${ranks.join('/')} ${'wb'[uniformInt(random, 0, 1)]} - - 0 ${uniformInt(random, 1, 80)}`;
}
