import type { StateStep } from '../../core/evaluation/game-trace/state-line.ts';
import { t } from './l10n.ts';

/** The name of a step in the language of the page: a move stands as it is, `start`, `ply 5` and `action 5` are words of the core. */
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
