import { isComparedWorld } from '../../metrics/compared.ts';
import type { StateLine, StateStep } from './state-line.ts';

/** What the steps of a line are counted by, and the number that a step has then: in files of positions the first is 1. */
export function countedBy({ labels, variant, steps }: Pick<StateLine, 'labels' | 'variant' | 'steps'>): {
  readonly unit: 'ply' | 'action' | 'position';
  readonly number: (step: Pick<StateStep, 'ply'>) => number;
} {
  const isFile = steps[0]?.name.startsWith('Position ') === true;
  const unit = isFile || labels === 'states' ? 'position' : isComparedWorld(variant) ? 'action' : 'ply';
  return { unit, number: ({ ply }) => ply + Number(isFile) };
}
