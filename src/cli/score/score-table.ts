import { formatShareSum, plural } from '../../core/base/text/counts.ts';
import { type ReportScoring, scoringText } from '../../core/evaluation/report/report-scoring.ts';
import { percent } from '../../core/evaluation/report/words.ts';
import { sequenceWords } from '../../core/metrics/affordance-options.ts';
import { commonPart } from '../../core/metrics/comparison-rules.ts';
import { formatScore, SCORE_DIGITS, subscript } from '../../core/metrics/score-format.ts';
import { VERDICTS } from '../../core/metrics/verdict.ts';
import { PART_SEPARATOR, verdictName } from '../../core/metrics/wording.ts';
import { type Align, columns, type Style } from '../io/terminal.ts';
import type { ModelSummary, ScoreSummary } from './score-lines.ts';

const NONE = '-';
const score = (value: number | null, digits?: number): string =>
  value === null ? NONE : formatScore(value, { digits });
const fixed = (value: number | null, digits: number): string => (value === null ? NONE : value.toFixed(digits));
const share = (value: number | null, digits?: number): string => (value === null ? NONE : percent(value, digits));

/**
 * Formats the summary as tables: one row per model, verdicts, and scores by game length.
 *
 * @param ofWorlds true if some of the states are those of walks
 * @param digits decimals of scores
 */
export function scoreTable(
  { m, asked, models, scoring }: ScoreSummary,
  style: Style,
  ofWorlds = false,
  digits = SCORE_DIGITS,
): string {
  if (models.length === 0) return 'no predictions\n';
  const parts = [
    modelTable(models, m, style, digits),
    verdictLines(models),
    [questionLine(asked)],
    lengthTable(models, m, style, digits),
    legend(m, scoring, ofWorlds ? partWord(models) : undefined).map((line) => style.dim(line)),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function modelTable(models: readonly ModelSummary[], m: number, style: Style, digits: number): string[] {
  const d = subscript(m);
  const head = [
    'model',
    'n',
    'exact',
    `mean p${d}`,
    `mean r${d}`,
    `mean f${d}`,
    'edit',
    `${partWord(models)}s`,
    'stale',
    'τ_b',
  ];
  const rows = models.map((s) => [
    s.model,
    String(s.n),
    formatShareSum(s.verdicts.exact),
    score(s.meanP, digits),
    score(s.meanR, digits),
    score(s.meanF, digits),
    fixed(s.meanEditDistance, Math.max(1, digits - 1)),
    share(s.meanBoardAccuracy, digits),
    share(s.staleShare, digits),
    fixed(s.tauB, digits),
  ]);
  return headed(columns([head, ...rows], alignment(head.length)), style);
}

const questionLine = ({ predictions, positions, clusters }: ScoreSummary['asked']): string =>
  [
    plural(predictions, 'prediction'),
    plural(positions, 'distinct position'),
    plural(clusters, 'independent game'),
  ].join(PART_SEPARATOR);

/** Returns the verdict counts of each model, best first. */
function verdictLines(models: readonly ModelSummary[]): string[] {
  return columns(
    models.map((s) => {
      const counts = [...VERDICTS]
        .reverse()
        .flatMap((v) => (s.verdicts[v] > 0 ? [`${verdictName(v, s.part)} ${formatShareSum(s.verdicts[v])}`] : []));
      if (s.vacuous.p > 0) counts.push(`p vacuous ${formatShareSum(s.vacuous.p)}`);
      if (s.vacuous.r > 0) counts.push(`r vacuous ${formatShareSum(s.vacuous.r)}`);
      if (s.unscored > 0) counts.push(`not scored ${s.unscored}`);
      return [s.model, counts.join(PART_SEPARATOR)];
    }),
    ['left', 'left'],
  );
}

/** Returns mean p_m by game length; empty if all predictions are in one length group. */
function lengthTable(models: readonly ModelSummary[], m: number, style: Style, digits: number): string[] {
  const groups = new Map<number, string>();
  for (const { byLength } of models) {
    for (const { from, to } of byLength)
      groups.set(from, to === null ? `over ${from - 1}` : from === to ? `${from}` : `${from}-${to}`);
  }
  if (groups.size < 2) return [];
  const order = [...groups.keys()].sort((a, b) => a - b);
  const head = [`mean p${subscript(m)} by plies`, ...order.map((from) => groups.get(from) ?? '')];
  const rows = models.map(({ model, byLength }) => [
    model,
    ...order.map((from) => score(byLength.find((group) => group.from === from)?.meanP ?? null, digits)),
  ]);
  return headed(columns([head, ...rows], alignment(head.length)), style);
}

const alignment = (n: number): Align[] => Array.from({ length: n }, (_, i) => (i === 0 ? 'left' : 'right'));

const headed = ([head = '', ...rows]: readonly string[], style: Style): string[] => [style.bold(head), ...rows];

const OF_CHESS =
  'edit: edit distance of the FENs. squares: correct squares of 64. stale: wrong squares that show an earlier position.';
const worldsLegend = (part: string): string =>
  `edit: edit distance of the states as their world prints them. ${part}s: correct ${part === 'part' ? 'squares, or other parts of a state' : `${part}s of a state`}. stale: wrong squares of chess that show an earlier position.`;

/** Returns the name of the parts of all states. */
const partWord = (models: readonly ModelSummary[]): string => commonPart(models.map(({ part }) => part));

const legend = (m: number, scoring: ReportScoring, part: string | undefined): string[] => {
  const d = subscript(m);
  const { method, policy, importance } = scoring;
  const quantity = { method, importance, ...(policy !== null && { policy }) };
  const how = scoringText(scoring);
  return [
    `p${d}: chance that ${sequenceWords(m, quantity)} from the predicted position are all legal from the true position; r${d}: the reverse.`,
    ...(how === '' ? [] : [`estimates: ${how}.`]),
    `f${d}: harmonic mean of p${d} and r${d}, for each prediction. vacuous: a 1 for want of any legal move, as in a mate.`,
    part === undefined ? OF_CHESS : worldsLegend(part),
    `τ_b: rank correlation of p${d} with low edit distance.`,
  ];
};
