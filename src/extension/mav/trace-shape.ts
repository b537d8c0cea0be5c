import { MAX_NODES, treeSize } from '../../core/search/reference-trace.ts';
import { t } from '../platform/l10n.ts';

/** The shape of a trace. */
export interface TraceShape {
  /** Actions that a node is expanded to. */
  readonly breadth: number;
  /** Edges below the root. */
  readonly depth: number;
}

const MAX_BREADTH = 100;
const MAX_DEPTH = 20;
/** Why there is no trace of a shape; undefined where there is. */
export function shapeFault({ breadth, depth }: TraceShape): string | undefined {
  const isFine = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isFine(breadth, MAX_BREADTH)) return t('breadth must be a whole number from 1 to {0}', MAX_BREADTH);
  if (!isFine(depth, MAX_DEPTH)) return t('depth must be a whole number from 1 to {0}', MAX_DEPTH);
  if (treeSize(breadth, depth) <= MAX_NODES) return undefined;
  return t('breadth {0} and depth {1} make more than {2} nodes', breadth, depth, MAX_NODES.toLocaleString('en-US'));
}

/** Arguments of the command, or what was remembered; undefined where both numbers are not there. */
export function readShape(value: unknown): TraceShape | undefined {
  const { breadth, depth } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof breadth === 'number' && typeof depth === 'number' ? { breadth, depth } : undefined;
}

export const shapeText = ({ breadth, depth }: TraceShape): string => t('breadth {0}, depth {1}', breadth, depth);
