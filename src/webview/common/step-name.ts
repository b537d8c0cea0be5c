import type { StateLine, StateStep } from '../../core/evaluation/game-trace/timeline.ts';
import { stepNumbering } from '../../core/evaluation/game-trace/timeline-picture.ts';
import { t } from './l10n.ts';

/** Returns the name of a step in the language of the page: moves stay as they are, `start`, `ply 5` and `action 5` are words of the core. */
export function stepName({ name }: Pick<StateStep, 'name'>): string {
  const [, what, number = ''] = /^(start|ply|action)(?: (\d+))?$/.exec(name) ?? [];
  switch (what) {
    case 'start':
      return t('start');
    case 'ply':
      return t('ply {0}', number);
    case 'action':
      return t('action {0}', number);
    default:
      return name;
  }
}

/** Formats the number of a step in its line: `ply 5`; empty where its name has it. */
export function stepNumber(line: StateLine, step: StateStep): string {
  const { unit } = stepNumbering(line);
  if (step.name.startsWith('Position ')) return '';
  return unit === 'position'
    ? t('position {0}', step.ply)
    : unit === 'action'
      ? t('action {0}', step.ply)
      : t('ply {0}', step.ply);
}

/** Formats name and number of a step, as screen readers speak it. */
export const stepTitle = (line: StateLine, step: StateStep): string =>
  [stepName(step), stepNumber(line, step)].filter((part) => part !== '').join(', ');
