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
import { type MavRefusal, mavRefusal } from '../../models/sources/mav-small.ts';
import { t } from './l10n.ts';

/** Key under which the last choice is stored. */
export const LAST_COMMANDS = 'statelens.mavCommands';

/** Usual forms, by their outputs. */
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

/** Commands for a prompt, with a description. */
export interface Offer {
  readonly label: string;
  readonly commands: readonly HeaderCommand[];
  /** Reason why the selected model cannot answer them; undefined if it may. */
  readonly refusal: MavRefusal | undefined;
}

/**
 * Returns the offers of the form for a position: the last choice, if it fits, and the usual ones; those first that the
 * model can answer.
 *
 * @param model label of the selected model
 */
export function offersFor(position: PromptPosition, last: string | undefined, model: string): Offer[] {
  const usual = USUAL.filter(({ form }) => position.before !== undefined || form.k !== undefined).map(
    ({ label, form }) => ({ label, commands: fitCommands(formCommands(form), position) }),
  );
  const before = last === undefined ? undefined : readCommands(last, position.game);
  const again = before?.ok === true ? [{ label: t('As before'), commands: fitCommands(before.value, position) }] : [];
  const fitting = again.filter(({ commands }) => findCommandsFault(formatCommands(commands), position) === undefined);
  const offers = [...fitting, ...usual].map((offer) => ({
    ...offer,
    refusal: mavRefusal(model, position.game),
  }));
  return [
    ...offers.filter(({ refusal }) => refusal === undefined),
    ...offers.filter(({ refusal }) => refusal !== undefined),
  ];
}

/** Returns the commands that the form offers first: the likeliest for a prompt of a position. */
export const likeliestCommands = (
  position: PromptPosition,
  last: string | undefined,
  model: string,
): readonly HeaderCommand[] => offersFor(position, last, model)[0]?.commands ?? [];
