import type { Orientation } from '../../core/board/board-svg.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import type { GameStates } from '../../core/search/view/game-states.ts';
import { stateSvg } from '../common/state-picture.ts';

/** Units of a board before it is zoomed. */
export const BOARD_SIZE = 128;

/** The boards of nodes, as texts of SVGs: the state that the model believes, its wrong squares marked. */
export class NodePictures {
  readonly orientation: Orientation;
  readonly states: GameStates;
  readonly #game: MavGameName;

  constructor(states: GameStates, game: MavGameName, orientation: Orientation) {
    this.states = states;
    this.#game = game;
    this.orientation = orientation;
  }

  /** Undefined where there is no board: of a hallucination, of a state that cannot be read. */
  svgOf(node: SearchNode): string | undefined {
    if (node.kind === 'hallucination') return undefined;
    const state = this.states.shown(node.state);
    if (state === undefined) return undefined;
    const { parent, edge } = node;
    const truth = this.states.truthOf(node);
    const squares = /^([a-h][1-8])([a-h][1-8])/.exec(parent?.actions[edge] ?? '');
    return stateSvg(
      this.#game,
      {
        state,
        other: truth.kind === 'differs' ? (truth.state ?? null) : null,
        role: 'predicted',
        orientation: this.orientation,
        lastMove: squares === null ? [] : squares.slice(1, 3),
        before: parent === undefined ? undefined : this.states.shown(parent.state),
        name: this.states.nameTo(node),
      },
      BOARD_SIZE,
    );
  }
}
