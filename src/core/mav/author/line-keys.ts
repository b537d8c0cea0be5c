import { isStart } from '../../games/chess/start.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { KeyedLine } from '../../notation/clusters/position-keys.ts';
import { positionKey } from '../../notation/openings/openings.ts';
import { knownGame, pliesBefore, positionId } from './position.ts';
import type { GameLine } from './random-line.ts';

/** Hexadecimal digits of an id that a number holds exactly. */
const DIGITS = 13;

/** The positions of a line of any game as keys, for `GameClusters`. */
export function keysOfGameLine({ game, states }: GameLine, isRecord: boolean): KeyedLine {
  const [first] = states;
  if (game !== 'chess' && game !== 'chess960') {
    const plies = pliesBefore(game, first);
    const keys = states.map((state) => Number.parseInt(positionId(game, state).slice(0, DIGITS), 16));
    return { keys, from: isRecord || plies === 0 ? plies : undefined };
  }
  const keys = states.map((state) => positionKey((state as ChessState).words, 0));
  const isFromStart = isStart(knownGame(game).automaton.print(first), (first as ChessState).words);
  return { keys, from: isFromStart ? 0 : isRecord ? pliesBefore(game, first) : undefined };
}
