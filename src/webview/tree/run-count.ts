import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { t } from '../common/l10n.ts';

/** `2,000 simulations`; of a trace its evaluations. */
export function runCount(count: number, isTrace: boolean): string {
  if (isTrace) return count === 1 ? t('1 evaluation') : t('{0} evaluations', formatWholeNumber(count));
  return count === 1 ? t('1 simulation') : t('{0} simulations', formatWholeNumber(count));
}
