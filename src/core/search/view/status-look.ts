import { t } from '../../base/text/l10n.ts';
import type { SearchNode } from '../tree.ts';
import type { NodeMarks, TreeStatus } from '../tree-status.ts';

/** Symbols of statuses in tables and legends; drawings have the same shapes. */
export const STATUS_SYMBOLS: Readonly<Record<TreeStatus, string>> = {
  open: '○',
  closed: '●',
  pruned: '–',
  goal: '★',
  claimed: '☆',
  wrong: '✕',
  unlinked: '△',
};

/** Returns a status in a few words. */
export function statusWord(status: TreeStatus): string {
  switch (status) {
    case 'open':
      return t('open');
    case 'closed':
      return t('closed');
    case 'pruned':
      return t('given up');
    case 'goal':
      return t('goal');
    case 'claimed':
      return t('claimed as a goal');
    case 'wrong':
      return t('wrong');
    case 'unlinked':
      return t('no certain parent');
  }
}

/** Formats costs as the field writes them: `g 3  h 7  f 10`, a stated value as `value 12`; '' for none. */
export function formatCosts({ cost, heuristic, stated }: Pick<NodeMarks, 'cost' | 'heuristic' | 'stated'>): string {
  const parts: string[] = [];
  if (cost !== undefined) parts.push(`g ${cost}`);
  if (heuristic !== undefined) parts.push(`h ${heuristic}`);
  if (cost !== undefined && heuristic !== undefined) parts.push(`f ${Math.round(1e6 * (cost + heuristic)) / 1e6}`);
  if (stated !== undefined) parts.push(t('value {0}', stated));
  return parts.join('  ');
}

/** Describes the status of a node: `wrong: 39/3 is 13`, `closed, below a wrong state`; '' for a node with values. */
export function formatStatus({ status, marks }: Pick<SearchNode, 'status' | 'marks'>): string {
  if (status === undefined || marks === undefined) return '';
  const { illegal, isBelowWrong } = marks;
  const word = statusWord(status);
  if (status === 'wrong') return illegal === undefined ? t('wrong state') : t('illegal: {0}', illegal);
  return isBelowWrong === true ? t('{0}, below a wrong state', word) : word;
}

type Point = readonly [x: number, y: number];

const polygon = (corners: number, x: number, y: number, radius: (corner: number) => number): Point[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners - Math.PI / 2;
    return [x + radius(i) * Math.cos(angle), y + radius(i) * Math.sin(angle)];
  });

/** Shape of a mark: a closed outline, filled or not, or lines. */
export interface StatusShape {
  readonly outline: readonly Point[];
  readonly isFilled: boolean;
}

/** Returns the shape of a status around a point; undefined for `wrong`, which is a cross as for hallucinations. */
export function statusShape(status: TreeStatus, x: number, y: number, size: number): StatusShape | undefined {
  switch (status) {
    case 'open':
    case 'closed':
      return { outline: polygon(12, x, y, () => 0.75 * size), isFilled: status === 'closed' };
    case 'pruned':
      return {
        outline: [
          [x - size, y - 0.2 * size],
          [x + size, y - 0.2 * size],
          [x + size, y + 0.2 * size],
          [x - size, y + 0.2 * size],
        ],
        isFilled: true,
      };
    case 'goal':
    case 'claimed':
      return { outline: polygon(10, x, y, (i) => (i % 2 === 0 ? 1.2 : 0.55) * size), isFilled: status === 'goal' };
    case 'unlinked':
      return { outline: polygon(3, x, y, () => 1.1 * size), isFilled: false };
    case 'wrong':
      return undefined;
  }
}
