import { plural } from '../../base/text/plural.ts';
/** True if a model knew the position at a ply, for the plies that it was asked about. */
export type KnownPlies = ReadonlyMap<number, boolean>;

/**
 * The plies to ask about next, ascending: first every k-th and the last one of a game, then the middle between two neighbours of
 * which one was known and the other not, until each change stands between two neighbouring plies. Empty when that is so.
 *
 * A change and back again between two of the first plies is not seen: that is what a smaller k is for.
 *
 * @param length half-moves of the game
 * @param every k, 1 or more
 */
export function nextPlies(known: KnownPlies, length: number, every: number): number[] {
  const grid = new Set<number>();
  for (let ply = every; ply < length; ply += every) grid.add(ply);
  if (length > 0) grid.add(length);
  const open = [...grid].filter((ply) => !known.has(ply));
  if (open.length > 0) return open;
  return changesOf(known, length)
    .filter(({ from, to }) => to - from > 1)
    .map(({ from, to }) => (from + to) >> 1);
}

/** The most plies that a trace can ask about: the first ones, and those that refine around every change there may be. */
export function maxPlies(length: number, every: number): number {
  const first = Math.ceil(length / every);
  return Math.min(length, first + first * Math.ceil(Math.log2(Math.max(1, every))));
}

/** A model lost the position between two plies, or had it again. */
export interface Change {
  readonly kind: 'lost' | 'recovered';
  /** The last ply queried before the change; the start position is never queried and counts as known. */
  readonly from: number;
  /** The first behind it. */
  readonly to: number;
}

/** Every change, in the order of the game. */
export function changesOf(known: KnownPlies, length: number): Change[] {
  const changes: Change[] = [];
  let from = 0;
  let before = true;
  for (const ply of [...known.keys()].filter((one) => one > 0 && one <= length).sort((a, b) => a - b)) {
    const now = known.get(ply) === true;
    if (now !== before) changes.push({ kind: now ? 'recovered' : 'lost', from, to: ply });
    from = ply;
    before = now;
  }
  return changes;
}

/** Changes that are named one by one. */
const MAX_NAMED = 3;

/**
 * The line that a lens shows: `first lost after 8...Ne4 (ply 16); recovered at 20`.
 *
 * @param moveAt the move that leads to a ply, with its number
 * @param unit what is counted
 */
export function changesText(
  changes: readonly Change[],
  asked: number,
  moveAt: (ply: number) => string,
  unit = 'ply',
): string {
  if (changes.length === 0) return `never lost in ${plural(asked, 'position')}`;
  const parts = changes.slice(0, MAX_NAMED).map(({ kind, to, from }, i) => {
    // where plies between were not asked about, the change is somewhere among them
    const ply = to - from > 1 ? `${from + 1} to ${to}` : `${to}`;
    if (kind === 'recovered') return `recovered at ${ply}`;
    return i === 0 ? `first lost after ${moveAt(to)} (${unit} ${ply})` : `lost again at ${ply}`;
  });
  const more = changes.length - MAX_NAMED;
  return [...parts, ...(more > 0 ? [plural(more, 'more change')] : [])].join('; ');
}
