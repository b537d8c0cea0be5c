import { h, type JSX } from 'preact';
import { boardSvg, type Orientation, svgDataUri } from '../../core/board/board-svg.ts';
import { type MarkName, markText, markWord } from '../../core/board/board-text.ts';
import { legendShape, type Mark, outlineMarks, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, playedCell, type StoneBoard, stoneBoardSvg, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, sceneSvg, worldBoard } from '../../core/board/world-board.ts';
import type { SquareBlame } from '../../core/metrics/blame.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { stateText } from './answer.ts';

/** Returns true for chess, whose boards have squares to mark. */
export const hasSquares = (variant: ComparisonRules): boolean => !isStoneGame(variant) && !isComparedWorld(variant);

/** The content of a state's board. */
export interface StateView {
  /** A FEN, or `x || cells ||`. */
  readonly state: string;
  /** The state that it is compared with; null for none. */
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

/** Returns the marks of a chess board that is compared with another. */
export function marksOn({
  state,
  other,
  role,
  blame = null,
}: Pick<StateView, 'state' | 'other' | 'role' | 'blame'>): readonly Mark[] {
  if (other === null) return [];
  return role === 'true' ? outlineMarks(predictionMarks(state, other)) : predictionMarks(other, state, blame);
}

/** Draws a board of stones, with the cell that was played last, as a data URI. */
export const stonePicture = (variant: StoneBoard['kind'], view: StateView, size: number): string =>
  svgDataUri(stoneSvg(variant, view, size));

function stoneSvg(variant: StoneBoard['kind'], { state, other, before, name }: StateView, size: number): string {
  const { truth } = stonePair(variant, state, other ?? state);
  const last =
    before === undefined ? undefined : playedCell(stonePair(variant, before, before).truth.cells, truth.cells);
  return stoneBoardSvg({ ...truth, last, size, title: name });
}

/** Draws a state of a world as an SVG; returns undefined where it has no picture. */
export function worldSvg(
  variant: ComparisonRules,
  { state, other, role, name }: StateView,
  size: number,
): string | undefined {
  const board = worldBoard(comparedBuiltInWorld(variant), state, other, role);
  return board && sceneSvg({ scene: board.scene, marks: board.marks, size, title: name });
}

/** Returns true if a text, which may be no state, can be drawn in a world. */
export const isDrawn = (variant: ComparisonRules, text: string): boolean =>
  isComparedWorld(variant) && worldBoard(comparedBuiltInWorld(variant), text, null, 'true') !== undefined;

/** Returns a state of a world without pictures as text, its wrong parts underlined. */
export function worldText(variant: ComparisonRules, { state, other, role, name }: StateView): JSX.Element {
  const text = other === null ? state : stateText(state, { variant, truth: other });
  return h('pre', { class: `state-text ${role}`, 'aria-label': name }, text);
}

/** Draws the board of a state as the text of an SVG; for a world without pictures an empty one whose name is the state. */
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

/** Returns the board of a state as a picture, on which nothing can be moved. */
export function statePicture(
  variant: ComparisonRules,
  view: StateView,
  size: number,
  className: string,
  marks?: readonly Mark[],
): JSX.Element {
  if (isComparedWorld(variant) && worldBoard(comparedBuiltInWorld(variant), view.state, null, view.role) === undefined)
    return worldText(variant, view);
  const src = svgDataUri(stateSvg(variant, view, size, marks));
  return h('img', { class: className, src, alt: view.name, width: size, height: size });
}

function markPicture(kind: MarkName): string {
  const { shape, viewBox } = legendShape(kind);
  return svgDataUri(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shape}</svg>`);
}

/**
 * Returns the legend of the marks that occur; null where none do.
 *
 * @param length `short`: a word or two each, the rest as its title
 * @param words other words for marks of worlds, which have no pieces
 */
export function markLegend(
  marks: readonly Mark[],
  length: 'whole' | 'short' = 'whole',
  words: Readonly<Partial<Record<MarkName, string>>> = {},
): JSX.Element | null {
  const kinds = new Set<MarkName>(marks.map(({ kind }) => kind));
  if (marks.some(({ stale }) => stale === true)) kinds.add('stale');
  if (kinds.size === 0) return null;
  return h(
    'ul',
    { class: 'legend', key: [...kinds].join(' ') },
    [...kinds].map((kind) =>
      h(
        'li',
        length === 'short' && words[kind] === undefined ? { title: markText(kind) } : null,
        h('img', { src: markPicture(kind), alt: '', width: 16, height: 16 }),
        words[kind] ?? (length === 'short' ? markWord(kind) : markText(kind)),
      ),
    ),
  );
}
