import { boardSvg, type Orientation, svgDataUri } from '../../core/board/board-svg.ts';
import { type Mark, outlineMarks, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, playedCell, type StoneBoard, stoneBoardSvg, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, sceneSvg, worldBoard } from '../../core/board/world-board.ts';
import type { SquareBlame } from '../../core/metrics/blame.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { stateText } from './answer.ts';
import { h } from './dom.ts';

/** True for chess, whose boards have squares to mark. */
export const hasSquares = (variant: ComparisonRules): boolean => !isStoneGame(variant) && !isComparedWorld(variant);

/** The content of a state's board. */
export interface StateView {
  /** A FEN, or `x || cells ||`. */
  readonly state: string;
  /** The state that it is held against; null for none. */
  readonly other: string | null;
  readonly role: 'true' | 'predicted';
  readonly orientation: Orientation;
  /** Squares that the last move changed; of boards of stones the state before it says that. */
  readonly lastMove: readonly string[];
  readonly before?: string | undefined;
  readonly blame?: readonly SquareBlame[] | null;
  /** The accessible name. */
  readonly name: string;
}

/** The marks of a chess board that is compared with another. */
export function marksOn({
  state,
  other,
  role,
  blame = null,
}: Pick<StateView, 'state' | 'other' | 'role' | 'blame'>): readonly Mark[] {
  if (other === null) return [];
  return role === 'true' ? outlineMarks(predictionMarks(state, other)) : predictionMarks(other, state, blame);
}

/** A board of stones as an SVG, with the cell that was played last. */
export const stonePicture = (variant: StoneBoard['kind'], view: StateView, size: number): string =>
  svgDataUri(stoneSvg(variant, view, size));

function stoneSvg(variant: StoneBoard['kind'], { state, other, before, name }: StateView, size: number): string {
  const { truth } = stonePair(variant, state, other ?? state);
  const last =
    before === undefined ? undefined : playedCell(stonePair(variant, before, before).truth.cells, truth.cells);
  return stoneBoardSvg({ ...truth, last, size, title: name });
}

/** The picture of a state of a world as an SVG; undefined where it has none. */
export function worldSvg(
  variant: ComparisonRules,
  { state, other, role, name }: StateView,
  size: number,
): string | undefined {
  const board = worldBoard(comparedBuiltInWorld(variant), state, other, role);
  return board && sceneSvg({ scene: board.scene, marks: board.marks, size, title: name });
}

/** A state of a world without pictures, as it is written, with what is wrong underlined. */
export function worldText(variant: ComparisonRules, { state, other, role, name }: StateView): HTMLElement {
  const nodes = other === null ? [document.createTextNode(state)] : stateText(state, { variant, truth: other });
  return h('pre', { class: `state-text ${role}`, 'aria-label': name }, ...nodes);
}

/** The board of a state as the text of an SVG; of a world without pictures an empty one with its text as its name. */
export function stateSvg(
  variant: ComparisonRules,
  view: StateView,
  size: number,
  marks: readonly Mark[] = hasSquares(variant) ? marksOn(view) : [],
): string {
  if (isStoneGame(variant)) return stoneSvg(variant, view, size);
  if (isComparedWorld(variant))
    return (
      worldSvg(variant, view, size) ??
      sceneSvg({ scene: { columns: 1, rows: 1, cells: [] }, size, title: `${view.name}. ${view.state}` })
    );
  const { state, orientation, lastMove } = view;
  const [from, to] = lastMove;
  return boardSvg({
    fen: state,
    size,
    orientation,
    marks,
    lastMove: from === undefined || to === undefined ? null : [from, to],
    coordinates: false,
  });
}

/** The board of a state as a picture that does not move. */
export function statePicture(
  variant: ComparisonRules,
  view: StateView,
  size: number,
  className: string,
  marks?: readonly Mark[],
): HTMLElement {
  if (isComparedWorld(variant) && worldBoard(comparedBuiltInWorld(variant), view.state, null, view.role) === undefined)
    return worldText(variant, view);
  const src = svgDataUri(stateSvg(variant, view, size, marks));
  return h('img', { class: className, src, alt: view.name, width: size, height: size });
}
