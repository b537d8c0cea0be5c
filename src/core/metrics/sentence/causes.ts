/**
 * Causes of wrong answers: a closed list for grouping, with a label each. Every answer has exactly one cause;
 * docs/metrics.md ("Causes") defines which one, where several apply.
 */
export const CAUSES = {
  'no-state': 'no state',
  unread: 'cannot be read',
  'cut-off': 'cut off in the state',
  unparsable: 'board cannot be read',
  format: 'format wrong',
  'opening-fallback': 'opening fallback',
  stale: 'stale',
  'castling-rook': 'castling rook forgotten',
  'missed-castling': 'missed castling',
  'en-passant-pawn': 'pawn taken en passant forgotten',
  'missed-promotion': 'missed a promotion',
  'missed-capture': 'missed a capture',
  'wrong-piece': 'moved the wrong piece',
  'wrong-square': 'piece on the wrong square',
  'missed-move': 'missed a move',
  scrambled: 'board lost',
  impossible: 'impossible position',
  phantom: 'phantom piece',
  lost: 'lost piece',
  swapped: 'pieces confused',
  side: 'side to move',
  castling: 'castling rights',
  'en-passant': 'en passant',
  clocks: 'clocks only',
  partial: 'right as far as stated',
  notation: 'same position, written differently',
  exact: 'exact',
} as const;

/** Stable name of a cause. */
export type CauseId = keyof typeof CAUSES;

export const CAUSE_IDS = Object.keys(CAUSES) as readonly CauseId[];

/** Cause of an answer, with the place in the game where it has one. */
export interface Cause {
  readonly id: CauseId;
  /** For `stale` and `opening-fallback` the ply of the predicted board, for missed moves the ply of the move. Null elsewhere. */
  readonly ply: number | null;
  /** Missed move with its number, `8...Ne4`; null elsewhere, or where the history has no SAN. */
  readonly move: string | null;
  /** True for `no-state` and `unread` if the answer was cut off before its state, or in it. Absent elsewhere. */
  readonly cut?: true;
}

/** Returns a cause without a place. */
export const causeWithoutPlace = (id: CauseId): Cause => ({ id, ply: null, move: null });

/**
 * Formats the cause of one answer: `stale since ply 12`, `missed a capture (8.Bxf6)`, `no state (cut off)`. Groups use
 * `CAUSES[id]`.
 */
export function causeText({ id, ply, move, cut }: Cause): string {
  if (cut === true) return `${CAUSES[id]} (cut off)`;
  if (id === 'stale' && ply !== null) return `stale since ply ${ply}`;
  return move === null ? CAUSES[id] : `${CAUSES[id]} (${move})`;
}

/** Number of answers by cause; every count is above 0. */
export type CauseCounts = Readonly<Partial<Record<CauseId, number>>>;

/** Counts causes: the most frequent first, equal ones in the order of `CAUSES`; `exact`, which is no fault, last. */
export function countCauses(causes: Iterable<CauseId>): CauseCounts {
  const counts = new Map<CauseId, number>();
  for (const id of causes) counts.set(id, (counts.get(id) ?? 0) + 1);
  return causesInOrder(counts);
}

/** Sorts counted causes in the order of `countCauses`. */
export const causesInOrder = (counts: Iterable<readonly [CauseId, number]>): CauseCounts =>
  Object.fromEntries([...counts].sort(byCount));

const RANKS = new Map(CAUSE_IDS.map((id, rank) => [id, rank]));

type Counted = readonly [id: CauseId, count: number];

/** Compares counted causes. */
export const byCount = ([a, n]: Counted, [b, k]: Counted): number =>
  Number(a === 'exact') - Number(b === 'exact') || k - n || (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0);
