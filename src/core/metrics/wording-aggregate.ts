import { plural } from '../base/text/plural.ts';
import { SQUARE } from './part-word.ts';
import { formatScore, subscript } from './score-format.ts';
import type { Summary } from './summary.ts';
import { VERDICTS, type Verdict } from './verdict.ts';
import { DOT, labelled } from './wording.ts';

/** Names of the verdicts in reports and aggregates. */
export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  none: 'no state',
  unread: 'unread',
  unparsable: 'unparsable',
  format: 'format wrong',
  impossible: 'impossible',
  squares: 'squares wrong',
  side: 'side wrong',
  castling: 'castling wrong',
  'en passant': 'en passant wrong',
  clocks: 'clocks differ',
  partial: 'stated in part',
  notation: 'written differently',
  exact: 'exact',
};

/** The name of a verdict; of states whose parts are no squares with their own word: `cells wrong`. */
export const verdictName = (verdict: Verdict, part = SQUARE): string =>
  verdict === 'squares' ? `${part}s wrong` : VERDICT_NAMES[verdict];

/**
 * One label's aggregate, best verdict first:
 * `gpt-4o · 24 · exact 5 · side wrong 9 · no state 1 · mean p₄ 0.41 r₄ 0.38`. While scores are missing the mean reads
 * `of 7 scored`, or is left out.
 */
export function aggregateLine(label: string, summary: Summary, m: number): string {
  const { n, scored, verdicts, meanP, meanR, part } = summary;
  const parts = [label, String(n)];
  for (const verdict of [...VERDICTS].reverse()) {
    if (verdicts[verdict] > 0) parts.push(`${verdictName(verdict, part)} ${verdicts[verdict]}`);
  }
  if (meanP !== null && meanR !== null) {
    const of = scored < n ? ` of ${scored} scored` : '';
    parts.push(`mean p${subscript(m)} ${formatScore(meanP)} r${subscript(m)} ${formatScore(meanR)}${of}`);
  }
  return parts.join(DOT);
}

/**
 * One label's mean scores in a few words: `gpt-4o: mean p₄ 0.41 · r₄ 0.38`, with how many are scored while some are not.
 *
 * @param others predictions besides those of the summary whose true state is not known, and how many of all are doubtful
 */
export function meanLine(
  label: string,
  { n, scored, meanP, meanR }: Summary,
  { unscored, doubtful }: { readonly unscored: number; readonly doubtful: number },
  m: number,
): string {
  const d = subscript(m);
  const doubts = doubtfulWords(doubtful);
  if (n === 0) return labelled(label, ['not scored', ...doubts].join(DOT));
  const parts =
    meanP === null || meanR === null
      ? [`mean p${d} …`]
      : [`mean p${d} ${formatScore(meanP)}`, `r${d} ${formatScore(meanR)}`];
  if (scored > 0 && scored < n) parts.push(`${scored} of ${n} scored`);
  if (unscored > 0) parts.push(`${unscored} not scored`);
  return labelled(label, [...parts, ...doubts].join(DOT));
}

/** How many answers are doubtful; nothing where none is. */
const doubtfulWords = (doubtful: number): string[] => (doubtful > 0 ? [`${doubtful} doubtful`] : []);

/** Many answers for one position. */
export interface FoldedAnswers {
  /** Models and baselines among the labels, samples of one counted once. */
  readonly models: number;
  readonly baselines: number;
  readonly answers: number;
  /** Answers that are exact. */
  readonly exact: number;
  /** Answers whose state was taken in doubt. */
  readonly doubtful: number;
  /** The answer with the lowest p_m that is not exact, its p_m behind its label, baselines left out: null for none, undefined while that is not known. */
  readonly worst: { readonly label: string; readonly line: string } | null | undefined;
  /** Why none of them is scored; undefined where they are. */
  readonly unknown: string | undefined;
}

/**
 * Many answers for one position in one line: `4 models · 1 exact · worst gpt-4o (p₄ 0): right board, wrong side to move`.
 *
 * @param m depth to name while the worst is not known
 */
export function foldedLine(
  { models, baselines, answers, exact, doubtful, worst, unknown }: FoldedAnswers,
  m: number,
): string {
  const who = [
    ...(models > 0 ? [plural(models, 'model')] : []),
    ...(baselines > 0 ? [plural(baselines, 'baseline')] : []),
    ...(answers > models + baselines ? [plural(answers, 'answer')] : []),
  ];
  const parts = [who.join(', ')];
  if (unknown !== undefined) parts.push(...doubtfulWords(doubtful), `not scored: ${unknown}`);
  else {
    parts.push(exact === answers ? 'all exact' : exact === 0 ? 'none exact' : `${exact} exact`);
    parts.push(...doubtfulWords(doubtful));
    if (worst === undefined) parts.push(`p${subscript(m)} …`);
    else if (worst !== null) parts.push(`worst ${labelled(worst.label, worst.line)}`);
  }
  return parts.join(DOT);
}
