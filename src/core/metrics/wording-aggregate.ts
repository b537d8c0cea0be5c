import { formatScore, subscript } from './score-format.ts';
import type { Summary } from './summary.ts';
import { VERDICTS, type Verdict } from './verdict.ts';
import { DOT, labelled } from './wording.ts';

/** Names of the verdicts in reports and aggregates. */
export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  none: 'no state',
  unparsable: 'unparsable',
  format: 'format wrong',
  impossible: 'impossible',
  squares: 'squares wrong',
  side: 'side wrong',
  castling: 'castling wrong',
  'en passant': 'en passant differs',
  clocks: 'clocks differ',
  exact: 'exact',
};

/**
 * One label's aggregate, best verdict first:
 * `gpt-4o · 24 · exact 5 · side wrong 9 · no state 1 · mean p₄ 0.41 r₄ 0.38`. While scores are missing the mean reads
 * `of 7 scored`, or is left out.
 */
export function aggregateLine(label: string, summary: Summary, m: number): string {
  const { n, scored, verdicts, meanP, meanR } = summary;
  const parts = [label, String(n)];
  for (const verdict of [...VERDICTS].reverse()) {
    if (verdicts[verdict] > 0) parts.push(`${VERDICT_NAMES[verdict]} ${verdicts[verdict]}`);
  }
  if (meanP !== null && meanR !== null) {
    const of = scored < n ? ` of ${scored} scored` : '';
    parts.push(`mean p${subscript(m)} ${formatScore(meanP)} r${subscript(m)} ${formatScore(meanR)}${of}`);
  }
  return parts.join(DOT);
}

/** A label with its p_m at one ply; undefined while it is computed. */
export interface LabelScore {
  readonly label: string;
  readonly p: number | undefined;
}

/** Many labels at one ply in one line: `6 models: best o3-mini 1 · worst nano 0 · Compare all`. */
export function foldedLine(labels: readonly LabelScore[]): string {
  const scored = labels.flatMap(({ label, p }) => (p === undefined ? [] : [{ label, p }]));
  const parts: string[] = [];
  const [first, ...rest] = scored;
  if (first !== undefined) {
    // The first of equals, so that the line does not change with the order of what comes in later.
    const best = rest.reduce((a, b) => (b.p > a.p ? b : a), first);
    const worst = rest.reduce((a, b) => (b.p < a.p ? b : a), first);
    parts.push(`best ${best.label} ${formatScore(best.p)}`, `worst ${worst.label} ${formatScore(worst.p)}`);
  } else parts.push('…');
  return labelled(`${labels.length} models`, [...parts, 'Compare all'].join(DOT));
}
