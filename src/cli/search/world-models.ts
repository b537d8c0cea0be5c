import { systemClock } from '../../compute/system-clock.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/values.ts';
import { referenceModel } from '../../core/search/reference-model.ts';
import { rolloutModel } from '../../core/search/rollout-model.ts';
import type { WorldModel } from '../../core/search/world-model.ts';
import { openModel } from '../../models/registry.ts';
import { searchModel } from '../../models/search-model.ts';
import { templateNamed } from '../../models/templates.ts';
import type { SearchFlags } from '../commands/search.ts';
import { usageError } from '../failure.ts';
import { note } from '../io/stderr.ts';
import { withValues } from '../mav/values.ts';
import { valueFlags } from './reference-options.ts';

/** Random games end here: no game that is searched lasts longer. */
const LONGEST_ROLLOUT = 400;

/** Opens the model of a search, and closes what it needs afterwards. */
export function withWorldModel<T>(flags: SearchFlags, use: (model: WorldModel) => Promise<T>): Promise<T> {
  const { rollouts, seed } = flags;
  if (flags.model === 'rollouts') return use(rolloutModel({ rollouts, seed, longest: LONGEST_ROLLOUT }));
  if (flags.model === 'reference')
    return withValues(valueFlags(flags), (source) => {
      if (source === undefined) throw usageError('the reference needs values');
      return use(referenceModel(source, flags.game));
    });
  const template = templateNamed(flags.template);
  if (template?.task !== 'mav') throw usageError(`no MAV template "${flags.template}"; there is mav, mav-raw`);
  const model = openModel(flags.model, {
    baseUrl: flags.baseUrl,
    apiKey: process.env['OPENAI_API_KEY'] ?? '',
    random: Math.random,
    clock: systemClock,
    onRetry: ({ fault, attempt, attempts, wait }) =>
      note(`${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s.`),
  });
  if (!model.ok) throw usageError(model.error.message);
  const { world, scoring, form, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  const options = { world, scoring, form, dialect, list: 'all', best: true, template, settings: {} } as const;
  return use(searchModel(model.value, options));
}
