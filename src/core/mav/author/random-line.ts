import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../../base/automaton.ts';
import { startOf960 } from '../../games/chess/start-960.ts';
import { INITIAL_FEN } from '../../games/chess/state.ts';
import { EMPTY_CONNECT_FOUR } from '../../games/connect-four/connect-four.ts';
import { emptyHex, HEX_SIZE } from '../../games/hex/hex.ts';
import { othello } from '../../worlds/othello/othello.ts';
import type { MavGameName } from '../games.ts';
import { knownGame, type PromptPosition } from './position.ts';

/** A game from its start on: `states[i + 1]` is `states[i]` after `actions[i]`. */
export interface GameLine {
  readonly game: MavGameName;
  readonly states: readonly unknown[];
  readonly actions: readonly string[];
}

/** The position after so many actions, with what was played before. */
export function positionAt({ game, states, actions }: GameLine, ply: number): PromptPosition {
  const state = states[ply];
  const action = actions[ply - 1];
  return action === undefined ? { game, state } : { game, state, before: { state: states[ply - 1], action } };
}

/** Random games of chess that last longer are cut: they shuffle kings. */
const MAX_PLIES = 300;

/** A game of random legal actions from the start of a game, up to its end or a number of plies. */
export function randomLine(
  game: MavGameName,
  random: RandomGenerator,
  { hexSize = HEX_SIZE, most = MAX_PLIES }: { readonly hexSize?: number; readonly most?: number } = {},
): GameLine {
  const { automaton } = knownGame(game);
  const states = [startOf(game, random, hexSize)];
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

function startOf(game: MavGameName, random: RandomGenerator, hexSize: number): unknown {
  if (game === 'connect_four') return EMPTY_CONNECT_FOUR;
  if (game === 'hex') return emptyHex(hexSize);
  if (game === 'othello') return othello.start;
  const parsed = knownGame(game).automaton.parse(game === 'chess' ? INITIAL_FEN : startOf960(random));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
