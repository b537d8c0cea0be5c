import { commonPart } from '../../../metrics/comparison-rules.ts';
import { CAUSE_IDS } from '../../../metrics/sentence/causes.ts';
import { VERDICTS } from '../../../metrics/verdict.ts';
import type { LengthGroup } from '../report.ts';
import { groupName } from '../words.ts';
import { causeKey, causeName, type PageSample, samplePart, statusName, UNSCORED } from './listed-sample.ts';

/** Columns by which samples can be grouped and filtered. */
export const GROUPINGS = ['cause', 'length', 'opening', 'template', 'series', 'verdict'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Group with its number of samples. */
export interface SampleGroup {
  /** Key in queries. */
  readonly key: string;
  /** Name for display. */
  readonly name: string;
  readonly count: number;
}

/** Key of samples without an opening or a template. */
const NONE = '-';

/** Groups of one grouping, and the group of each sample. */
export interface Grouped {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  /** Indices of the keys by sample. */
  readonly of: Uint32Array;
}

/** Divides samples into groups. Causes, verdicts and lengths keep their own order, others are sorted by name. */
export function groupSamples(
  samples: readonly PageSample[],
  grouping: Grouping,
  lengths: readonly LengthGroup[],
): Grouped {
  const key = keyOf(grouping, lengths);
  const places = new Map<string, number>();
  const of = new Uint32Array(samples.length);
  for (const [i, sample] of samples.entries()) {
    const name = key(sample);
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    of[i] = place;
  }
  const part = commonPart(samples.map(({ variant }) => samplePart(variant)));
  const found = [...places.keys()];
  const keys = [...found].sort(inOrder(grouping, lengths));
  const ranks = new Map(keys.map((name, rank) => [name, rank]));
  const moved = Uint32Array.from(found, (name) => ranks.get(name) ?? 0);
  return {
    keys,
    names: keys.map((name) => nameOf(grouping, name, lengths, part)),
    of: of.map((place) => moved[place] ?? 0),
  };
}

/** Returns the key of a length of game: `21-40`, `101-`. */
export const lengthKey = ({ from, to }: LengthGroup): string => `${from}-${to ?? ''}`;

/** Returns the family of an opening: `Sicilian Defense` of `Sicilian Defense: Najdorf Variation`. */
const familyOf = (opening: string): string => opening.split(':', 1)[0] ?? opening;

function keyOf(grouping: Grouping, lengths: readonly LengthGroup[]): (sample: PageSample) => string {
  switch (grouping) {
    case 'cause':
      return causeKey;
    case 'length':
      return ({ ply }) => {
        const group = lengths.find(({ from, to }) => ply >= from && (to === null || ply <= to));
        return group === undefined ? NONE : lengthKey(group);
      };
    case 'opening':
      return ({ opening }) => (opening === null ? NONE : familyOf(opening));
    case 'template':
      return ({ template }) => template ?? NONE;
    case 'series':
      return ({ series }) => series;
    case 'verdict':
      return ({ status }) => status;
  }
}

const UNSCORED_KEYS = Object.keys(UNSCORED);
const ORDERS: Readonly<Partial<Record<Grouping, readonly string[]>>> = {
  cause: [...UNSCORED_KEYS, ...CAUSE_IDS],
  verdict: [...UNSCORED_KEYS, ...VERDICTS],
};

function inOrder(grouping: Grouping, lengths: readonly LengthGroup[]): (a: string, b: string) => number {
  const order = grouping === 'length' ? lengths.map(lengthKey) : (ORDERS[grouping] ?? []);
  const ranks = new Map(order.map((key, rank) => [key, rank]));
  const rank = (key: string): number => ranks.get(key) ?? (key === NONE ? order.length + 1 : order.length);
  return (a, b) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}

function nameOf(grouping: Grouping, key: string, lengths: readonly LengthGroup[], part: string): string {
  switch (grouping) {
    case 'cause':
      return causeName(key);
    case 'verdict':
      return statusName(key, part);
    case 'length': {
      const group = lengths.find((one) => lengthKey(one) === key);
      return group === undefined ? 'other lengths' : `ply ${groupName(group)}`;
    }
    case 'opening':
      return key === NONE ? 'no named opening' : key;
    case 'template':
      return key === NONE ? 'no template named' : key;
    case 'series':
      return key;
  }
}
