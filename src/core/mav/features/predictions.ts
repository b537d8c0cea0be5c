import type { Range } from '../../base/text/range.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../../metrics/compared-games.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import { type CheckedState, checkedStates } from '../check/checked-states.ts';
import { nearestState } from '../check/nearest-state.ts';
import type { MavView } from '../view.ts';
import { comparableFen, comparableStones } from './compared-state.ts';
import { actionName } from './shown-state.ts';

/** A state that a model printed, beside the true one: what the metrics of predictions compare. */
export interface StatePrediction {
  /** The command, and which of its states is meant: `%FEN`, `final %FEN`. */
  readonly label: string;
  /** Of the line. */
  readonly range: Range;
  /** The state as it can be compared: a whole FEN (`comparableFen`), or `x || cells ||`. */
  readonly fen: string;
  readonly trueFen: string;
  readonly variant: ComparedGame;
  /** Numbers the positions of the section that states are about. */
  readonly position: number;
  /** The positions that lead there, as far as the example gives them. */
  history(): readonly HistoryPly[];
}

/** The states of a section that follow by rule from others, in the order of the text. */
export function statePredictions({ examples }: MavView): StatePrediction[] {
  const found: StatePrediction[] = [];
  examples.forEach((judged, i) => {
    for (const checked of checkedStates(judged)) {
      const { placed, slot, truth } = checked;
      const { game } = truth;
      const variant = COMPARED_GAME_NAMES.find((id) => id === game.automaton.id);
      if (variant === undefined) continue;
      const state = nearestState(placed, truth);
      const { name } = placed.line.command;
      found.push({
        label: slot === 'final' ? `final %${name}` : `%${name}`,
        range: placed.line.range,
        fen: game.hasFen
          ? comparableFen(placed, truth.fieldsOf(state), truth.hasCounters)
          : comparableStones(placed, truth.fieldsOf(state)),
        trueFen: game.automaton.print(state),
        variant,
        position: 2 * i + (slot === 'final' ? 1 : 0),
        history: () => historyOf(checked, game.automaton.print(state)),
      });
    }
  });
  return found.sort((a, b) => a.range.start - b.range.start);
}

function historyOf({ line }: CheckedState, trueFen: string): HistoryPly[] {
  const plies: HistoryPly[] = [];
  let san: string | undefined;
  for (const { position, action } of line) {
    const fen = position.game.automaton.print(position.state);
    plies.push({ ply: plies.length, fen, ...(san !== undefined && { san }) });
    san = actionName(position, action);
  }
  plies.push({ ply: plies.length, fen: trueFen, ...(san !== undefined && { san }) });
  return plies;
}
