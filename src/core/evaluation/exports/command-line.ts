import type { ComparedGame } from '../../metrics/compared-games.ts';
import type { Comparison } from '../../metrics/comparison.ts';

/** Inputs that reproduce a comparison. */
export interface ComparedPair {
  readonly trueFen: string;
  /** Null for an answer without a state. */
  readonly predictedFen: string | null;
  readonly variant: ComparedGame;
  /** Null when its scores are not known: the command then computes them by default. */
  readonly comparison: Pick<Comparison, 'm' | 'method' | 'exactDepths' | 'samples' | 'seed'> | null;
}

/** The command that gives the numbers of a comparison again, for a POSIX shell; FENs as such suit other shells too. */
export function compareCommand({ trueFen, predictedFen, variant, comparison }: ComparedPair): string {
  // A text that starts with a dash would be taken for an option.
  const words = ['statelens', 'compare'];
  if (comparison !== null) {
    const { m, method, samples, seed } = comparison;
    words.push('-m', String(m), '--method', isPartlyExact(comparison) ? 'auto' : method);
    if (samples !== null) words.push('-n', String(samples));
    if (seed !== null) words.push('--seed', String(seed));
  }
  if (variant !== 'chess') words.push('--game', variant);
  const predicted = predictedFen ?? '?';
  if (predicted.startsWith('-') || trueFen.startsWith('-')) words.push('--');
  return [...words, shellWord(trueFen), shellWord(predicted)].join(' ');
}

/** True if the first depths are exact and the others estimates, as `auto` leaves them. */
const isPartlyExact = ({ m, exactDepths }: Pick<Comparison, 'm' | 'exactDepths'>): boolean =>
  exactDepths > 0 && exactDepths < m;

function shellWord(text: string): string {
  if (/^[\w /.-]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Method of the numbers: `exact · m 4`, `stratified · m 4 · N 6000 · seed 0`. */
export function methodLine(comparison: Pick<Comparison, 'm' | 'method' | 'exactDepths' | 'samples' | 'seed'>): string {
  const { method, m, exactDepths, samples, seed } = comparison;
  const parts = [method, `m ${m}`];
  if (samples !== null) parts.push(`N ${samples}`);
  if (seed !== null) parts.push(`seed ${seed}`);
  if (isPartlyExact(comparison)) parts.push(`exact up to depth ${exactDepths}`);
  return parts.join(' · ');
}
