import type { PositionValues, ValuedAction } from '../../games/position-values.ts';
import type { LineBody, MavDialect } from '../syntax.ts';
import { BUCKETS, bucketOf, flipped, isBucket } from '../values.ts';

/** What an action is proved to lead to. */
export type Proved = 'win' | 'draw' | 'loss';

/** An action as the source values it, in buckets: where its value lies, and where it may lie. */
export interface ReferenceValue {
  readonly action: string;
  /** Win probability, 0 to 1. */
  readonly win: number;
  readonly bucket: number;
  readonly low: number;
  readonly high: number;
  /** Undefined where nothing is proved. */
  readonly proved: Proved | undefined;
}

/** A list of actions, and their names in the game's spelling. */
interface NamedList {
  readonly nameOf: (action: string) => string;
  readonly body: Extract<LineBody, { kind: 'list' }>;
}

/** A listed value beside the one of the source. */
export interface ComparedValue {
  readonly bucket: number;
  readonly reference: ReferenceValue;
}

const PROVED: ReadonlyMap<number, Proved> = new Map([
  [1, 'win'],
  [0.5, 'draw'],
  [0, 'loss'],
]);

/** The values of a source in buckets of a dialect, in its order. */
export function referenceValues({ kind, actions }: PositionValues, dialect: MavDialect): ReferenceValue[] {
  const isEstimate = kind === 'estimate';
  const in64 = (p: number): number => bucketOf(p, dialect);
  return actions.map(({ action, win, interval }: ValuedAction): ReferenceValue => {
    const { low, high } = interval ?? (isEstimate ? { low: 0, high: 1 } : { low: win, high: win });
    const proved = kind !== 'engine' && low === high ? PROVED.get(win) : undefined;
    return { action, win, bucket: in64(win), low: in64(low), high: in64(high), proved };
  });
}

/** The actions of a list that the source values and that have a bucket, each once. */
export function comparedValues(
  { nameOf, body }: NamedList,
  references: readonly ReferenceValue[],
  dialect: MavDialect,
): ComparedValue[] {
  const byAction = new Map(references.map((one) => [one.action, one]));
  const compared: ComparedValue[] = [];
  for (const { move, bucket } of body.actions) {
    const name = nameOf(move.text);
    const reference = byAction.get(name);
    if (reference === undefined || bucket === undefined || !isBucket(bucket, dialect)) continue;
    byAction.delete(name);
    compared.push({ bucket, reference });
  }
  return compared;
}

/** Buckets between a value and a proved one that say another result: half of all for a win or a loss, a quarter for a draw. */
const OTHER_RESULT = { win: BUCKETS / 2, draw: BUCKETS / 4, loss: BUCKETS / 2 } as const;

/** True if a value says another result than the one that is proved. */
export const contradictsProof = (bucket: number, { bucket: right, proved }: ReferenceValue): boolean =>
  proved !== undefined && Math.abs(bucket - right) >= OTHER_RESULT[proved];

/** Sums over compared values. */
export interface ValueErrors {
  readonly n: number;
  /** Of bucket minus that of the source. */
  readonly signed: number;
  readonly absolute: number;
  /** Of the distances that the values of the other side would have. */
  readonly flipped: number;
  /** Values that are one bucket above the source's, and one below it. */
  readonly above: number;
  readonly below: number;
}

/** Sums the errors of values. */
export function valueErrors(compared: readonly ComparedValue[], dialect: MavDialect): ValueErrors {
  const sums = { n: compared.length, signed: 0, absolute: 0, flipped: 0, above: 0, below: 0 };
  for (const { bucket, reference } of compared) {
    const error = bucket - reference.bucket;
    sums.signed += error;
    sums.absolute += Math.abs(error);
    sums.flipped += Math.abs(flipped(bucket, dialect) - reference.bucket);
    if (error === 1) sums.above++;
    if (error === -1) sums.below++;
  }
  return sums;
}

/** Fewer values show no habit. */
const MIN_VALUES = 8;
/** Share of values that are one bucket away where all are. */
const MOST = 0.6;
/** Buckets that the other side's values are nearer by, on average. */
const NEARER = 4;

/** What is wrong with all values in the same way, in words; undefined where nothing is. */
export function valueHabit({ n, absolute, flipped: other, above, below }: ValueErrors): string | undefined {
  if (n < MIN_VALUES) return undefined;
  if (other < absolute / 2 && absolute - other >= NEARER * n)
    return "values look like the other side's: turned over (65 - b) they would be nearer";
  if (above >= MOST * n) return 'values look one bucket too high';
  if (below >= MOST * n) return 'values look one bucket too low: buckets from 0 need --mav-dialect base0';
  return undefined;
}
