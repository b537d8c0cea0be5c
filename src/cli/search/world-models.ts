import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { WorldModel } from '../../core/search/world-model.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD, worldModel } from '../../models/world-models.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import type { SearchFlags } from './search-options.ts';

/** Opens the model of a search, and closes its resources afterwards. */
export function withWorldModel<T>(
  terminal: Terminal,
  flags: SearchFlags,
  use: (model: WorldModel) => Promise<T>,
): Promise<T> {
  const { rollouts, seed, game } = flags;
  const { model: label = REFERENCE_WORLD } = flags;
  if (label === ROLLOUTS_WORLD) return use(worldModel({ kind: 'rollouts', rollouts, seed }));
  if (label === REFERENCE_WORLD)
    return withValues(terminal, { ...flags, values: 'engine' }, (source) => {
      if (source === undefined) throw usageError('the reference requires values');
      return use(worldModel({ kind: 'reference', source, game }));
    });
  const template = mavTemplate(flags.template);
  const model = modelNamed(terminal, label, flags);
  const { worldModel: world, scoring, fallback, topLogprobs, form, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  const wording = { form, dialect, template, settings: {} } as const;
  if (world === 'states')
    return withValues(terminal, { ...flags, values: 'engine' }, (source) => {
      if (source === undefined) throw usageError('--world-model states requires values');
      return use(worldModel({ kind: 'states', model, options: wording, values: { kind: 'reference', source, game } }));
    });
  const options = { ...wording, world, scoring, fallback, topLogprobs };
  return use(worldModel({ kind: 'model', model, options }));
}
