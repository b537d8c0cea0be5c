import { h, type JSX } from 'preact';
import type { Orientation } from '../../core/board/board-svg.ts';
import { markWord } from '../../core/board/board-text.ts';
import { type Mark, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type { StateLine, StateStep, TimelineCell } from '../../core/evaluation/game-trace/timeline.ts';
import { readStones } from '../../core/games/stones.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { readLooseFen } from '../../core/metrics/fen-reading.ts';
import { UNKNOWN } from '../../core/metrics/placement.ts';
import { t } from './l10n.ts';
import { hasSquares, markLegend, type StateView, statePicture } from './state-picture.ts';
import { stepName } from './step-name.ts';

/** A true state and the one that a model believes. */
export interface PairView {
  readonly variant: ComparisonRules;
  readonly labels: StateLine['labels'];
  readonly step: StateStep;
  /** The true state before the last move, which boards of stones find that move by; null for none. */
  readonly before: string | null;
  /** The model. */
  readonly label: string;
  /** The answer; null where the model was not asked. */
  readonly cell: Pick<TimelineCell, 'fen' | 'blame'> | null;
  readonly orientation: Orientation;
  /** Caption and picture in place of the believed board, where the pair is about no answer. */
  readonly instead?: { readonly caption: string; readonly picture: JSX.Element | undefined };
}

const SIDES: Readonly<Record<string, string>> = {
  w: t('White to move'),
  b: t('Black to move'),
  x: t('x to move'),
  o: t('o to move'),
};

/** Returns `White to move`; empty where the text has no side to move. */
function sideText(variant: ComparisonRules, state: string): string {
  if (hasSquares(variant)) return SIDES[readLooseFen(state).fields.side ?? ''] ?? '';
  const read = readStones(state);
  return read.ok ? (SIDES[read.value.side] ?? '') : '';
}

/** Returns the reason for which there is no believed board; undefined where there is one. */
export function boardless({ variant, cell, labels, step, instead }: PairView): string | undefined {
  if (instead !== undefined) return instead.picture === undefined ? t('No board to show') : '';
  if (cell === null) {
    // The headline says that the model was not asked.
    if (labels === 'models') return '';
    return step.unjudged?.startsWith('not judged') === true ? t('Not judged') : t('No state is printed here');
  }
  if (cell.fen === null) return t('No state in the answer');
  return hasBoard(variant, cell.fen) ? undefined : t('No board can be read from the answer');
}

/** Returns true if a state can be shown; each state of a world can, as text if there is no picture of it. */
function hasBoard(variant: ComparisonRules, state: string): boolean {
  if (isComparedWorld(variant)) return true;
  if (isStoneGame(variant)) return readStones(state).ok;
  return readLooseFen(state).placement.squares.some((square) => square !== UNKNOWN);
}

/** Returns true if the prompt gives the true state of a step. */
const isGiven = ({ basis }: StateStep): boolean => basis === 'Given';

/** Returns true if a step has a true state, by rule or as its prompt gives it; others have only what is printed. */
const isTrue = (step: StateStep): boolean => step.basis === undefined || isGiven(step);

/**
 * Returns the caption of the true board: `True · White to move`, `True as given · White to move`; without a true state
 * the source of what is shown: `By what is printed · White to move`.
 */
export function trueCaption({ variant, step }: PairView): JSX.Element {
  const side = sideText(variant, step.fen);
  return h(
    'figcaption',
    { key: `${step.basis} ${side}` },
    h('strong', {}, isTrue(step) ? t('True') : basisText(step.basis)),
    isGiven(step) ? ` ${t('as given')}` : null,
    side === '' ? null : ` · ${side}`,
  );
}

/** Returns the caption of the believed board: `Believed by gpt-4o`, with the side to move where it differs. */
export function believedCaption({ variant, labels, step, label, cell, instead }: PairView): JSX.Element {
  if (instead !== undefined) return h('figcaption', { title: instead.caption }, h('strong', {}, instead.caption));
  const side = sideText(variant, cell?.fen ?? '');
  const differs = side !== '' && side !== sideText(variant, step.fen);
  return h(
    'figcaption',
    { key: `${differs} ${side} ${label}`, title: label },
    differs ? h('span', { class: 'wrong-side' }, side) : null,
    h('strong', {}, t('Believed')),
    ` ${labels === 'models' ? t('by {0}', label) : t('as {0}', label)}`,
  );
}

/** Returns the source of a state that no rule gives, in the language of the page. */
function basisText(basis = ''): string {
  switch (basis) {
    case 'As printed':
      return t('As printed');
    case 'By what is printed':
      return t('By what is printed');
    default:
      return basis;
  }
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the content of the true board. */
export const trueView = ({ step, before, cell, orientation }: PairView): StateView => ({
  state: step.fen,
  other: cell?.fen ?? null,
  role: 'true',
  orientation,
  lastMove: step.lastMove ?? [],
  before: before ?? undefined,
  name: isTrue(step)
    ? t('True position, {0}', stepName(step))
    : t('Position, {0}, {1}', uncapital(basisText(step.basis)), stepName(step)),
});

/** Returns the content of the believed board; undefined where there is none. */
export function believedView(view: PairView): StateView | undefined {
  const { step, cell, label, orientation } = view;
  if (cell === null || cell.fen === null || boardless(view) !== undefined) return undefined;
  const wrong = wrongNames(view);
  return {
    state: cell.fen,
    other: step.fen,
    role: 'predicted',
    orientation,
    lastMove: [],
    blame: cell.blame,
    name: wrong === '' ? t('Believed by {0}', label) : t('Believed by {0}. Wrong: {1}', label, wrong),
  };
}

/** Returns the marks of the believed board of chess; none for other games. */
function pairMarks(view: PairView): readonly Mark[] {
  const { variant, step, cell } = view;
  if (!hasSquares(variant) || cell === null || cell.fen === null || boardless(view) !== undefined) return [];
  return predictionMarks(step.fen, cell.fen, cell.blame);
}

function wrongNames(view: PairView): string {
  const { variant, step, cell } = view;
  if (isComparedWorld(variant))
    return worldBoard(comparedBuiltInWorld(variant), cell?.fen ?? '', step.fen, 'predicted')?.wrong.join(', ') ?? '';
  if (!isStoneGame(variant))
    return pairMarks(view)
      .map(({ square, kind }) => `${square} ${markWord(kind)}`)
      .join(', ');
  const { length } = stonePair(variant, step.fen, cell?.fen ?? '').wrong;
  return length === 0 ? '' : length === 1 ? t('1 cell') : t('{0} cells', length);
}

/** Meanings of the marks on parts of a world. */
const WORLD_WORDS = {
  other: t('wrong; what it really is, in the corner'),
  missing: t('missing'),
  invented: t('invented'),
} as const;

/** Returns the legend of the marks that occur on a pair; null where there are none. */
export function pairLegend(view: PairView): JSX.Element | null {
  const { variant, step, cell } = view;
  if (isComparedWorld(variant)) {
    const board = worldBoard(comparedBuiltInWorld(variant), cell?.fen ?? '', step.fen, 'predicted');
    const marks = (board?.marks ?? []).map(({ part, kind }) => ({ square: part, kind }));
    return markLegend(marks, 'short', WORLD_WORDS);
  }
  if (isStoneGame(variant))
    return stonePair(variant, step.fen, cell?.fen ?? '').wrong.length > 0
      ? h('p', { class: 'legend' }, t('Dashed rings: cells that differ'))
      : null;
  return markLegend(pairMarks(view), 'short');
}

/** Pixels of a picture, which is shown as large as its place. */
const SIZE = 360;

/** Returns the pair of boards as pictures, without the code of boards to move pieces on: for pages that hold many, and for exports. */
export function pairPicture(view: PairView): JSX.Element {
  const { variant } = view;
  const believed = believedView(view);
  const board =
    believed === undefined
      ? h('p', { class: 'no-board' }, boardless(view))
      : statePicture(variant, believed, SIZE, 'pair-picture');
  return h(
    'div',
    { class: 'pair-part' },
    h(
      'div',
      { class: 'pair' },
      h(
        'figure',
        { class: 'true-board' },
        trueCaption(view),
        statePicture(variant, trueView(view), SIZE, 'pair-picture'),
      ),
      h('figure', { class: 'believed-board' }, believedCaption(view), h('div', { class: 'believed' }, board)),
    ),
    h('div', { class: 'pair-legend' }, pairLegend(view)),
  );
}
