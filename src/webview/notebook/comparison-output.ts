import { h, type JSX } from 'preact';
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
import type { Content } from '../common/elements.ts';
import { markLegend } from '../common/state-picture.ts';
import { judgmentSentence } from '../common/statement.ts';

/** Pixels of a board, which is shown as wide as its place allows. */
const SIZE = 320;
/** Most differences below the boards that are not folded. */
const MAX_OPEN = 8;
/** Most differences that are listed. */
const MAX_LISTED = 128;

const SIDES: Readonly<Record<string, string>> = {
  w: 'White to move',
  b: 'Black to move',
  x: 'x to move',
  o: 'o to move',
};

/** Returns the reason for which an output is not shown. */
export const message = (text: string): JSX.Element =>
  h('p', { class: 'statelens-output statelens-message', role: 'note' }, `StateLens: ${text}`);

/** Shows a comparison: the sentence, the numbers, both boards, the differences in words, both texts. */
export function comparisonOutput(comparison: NotebookComparison): JSX.Element {
  const { label, variant, truth, predicted, sentence, verdict, positionMatch } = comparison;
  const found = predicted === null ? [] : stateDifferences(variant, truth, predicted);
  const judgment = { sentence, verdict, verdictText: '', knows: positionMatch };
  return h(
    'div',
    { class: 'statelens-output', role: 'group', 'aria-label': `Comparison of states: ${label}` },
    h('p', { class: 'sentence' }, judgmentSentence(label, judgment)),
    h('p', { class: 'numbers' }, numbers(comparison)),
    isComparedWorld(variant) ? null : boards(comparison, found),
    differenceList(found),
    texts(comparison),
  );
}

/** Formats the numbers that there are: `p₄ 0.56 · r₄ 0.53 · 97 % of the board right · edit 7`. */
function numbers({ p, r, boardAccuracy, editDistance }: NotebookComparison): string {
  const [lastP, lastR] = [p?.at(-1), r?.at(-1)];
  const parts: string[] = [];
  if (lastP !== undefined) parts.push(`p${subscript(p?.length ?? 0)} ${formatScore(lastP)}`);
  if (lastR !== undefined) parts.push(`r${subscript(r?.length ?? 0)} ${formatScore(lastR)}`);
  if (boardAccuracy !== undefined) parts.push(`${Math.floor(boardAccuracy * 100)} % of the board right`);
  if (editDistance !== undefined) parts.push(`edit ${editDistance}`);
  return parts.join(' · ');
}

function boards(comparison: NotebookComparison, found: readonly StateDifference[]): JSX.Element {
  const { variant, truth, predicted, label } = comparison;
  const [trueSide, side] = [sideText(comparison, truth), sideText(comparison, predicted ?? '')];
  const wrong = found.map(({ place }) => place).slice(0, MAX_LISTED);
  const picture = (svg: string, alt: string): JSX.Element =>
    h('img', { src: svgDataUri(svg), alt, width: SIZE, height: SIZE });
  const figure = (name: string, rest: string, content: JSX.Element): JSX.Element =>
    h('figure', null, h('figcaption', null, h('strong', null, name), rest), content);
  const drawn = drawings(comparison);
  const marks = markLegend(drawn.marks, 'whole');
  const dashed = isStoneGame(variant) && found.length > 0 ? h('p', { class: 'legend' }, DASHED) : null;
  return h(
    'div',
    null,
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
  /** Marks of the believed board of a game with pieces. */
  readonly marks: readonly Mark[];
}

/** Draws both boards as SVGs, with their marks. */
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

/** Lists the differences in words; folded where there are many. */
function differenceList(found: readonly StateDifference[]): JSX.Element | null {
  if (found.length === 0) return null;
  const items = found
    .slice(0, MAX_LISTED)
    .map(({ place, predicted, actual }) =>
      place === ''
        ? h('li', null, `${actual}; believed ${predicted}`)
        : h('li', null, h('strong', null, `${place}: `), `true ${actual}; believed ${predicted}`),
    );
  if (found.length > MAX_LISTED) items.push(h('li', null, `and ${found.length - MAX_LISTED} more`));
  return h(
    'details',
    { open: found.length <= MAX_OPEN },
    h('summary', null, `Differences (${found.length})`),
    h('ul', { class: 'differences' }, items),
  );
}

/** Returns both states as text, the wrong parts of the predicted one underlined. */
function texts({ variant, truth, predicted }: NotebookComparison): JSX.Element {
  const line = (name: string, ...content: readonly Content[]): JSX.Element =>
    h('p', null, `${name}: `, h('code', null, content));
  return h(
    'details',
    { open: isComparedWorld(variant) },
    h('summary', null, 'States as text'),
    line('true', truth),
    predicted === null
      ? h('p', null, 'The answer holds no state.')
      : line('believed', stateText(predicted, { variant, truth })),
  );
}
