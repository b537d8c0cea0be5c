import type { Comparison } from '../../metrics/comparison.ts';
import { type ComparisonRules, comparedWorldName } from '../../metrics/comparison-rules.ts';

/** Fields of a comparison that state how its scores were computed. */
type MethodFields = Pick<
  Comparison,
  'm' | 'method' | 'exactDepths' | 'samples' | 'seed' | 'guided' | 'target' | 'standardError'
>;

/** Inputs that reproduce a comparison. */
export interface ComparedPair {
  readonly trueFen: string;
  /** Null for an answer without a state. */
  readonly predictedFen: string | null;
  readonly variant: ComparisonRules;
  /** World of states that belong to no game, as `--world` takes it; by default its name. */
  readonly world?: string | undefined;
  /** Null when its scores are not known: the command then computes them with its defaults. */
  readonly comparison: MethodFields | null;
}

/** Returns the command that reproduces the numbers of a comparison, for a POSIX shell; quoted FENs suit other shells too. */
export function compareCommand({ trueFen, predictedFen, variant, world, comparison }: ComparedPair): string {
  // A text that starts with a dash would be read as an option.
  const words = ['statelens', 'compare'];
  if (comparison !== null) {
    const { m, method, samples, seed, guided } = comparison;
    words.push('-m', String(m), '--method', isPartlyExact(comparison) ? 'auto' : method);
    if (guided !== null) words.push('--policy', guided.policy, ...(guided.importance ? ['--importance'] : []));
    // The same N gives the same numbers, whether it was chosen for a standard error or not.
    if (samples !== null) words.push('-n', String(samples));
    if (seed !== null) words.push('--seed', String(seed));
  }
  const named = world ?? comparedWorldName(variant);
  if (named !== undefined) words.push('--world', shellWord(named));
  else if (variant !== 'chess') words.push('--game', variant);
  const predicted = predictedFen ?? '?';
  if (predicted.startsWith('-') || trueFen.startsWith('-')) words.push('--');
  return [...words, shellWord(trueFen), shellWord(predicted)].join(' ');
}

/** Returns true if the first depths are exact and the others estimates, as `auto` leaves them. */
const isPartlyExact = ({ m, exactDepths }: Pick<Comparison, 'm' | 'exactDepths'>): boolean =>
  exactDepths > 0 && exactDepths < m;

function shellWord(text: string): string {
  if (/^[\w /.-]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Formats the method of the numbers: `exact · m 4`, `stratified · m 4 · N 6000 · seed 0`, `guided by captures · m 4 · N
 * 1600 · seed 0 · standard error 0.0098 (wanted: 0.01)`.
 */
export function methodLine(comparison: MethodFields): string {
  const { method, m, exactDepths, samples, seed, guided, target } = comparison;
  const by = guided === null ? '' : ` by ${guided.policy}${guided.importance ? ', importance-weighted' : ''}`;
  const parts = [`${method}${by}`, `m ${m}`];
  if (samples !== null) parts.push(`N ${samples}`);
  if (seed !== null) parts.push(`seed ${seed}`);
  if (isPartlyExact(comparison)) parts.push(`exact up to depth ${exactDepths}`);
  if (target !== null) parts.push(targetText(comparison, target));
  return parts.join(' · ');
}

/** Returns the larger standard error of p_m and r_m beside the wanted one. */
function targetText({ standardError }: MethodFields, { error, reached }: NonNullable<MethodFields['target']>): string {
  if (standardError === null) return reached ? 'no standard error: exact' : `no standard error (wanted: ${error})`;
  const worst = Math.max(standardError.p.at(-1) ?? 0, standardError.r.at(-1) ?? 0);
  const rounded = Number(worst.toPrecision(2));
  return reached
    ? `standard error ${rounded} (wanted: ${error})`
    : `standard error ${rounded}: the wanted ${error} was not reached within the limit of N`;
}
