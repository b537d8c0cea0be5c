import { t } from '../../base/text/l10n.ts';
import { readTrackedLabel } from '../language-model.ts';
import { formatCount } from './picture.ts';

/** Sources of the title of a tree's page. */
export interface TitleSources {
  /** Position, file or trace: `4...Nxe4`. */
  readonly subject: string;
  /** Label of the model; '' for none. */
  readonly model: string;
  readonly count: number;
  readonly isTrace: boolean;
}

/** Returns the name of a model without its source and the settings of its values: `mav-small`. */
export function shortModel(label: string): string {
  const model = readTrackedLabel(label)?.model ?? label;
  const [, source = '', name = ''] = /^([a-z]+):(.+)$/.exec(model) ?? [];
  if (source === 'reference') return source;
  return name === '' || name.startsWith(' ') ? model : name;
}

/** Returns the title of a tree's page: `4...Nxe4 · mav-small · 50 simulations`. */
export function treeTitle({ subject, model, count, isTrace }: TitleSources): string {
  const short = isTrace ? '' : shortModel(model);
  const searched = isTrace
    ? count === 1
      ? t('1 evaluation')
      : t('{0} evaluations', formatCount(count))
    : count === 1
      ? t('1 simulation')
      : t('{0} simulations', formatCount(count));
  return [subject, short, searched].filter((part) => part !== '').join(' · ');
}

/** Returns true if a model writes the states of its searches itself; rollouts and the reference take them from the rules. */
export const writesStates = (label: string): boolean => !/^(?:rollouts|reference): /.test(label);
