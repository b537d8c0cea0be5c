import { t } from '../../base/text/l10n.ts';
import { flipped } from '../../mav/values.ts';
import type { BackupSettings } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import type { BucketChances } from '../world-model.ts';

/** How values are shown: all values on one screen are for the side to move at the root. */
export interface ValueView {
  readonly root: SearchNode;
  /** How values are backed up. */
  readonly rule: BackupSettings;
  /** The side that moves at the root: `White`, `Black`, `x`, `o`. */
  readonly side: string;
}

/** True if the side that moves at the root moves at a node: sides take turns. */
const isRootsTurn = (node: SearchNode, root: SearchNode): boolean => (node.depth - root.depth) % 2 === 0;

/** A win probability, 0 to 1, for the side that moves at a node, as one for the side that moves at the root; and back again. */
export const seenFromRoot = (value: number, node: SearchNode, root: SearchNode): number =>
  isRootsTurn(node, root) ? value : 1 - value;

/** Probabilities of buckets for the side that moves at a node, as those for the side that moves at the root; and back again. */
export const chancesFromRoot = (chances: BucketChances, node: SearchNode, root: SearchNode): BucketChances =>
  isRootsTurn(node, root) ? chances : flippedChances(chances);

/** Each share on the same bucket from the other side, the lowest first. */
function flippedChances({ mass, shares }: BucketChances): BucketChances {
  const other = shares.map(([bucket, share]) => [flipped(bucket, { base: 0 }), share] as const);
  return { mass, shares: other.reverse() };
}

const OTHER: Readonly<Record<string, string>> = { White: 'Black', Black: 'White', x: 'o', o: 'x' };

/** The side that moves at a node by turns, whatever a wrong state says; where the root names no side, in words. */
export function sideAt(node: SearchNode, { root, side }: Pick<ValueView, 'root' | 'side'>): string {
  return isRootsTurn(node, root) ? side : (OTHER[side] ?? 'the other side');
}

/** The rule by which values are backed up, as the name of the value of a root. */
export const backupWord = ({ backup }: Pick<BackupSettings, 'backup'>): string =>
  backup === 'minimax' ? t('minimax') : t('mean');

/** A side as people read it, `White` in their language; what is no color stands as it is. */
export function sideWord(side: string): string {
  switch (side) {
    case 'White':
      return t('White');
    case 'Black':
      return t('Black');
    case 'the side to move':
      return t('the side to move');
    case 'the other side':
      return t('the other side');
    default:
      return side;
  }
}

/** `White to move`; where the state names no side, that. */
export function toMoveWords(side: string): string {
  switch (side) {
    case 'White':
      return t('White to move');
    case 'Black':
      return t('Black to move');
    case 'x':
      return t('x to move');
    case 'o':
      return t('o to move');
    default:
      return t('no side to move');
  }
}
