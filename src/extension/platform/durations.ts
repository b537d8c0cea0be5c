import { roundDuration } from '../../core/base/text/counts.ts';
import { t } from './l10n.ts';

/** Formats a duration as `18 s`, `30 min`, `2 h`; at least one second. */
export function shortDuration(seconds: number): string {
  const { count, unit } = roundDuration(seconds);
  if (unit === 's') return t('{0} s', count);
  return unit === 'min' ? t('{0} min', count) : t('{0} h', count);
}

/** Time without an answer after which a count is said to wait, in milliseconds. */
const QUIET_MS = 10_000;

/** Formats how long nothing has come, `waiting for 40 s`; undefined while answers come. */
export const quietPart = (ms: number): string | undefined =>
  ms < QUIET_MS ? undefined : t('waiting for {0}', shortDuration(ms / 1000));
