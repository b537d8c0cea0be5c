import type { Orientation } from '../../core/board/board-svg.ts';
import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import type { TreeStates } from '../../core/search/view/world-states.ts';
import { isDrawn, stateSvg } from '../common/state-picture.ts';
import type { GhostNode } from './reference.ts';

/** Units of a board before it is zoomed. */
export const BOARD_SIZE = 128;

/** The boards of nodes, as texts of SVGs: the state that the model believes, its wrong squares marked. */
export class NodePictures {
  readonly orientation: Orientation;
  /** Units of a board from top to bottom; at most its width. */
  readonly height: number;
  readonly states: TreeStates;
  readonly #rules: ComparisonRules;

  constructor(states: TreeStates, rules: ComparisonRules, orientation: Orientation, height = BOARD_SIZE) {
    this.height = height;
    this.states = states;
    this.#rules = rules;
    this.orientation = orientation;
  }

  /** Undefined where there is no board: of a hallucination, of a state that cannot be read. */
  svgOf(node: SearchNode): string | undefined {
    if (node.kind === 'hallucination') return undefined;
    const state = this.states.shown(node.state) ?? (isDrawn(this.#rules, node.state) ? node.state : undefined);
    if (state === undefined) return undefined;
    const { parent, edge } = node;
    const truth = this.states.truthOf(node);
    const lastMove = movedSquares(parent?.actions[edge]);
    return stateSvg(
      this.#rules,
      {
        state,
        other: truth.kind === 'differs' ? (truth.state ?? null) : null,
        role: 'predicted',
        orientation: this.orientation,
        lastMove,
        before: parent === undefined ? undefined : this.states.shown(parent.state),
        name: this.states.nameTo(node),
      },
      BOARD_SIZE,
    );
  }

  /** Returns the board of a node that the reference alone has: the state by the reference. */
  svgOfGhost({ state, path, name }: GhostNode): string | undefined {
    if (state === null) return undefined;
    return stateSvg(
      this.#rules,
      { state, other: null, role: 'true', orientation: this.orientation, lastMove: movedSquares(path.at(-1)), name },
      BOARD_SIZE,
    );
  }
}

/** Returns the squares that a move of chess changes; none for actions of other games. */
const movedSquares = (action = ''): readonly string[] => /^([a-h][1-8])([a-h][1-8])/.exec(action)?.slice(1, 3) ?? [];
