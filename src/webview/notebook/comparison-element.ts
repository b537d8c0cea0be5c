import { boardSvg, svgDataUri } from '../../core/board/board-svg.ts';
import { type Mark, outlineMarks, predictionMarks } from '../../core/board/marks.ts';
import { type StateDifference, stateDifferences } from '../../core/board/state-differences.ts';
import { isStoneGame, stoneBoardSvg, stonePair } from '../../core/board/stone-board.ts';
import { readStones } from '../../core/games/stones.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { readLooseFen } from '../../core/metrics/fen-reading.ts';
import { UNKNOWN } from '../../core/metrics/placement.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import type { NotebookComparison } from '../../protocol/notebook-output.ts';
import { stateText } from '../common/answer.ts';
import { h } from '../common/dom.ts';
import { legend } from '../common/legend.ts';
import { saidNodes } from '../common/statement.ts';

/** Pixels of a board, which is shown as wide as its place allows. */
const SIZE = 320;
/** So many differences stand below the boards; more are folded. */
const MAX_OPEN = 8;
/** So many are listed at all. */
const MAX_LISTED = 128;

const SIDES: Readonly<Record<string, string>> = {
  w: 'White to move',
  b: 'Black to move',
  x: 'x to move',
  o: 'o to move',
};

/** Why an output is not shown. */
export const messageElement = (message: string): HTMLElement =>
  h('p', { class: 'statelens-output statelens-message', role: 'note' }, `StateLens: ${message}`);

/** A comparison: the sentence, the numbers, both boards, what differs in words, both texts. */
export function comparisonElement(comparison: NotebookComparison): HTMLElement {
  const { label, variant, truth, predicted, sentence, verdict, positionMatch } = comparison;
  const found = predicted === null ? [] : stateDifferences(variant, truth, predicted);
  const said = { sentence, verdict, verdictText: '', knows: positionMatch };
  return h(
    'div',
    { class: 'statelens-output', role: 'group', 'aria-label': `Comparison of states: ${label}` },
    h('p', { class: 'sentence' }, ...saidNodes(label, said)),
    h('p', { class: 'numbers' }, numbers(comparison)),
    isComparedWorld(variant) ? undefined : boards(comparison, found),
    differenceList(found),
    texts(comparison),
  );
}

/** `p₄ 0.56 · r₄ 0.53 · 97 % of the board right · edit 7`; what is not given is left out. */
function numbers({ p, r, boardAccuracy, editDistance }: NotebookComparison): string {
  const [lastP, lastR] = [p?.at(-1), r?.at(-1)];
  const parts: string[] = [];
  if (lastP !== undefined) parts.push(`p${subscript(p?.length ?? 0)} ${formatScore(lastP)}`);
  if (lastR !== undefined) parts.push(`r${subscript(r?.length ?? 0)} ${formatScore(lastR)}`);
  if (boardAccuracy !== undefined) parts.push(`${Math.floor(boardAccuracy * 100)} % of the board right`);
  if (editDistance !== undefined) parts.push(`edit ${editDistance}`);
  return parts.join(' · ');
}

function boards(comparison: NotebookComparison, found: readonly StateDifference[]): HTMLElement {
  const { variant, truth, predicted, label } = comparison;
  const [trueSide, side] = [sideText(comparison, truth), sideText(comparison, predicted ?? '')];
  const wrong = found.map(({ place }) => place).slice(0, MAX_LISTED);
  const picture = (svg: string, alt: string): HTMLElement =>
    h('img', { src: svgDataUri(svg), alt, width: SIZE, height: SIZE });
  const figure = (name: string, rest: string, content: HTMLElement): HTMLElement =>
    h('figure', {}, h('figcaption', {}, h('strong', {}, name), rest), content);
  const drawn = drawings(comparison);
  const marks = drawn.marks.length === 0 ? undefined : legend(drawn.marks, 'whole');
  const dashed = isStoneGame(variant) && found.length > 0 ? h('p', { class: 'legend' }, DASHED) : undefined;
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'pair' },
      figure('True', trueSide === '' ? '' : ` · ${trueSide}`, picture(drawn.truth, 'True position')),
      figure(
        'Believed',
        ` by ${label}${side !== '' && side !== trueSide ? ` · ${side}` : ''}`,
        drawn.predicted === undefined
          ? h('p', { class: 'no-board' }, predicted === null ? 'No state in the answer' : 'No board can be read')
          : picture(drawn.predicted, `Believed position${wrong.length === 0 ? '' : `. Wrong: ${wrong.join(', ')}`}`),
      ),
    ),
    marks ?? dashed,
  );
}

const DASHED = 'Dashed rings: cells that differ';

interface Drawings {
  readonly truth: string;
  /** Undefined for a text without a board. */
  readonly predicted?: string;
  /** Of the believed board of a game with pieces. */
  readonly marks: readonly Mark[];
}

/** Both boards as SVGs, with their marks. */
function drawings({ variant, truth, predicted }: NotebookComparison): Drawings {
  if (isStoneGame(variant)) {
    const pair = stonePair(variant, truth, predicted ?? truth);
    const hasBoard = predicted !== null && readStones(predicted).ok;
    return {
      truth: stoneBoardSvg({ ...pair.truth, size: SIZE, title: 'True position' }),
      ...(hasBoard && { predicted: stoneBoardSvg({ ...pair.predicted, size: SIZE, title: 'Believed position' }) }),
      marks: [],
    };
  }
  const hasBoard = predicted !== null && readLooseFen(predicted).placement.squares.some((square) => square !== UNKNOWN);
  const marks = hasBoard ? predictionMarks(truth, predicted) : [];
  return {
    truth: boardSvg({ fen: truth, size: SIZE, marks: outlineMarks(marks) }),
    ...(hasBoard && { predicted: boardSvg({ fen: predicted, size: SIZE, marks }) }),
    marks,
  };
}

function sideText({ variant }: NotebookComparison, state: string): string {
  if (!isStoneGame(variant)) return SIDES[readLooseFen(state).fields.side ?? ''] ?? '';
  const read = readStones(state);
  return read.ok ? (SIDES[read.value.side] ?? '') : '';
}

/** What differs, in words; folded where it is much. */
function differenceList(found: readonly StateDifference[]): HTMLElement | undefined {
  if (found.length === 0) return undefined;
  const items = found
    .slice(0, MAX_LISTED)
    .map(({ place, predicted, actual }) =>
      place === ''
        ? h('li', {}, `believed ${predicted}; ${actual}`)
        : h('li', {}, h('strong', {}, `${place}: `), `believed ${predicted}; in truth ${actual}`),
    );
  if (found.length > MAX_LISTED) items.push(h('li', {}, `and ${found.length - MAX_LISTED} more`));
  return h(
    'details',
    { open: found.length <= MAX_OPEN },
    h('summary', {}, `Differences (${found.length})`),
    h('ul', { class: 'differences' }, ...items),
  );
}

/** Both states as they are written, the wrong parts of the predicted one underlined. */
function texts({ variant, truth, predicted }: NotebookComparison): HTMLElement {
  const line = (name: string, ...nodes: readonly (Node | string)[]): HTMLElement =>
    h('p', {}, `${name}: `, h('code', {}, ...nodes));
  return h(
    'details',
    { open: isComparedWorld(variant) },
    h('summary', {}, 'States as text'),
    line('true', truth),
    predicted === null
      ? h('p', {}, 'The answer holds no state.')
      : line('believed', ...stateText(predicted, { variant, truth })),
  );
}
