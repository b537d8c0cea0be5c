import type { Orientation } from '../../core/board/board-svg.ts';
import { markWord } from '../../core/board/board-text.ts';
import { type Mark, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type { StateLine, StateStep, TimelineCell as StripCell } from '../../core/evaluation/game-trace/timeline.ts';
import { readStones } from '../../core/games/stones.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { readLooseFen } from '../../core/metrics/fen-reading.ts';
import { UNKNOWN } from '../../core/metrics/placement.ts';
import { h } from './dom.ts';
import { t } from './l10n.ts';
import { legend } from './legend.ts';
import { hasSquares, type StateView } from './state-picture.ts';
import { stepName } from './step-name.ts';

/** A true state and what a model believes. */
export interface PairView {
  readonly variant: ComparisonRules;
  readonly labels: StateLine['labels'];
  readonly step: StateStep;
  /** The true state before the last move, which boards of stones find that move by; null for none. */
  readonly before: string | null;
  /** Who is asked. */
  readonly label: string;
  /** The answer; null where nobody was asked. */
  readonly cell: Pick<StripCell, 'fen' | 'blame'> | null;
  readonly orientation: Orientation;
  /** Stands in place of the believed board where the pair is about no answer: what it shows, and a picture of it. */
  readonly instead?: { readonly caption: string; readonly picture: HTMLElement | undefined };
}

const SIDES: Readonly<Record<string, string>> = {
  w: t('White to move'),
  b: t('Black to move'),
  x: t('x to move'),
  o: t('o to move'),
};

/** `White to move`; empty where a text does not say it. */
export function sideText(variant: ComparisonRules, state: string): string {
  if (hasSquares(variant)) return SIDES[readLooseFen(state).fields.side ?? ''] ?? '';
  const read = readStones(state);
  return read.ok ? (SIDES[read.value.side] ?? '') : '';
}

/** Why there is no believed board; undefined where there is one. */
export function boardless({ variant, cell, labels, step, instead }: PairView): string | undefined {
  if (instead !== undefined) return instead.picture === undefined ? t('No board to show') : '';
  if (cell === null) {
    if (labels === 'models') return t('Not asked about this position');
    return step.unjudged?.startsWith('not judged') === true ? t('Not judged') : t('No state is printed here');
  }
  if (cell.fen === null) return t('No state in the answer');
  return hasBoard(variant, cell.fen) ? undefined : t('No board can be read from the answer');
}

/** True if a text shows something: of a world every text does, as it is written if there is no picture of it. */
function hasBoard(variant: ComparisonRules, state: string): boolean {
  if (isComparedWorld(variant)) return true;
  if (isStoneGame(variant)) return readStones(state).ok;
  return readLooseFen(state).placement.squares.some((square) => square !== UNKNOWN);
}

/** Over the true board: `True · White to move`; where no rule gives the state, how it is known: `Given · White to move`. */
export function trueCaption({ variant, step }: PairView): HTMLElement {
  const side = sideText(variant, step.fen);
  return h(
    'figcaption',
    {},
    h('strong', {}, step.basis === undefined ? t('True') : basisText(step.basis)),
    side === '' ? undefined : ` · ${side}`,
  );
}

/** Over the believed board: `Believed by gpt-4o`, with the side to move where it is another. */
export function believedCaption({ variant, labels, step, label, cell, instead }: PairView): HTMLElement {
  if (instead !== undefined) return h('figcaption', { title: instead.caption }, h('strong', {}, instead.caption));
  const side = sideText(variant, cell?.fen ?? '');
  const differs = side !== '' && side !== sideText(variant, step.fen);
  return h(
    'figcaption',
    { title: label },
    differs ? h('span', { class: 'wrong-side' }, side) : undefined,
    h('strong', {}, labels === 'models' ? t('Believed') : t('Printed')),
    ` ${labels === 'models' ? t('by {0}', label) : t('as {0}', label)}`,
  );
}

/** How a state is known that no rule gives, in the language of the page. */
function basisText(basis: string): string {
  switch (basis) {
    case 'Given':
      return t('Given');
    case 'As printed':
      return t('As printed');
    case 'By what is printed':
      return t('By what is printed');
    default:
      return basis;
  }
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What the true board shows. */
export const trueView = ({ step, before, cell, orientation }: PairView): StateView => ({
  state: step.fen,
  other: cell?.fen ?? null,
  role: 'true',
  orientation,
  lastMove: step.lastMove ?? [],
  before: before ?? undefined,
  name:
    step.basis === undefined
      ? t('True position, {0}', stepName(step))
      : t('Position, {0}, {1}', uncapital(basisText(step.basis)), stepName(step)),
});

/** What the believed board shows; undefined where there is none. */
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

/** The marks of the believed board of a game of chess. */
export function pairMarks(view: PairView): readonly Mark[] {
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

/** What marks say of the parts of a world. */
const WORLD_WORDS = {
  other: t('wrong; what it really is, in the corner'),
  missing: t('missing'),
  invented: t('invented'),
} as const;

/** The legend of the marks that occur on a pair; empty where there are none. */
export function pairLegend(view: PairView): Node[] {
  const { variant, step, cell } = view;
  if (isComparedWorld(variant)) {
    const board = worldBoard(comparedBuiltInWorld(variant), cell?.fen ?? '', step.fen, 'predicted');
    const marks = (board?.marks ?? []).map(({ part, kind }) => ({ square: part, kind }));
    const items = legend(marks, 'short', WORLD_WORDS);
    return items === undefined ? [] : [items];
  }
  if (isStoneGame(variant)) {
    return stonePair(variant, step.fen, cell?.fen ?? '').wrong.length > 0
      ? [h('p', { class: 'legend' }, t('Dashed rings: cells that differ'))]
      : [];
  }
  const items = legend(pairMarks(view), 'short');
  return items === undefined ? [] : [items];
}
