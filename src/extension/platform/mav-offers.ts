import {
  findCommandsFault,
  fitCommands,
  formatCommands,
  formCommands,
  type HeaderCommand,
  type PromptForm,
  readCommands,
} from '../../core/mav/author/header-commands.ts';
import type { PromptPosition } from '../../core/mav/author/prompt-position.ts';
import { t } from './l10n.ts';

/** Under this name the last choice is remembered. */
export const LAST_COMMANDS = 'statelens.mavCommands';

/** Forms that are usual, by what they ask for. */
const USUAL: readonly { readonly label: string; readonly form: PromptForm }[] = [
  {
    label: t('Best moves, and the position after the best'),
    form: { isTracked: true, forms: ['FEN'], k: 5, best: true, final: true },
  },
  {
    label: t('All legal moves with values'),
    form: { isTracked: false, forms: ['FEN'], k: 'all', best: true, final: false },
  },
  {
    label: t('The position after a move'),
    form: { isTracked: true, forms: ['FEN', 'state'], k: undefined, best: false, final: false },
  },
];

/** Commands that a prompt may have, with what they ask for. */
export interface Offer {
  readonly label: string;
  readonly commands: readonly HeaderCommand[];
}

/** What the form offers for a position: what was chosen before, where it fits, and what is usual. */
export function offersFor(position: PromptPosition, last: string | undefined): Offer[] {
  const usual = USUAL.filter(({ form }) => position.before !== undefined || form.k !== undefined).map(
    ({ label, form }) => ({ label, commands: fitCommands(formCommands(form), position) }),
  );
  const before = last === undefined ? undefined : readCommands(last, position.game);
  const again = before?.ok === true ? [{ label: t('As before'), commands: fitCommands(before.value, position) }] : [];
  const fitting = again.filter(({ commands }) => findCommandsFault(formatCommands(commands), position) === undefined);
  return [...fitting, ...usual];
}

/** The commands that the form offers first: what a prompt of a position most likely asks. */
export const likeliestCommands = (position: PromptPosition, last: string | undefined): readonly HeaderCommand[] =>
  offersFor(position, last)[0]?.commands ?? [];
