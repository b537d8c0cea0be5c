import type { AbortSignalLike } from '../core/base/cancellation.ts';
import { err, type Result } from '../core/base/result.ts';
import type { PositionValues } from '../core/games/position-values.ts';
import type { ValuedPosition, ValueFault, ValueSource } from '../core/mav/value-source.ts';

/**
 * Several sources as one: the first that values a game is asked.
 *
 * @param used what they run on, which ends with them
 */
export function combine(
  sources: readonly ValueSource[],
  used: readonly Pick<ValueSource, 'dispose'>[] = [],
): ValueSource {
  const games = [...new Set(sources.flatMap(({ games }) => games))];
  return {
    get label() {
      return sources.map(({ label }) => label).join('; ');
    },
    labelOf: (game) => sources.find(({ games }) => games.includes(game))?.label ?? 'nobody',
    games,
    values(position: ValuedPosition, signal: AbortSignalLike): Promise<Result<PositionValues, ValueFault>> {
      const source = sources.find(({ games }) => games.includes(position.game));
      if (source !== undefined) return source.values(position, signal);
      return Promise.resolve(err({ code: 'no-source', message: `no value source evaluates ${position.game}` }));
    },
    async dispose() {
      await Promise.all([...sources, ...used].map((one) => one.dispose()));
    },
  };
}
