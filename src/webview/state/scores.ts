import { compareCommand, methodLine } from '../../core/evaluation/exports/command-line.ts';
import type { Comparison, ConditionalScores } from '../../core/metrics/comparison.ts';
import { SQUARE } from '../../core/metrics/comparison-rules.ts';
import { formatScore, scoreFormat, subscript } from '../../core/metrics/score-format.ts';
import { precisionSentence, recallSentence } from '../../core/metrics/wording.ts';
import type { ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import { english, h, section } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** p or r at a depth, as people read it. */
export const scoreText = (comparison: Comparison, which: 'p' | 'r', depth = comparison.m): string =>
  formatScore(comparison[which][depth - 1] ?? 0, scoreFormat(comparison, which, depth - 1));

/** p and r by depth: numbers, with a bar beside each. */
export function depthTable({ comparison }: ComparedPrediction): HTMLElement {
  if (comparison === null) {
    return section(t('Scores by depth'), 'depths', h('p', {}, t('The scores could not be computed.')));
  }
  const cells = (which: 'p' | 'r', depth: number): HTMLElement[] => {
    const bar = h('span', { class: `bar ${which}`, 'aria-hidden': 'true' });
    bar.style.setProperty('--share', String(comparison[which][depth - 1] ?? 0));
    return [h('td', { class: 'number' }, scoreText(comparison, which, depth)), h('td', {}, bar)];
  };
  const m = comparison.m;
  return section(
    t('Scores by depth'),
    'depths',
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('depth')),
          h('th', { scope: 'col', colspan: 2 }, 'p'),
          h('th', { scope: 'col', colspan: 2 }, 'r'),
        ),
      ),
      h(
        'tbody',
        {},
        ...comparison.p.map((_, i) =>
          h('tr', {}, h('th', { scope: 'row' }, String(i + 1)), ...cells('p', i + 1), ...cells('r', i + 1)),
        ),
      ),
    ),
    h('p', { class: 'hint', lang: 'en' }, precisionSentence(m, scoreText(comparison, 'p'))),
    h('p', { class: 'hint', lang: 'en' }, recallSentence(m, scoreText(comparison, 'r'))),
  );
}

/** Conditional and set-based scores, string metrics, method, and the command that gives it all again. */
export function facts(result: ComparisonResult, { comparison, text, fen }: ComparedPrediction): HTMLElement {
  const rows: [string, string | Node][] = [];
  if (comparison !== null) {
    const m = subscript(comparison.m);
    const pair = ({ p, r, exact }: ConditionalScores): string => {
      const options = { estimate: !exact };
      return `p${m} ${formatScore(p.at(-1) ?? 0, options)} · r${m} ${formatScore(r.at(-1) ?? 0, options)}`;
    };
    if (comparison.conditional !== null) {
      rows.push([t('With the true side to move'), pair(comparison.conditional.trueSide)]);
      rows.push([t('Board only'), pair(comparison.conditional.boardOnly)]);
    }
    if (comparison.setBased !== null)
      rows.push([t('Set-based'), pair({ ...asDepths(comparison.setBased), exact: true })]);
  }
  rows.push(
    [
      t('Edit distance'),
      text.rawEditDistance === undefined
        ? t('{0} (board alone {1})', text.editDistance, text.placementDistance)
        : t('{0} (as written {1})', text.editDistance, text.rawEditDistance),
    ],
    [t('Kernel'), formatScore(text.kernel)],
    [
      (text.part ?? SQUARE) === SQUARE ? t('Correct squares') : t('Correct {0}', `${text.part}s`),
      t('{0} of {1}', text.squaresRight, text.squares),
    ],
  );
  if (comparison !== null) rows.push([t('Method'), english(methodLine(comparison))]);
  const command = compareCommand({
    trueFen: result.trueFen,
    predictedFen: fen,
    variant: result.variant,
    comparison,
  });
  return section(
    t('Metrics'),
    'facts',
    h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    h('p', { class: 'hint' }, t('The same on the command line:')),
    h('code', { class: 'command', lang: 'en' }, command),
  );
}

const asDepths = ({ p, r }: { p: number; r: number }): { p: number[]; r: number[] } => ({ p: [p], r: [r] });
