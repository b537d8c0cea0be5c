import { h, type JSX } from 'preact';
import { compareCommand, methodLine } from '../../core/evaluation/exports/command-line.ts';
import type { Comparison, ConditionalScores } from '../../core/metrics/comparison.ts';
import { SQUARE } from '../../core/metrics/comparison-rules.ts';
import { formatScore, scoreFormat, subscript } from '../../core/metrics/score-format.ts';
import { precisionSentence, recallSentence } from '../../core/metrics/wording.ts';
import type { ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import { type Content, english, Section } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Formats p or r at a depth. */
export const scoreText = (comparison: Comparison, which: 'p' | 'r', depth = comparison.m): string =>
  formatScore(comparison[which][depth - 1] ?? 0, scoreFormat(comparison, which, depth - 1));

/** Returns p and r by depth as a table: numbers, with a bar beside each. */
export function depthTable({ comparison }: ComparedPrediction): JSX.Element {
  if (comparison === null) {
    return h(
      Section,
      { title: t('Scores by depth'), class: 'depths' },
      h('p', null, t('The scores could not be computed.')),
    );
  }
  const cells = (which: 'p' | 'r', depth: number): JSX.Element[] => {
    const style = { '--share': String(comparison[which][depth - 1] ?? 0) };
    const bar = h('span', { class: `bar ${which}`, 'aria-hidden': 'true', style });
    return [h('td', { class: 'number' }, scoreText(comparison, which, depth)), h('td', null, bar)];
  };
  const m = comparison.m;
  return h(
    Section,
    { title: t('Scores by depth'), class: 'depths' },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('depth')),
          h('th', { scope: 'col', colspan: 2 }, 'p'),
          h('th', { scope: 'col', colspan: 2 }, 'r'),
        ),
      ),
      h(
        'tbody',
        null,
        comparison.p.map((_, i) =>
          h('tr', null, h('th', { scope: 'row' }, String(i + 1)), ...cells('p', i + 1), ...cells('r', i + 1)),
        ),
      ),
    ),
    h('p', { class: 'hint', lang: 'en' }, precisionSentence(m, scoreText(comparison, 'p'))),
    h('p', { class: 'hint', lang: 'en' }, recallSentence(m, scoreText(comparison, 'r'))),
  );
}

/** Returns conditional and set-based scores, string metrics, method, and the command that computes them again. */
export function facts(result: ComparisonResult, { comparison, text, fen }: ComparedPrediction): JSX.Element {
  const rows: [string, Content][] = [];
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
  return h(
    Section,
    { title: t('Metrics'), class: 'facts' },
    h(
      'dl',
      null,
      rows.map(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
    ),
    h('p', { class: 'hint' }, t('The same on the command line:')),
    h('code', { class: 'command', lang: 'en' }, command),
  );
}

const asDepths = ({ p, r }: { p: number; r: number }): { p: number[]; r: number[] } => ({ p: [p], r: [r] });
