import type { BackupSettings } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import { countVisits, isSeen, valueAtRoot } from './node-values.ts';

/** Range of values over which colors are spread, 0 to 1. */
export interface ValueBand {
  readonly low: number;
  readonly high: number;
}

export const WHOLE_BAND: ValueBand = { low: 0, high: 1 };

/** Widest band over which colors are spread: in wider ones the usual colors differ enough. */
const WIDEST = 0.4;
/** Narrowest band: colors of a narrower one would show differences that mean nothing. */
const NARROWEST = 0.03;
/** Least share of the visits of a node whose value counts, and the number of nodes that are read. */
const LEAST_SHARE = 0.01;
const MOST_NODES = 2000;

/**
 * Returns the band of the values of a tree, rounded outward to 0.01, where they lie so close together that their colors
 * would look the same; otherwise the whole range. Nodes with less than 1 % of the visits do not count.
 */
export function valueBand(root: SearchNode, rule: BackupSettings): ValueBand {
  const least = Math.max(1, LEAST_SHARE * countVisits(root));
  let [low, high] = [1, 0];
  const open: SearchNode[] = [root];
  for (let read = 0; read < MOST_NODES; read++) {
    const node = open.pop();
    if (node === undefined) break;
    const value = valueAtRoot(node, root, rule);
    if (value !== undefined) [low, high] = [Math.min(low, value), Math.max(high, value)];
    if (node.isLeaf) continue;
    for (const child of node.children)
      if (child !== undefined && isSeen(child) && countVisits(child) >= least) open.push(child);
  }
  if (!(high - low >= NARROWEST && high - low <= WIDEST)) return WHOLE_BAND;
  return { low: Math.max(0, Math.floor(100 * low) / 100), high: Math.min(1, Math.ceil(100 * high) / 100) };
}

export const isSameBand = (a: ValueBand, b: ValueBand): boolean => a.low === b.low && a.high === b.high;

/** Returns true if a band is less than the whole range. */
export const isSpread = (band: ValueBand): boolean => !isSameBand(band, WHOLE_BAND);

/** Returns a value's place in a band, 0 to 1. */
export const placeInBand = (value: number, { low, high }: ValueBand): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));
