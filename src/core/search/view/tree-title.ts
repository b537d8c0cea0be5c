import { t } from '../../base/text/l10n.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { knownGame, moveNumber, type PromptPosition } from '../../mav/author/prompt-position.ts';
import { readTrackedLabel } from '../language-model.ts';
import { chessActionName } from './action-names.ts';
import { formatCount } from './picture.ts';

/** Sources of the title of a tree's page. */
export interface TitleSources {
  /** Position, file or trace: `4...Nxe4`. */
  readonly subject: string;
  /** Label of the model; '' for none. */
  readonly model: string;
  readonly count: number;
  readonly isTrace: boolean;
  /** True if nodes have a status: their number is given. */
  readonly isMarked?: boolean;
}

/** Returns the name of a model without its source and the settings of its values: `mav-small`. */
export function shortModel(label: string): string {
  const model = readTrackedLabel(label)?.model ?? label;
  const [, source = '', name = ''] = /^([a-z]+):(.+)$/.exec(model) ?? [];
  if (source === 'reference') return source;
  return name === '' || name.startsWith(' ') ? model : name;
}

/** Returns the title of a tree's page: `4...Nxe4 · mav-small · 50 simulations`. */
export function treeTitle({ subject, model, count, isTrace, isMarked = false }: TitleSources): string {
  if (isMarked) return [subject, count === 1 ? t('1 node') : t('{0} nodes', formatCount(count))].join(' · ');
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

/** Returns the last move before a position, with its number in chess: `4...Nxe4`; undefined where it is not known. */
export function lastMoveName({ game, before }: PromptPosition): string | undefined {
  if (before === undefined) return undefined;
  const known = knownGame(game);
  if (!known.hasFen) return before.action;
  const dots = known.fieldsOf(before.state).side === 'b' ? '...' : '.';
  const name = chessActionName(before.action, [before.state as ChessState], undefined);
  return `${moveNumber(game, before.state)}${dots}${name}`;
}

/** Returns true if a model writes the states of its searches itself; rollouts and the reference take them from the rules. */
export const writesStates = (label: string): boolean => !/^(?:rollouts|reference): /.test(label);
