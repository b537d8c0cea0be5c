import { err, ok, type Result } from '../../base/result.ts';
import type { MavGameName } from '../games.ts';
import { readMavSection } from '../read-mav.ts';
import type { ActionCommand, Command, PositionCommand } from '../syntax.ts';
import { knownGame, type PromptPosition } from './prompt-position.ts';

/** A command of a header, without what its line says. */
export type HeaderCommand =
  | { readonly command: PositionCommand | ActionCommand }
  | { readonly command: 'top'; readonly k: number | 'all' };

/** A command as it is written, without `%`. */
export const commandName = (command: HeaderCommand): string =>
  command.command === 'top' ? `top_${command.k}` : command.command;

/** A command that was read; undefined for one that is not known, or asks for a list of no actions. */
export function headerCommand({ kind, name, k }: Command): HeaderCommand | undefined {
  if (kind === 'unknown') return undefined;
  if (kind !== 'top') return { command: name as PositionCommand | ActionCommand };
  return k === undefined || k === 0 ? undefined : { command: 'top', k };
}

/** The commands of a header from the text between its tags: `%prev_state %prev_action %state`. Or what is wrong with it. */
export function readCommands(text: string, game: MavGameName): Result<HeaderCommand[], string> {
  const head = `<mav game=${game}> `;
  const { item, faults } = readMavSection(`${head}${text} </mav>`, 0);
  const [fault] = faults;
  if (fault !== undefined) return err(fault.message);
  if (item?.kind !== 'example' || item.lines.length > 0) return err('not a list of commands');
  const commands: HeaderCommand[] = [];
  for (const read of item.header.commands) {
    const command = headerCommand(read);
    if (command === undefined) return err(`%${read.name} cannot be requested`);
    commands.push(command);
  }
  const inputs = countInputs(commands);
  return inputs.ok ? ok(commands) : inputs;
}

const isPrevious = ({ command }: HeaderCommand): boolean => command.startsWith('prev_');
const isPosition = ({ command }: HeaderCommand): boolean => command === 'state' || command === 'FEN';

/**
 * How many of the commands are inputs: a previous position with its action, or else the current position in one or two
 * forms. Or why they are no inputs.
 *
 * @param given lines that are there; of several current positions some may be asked for
 */
export function countInputs(commands: readonly HeaderCommand[], given = commands.length): Result<number, string> {
  const previous = commands.filter(isPrevious);
  if (previous.length > 0) {
    if (previous.length === previous.filter(({ command }) => command === 'prev_action').length)
      return err('%prev_action requires a %prev_state or %prev_FEN');
    if (!previous.some(({ command }) => command === 'prev_action'))
      return err('a previous state requires its %prev_action');
    if (!commands.slice(0, previous.length).every(isPrevious))
      return err('the previous state and its action must come before all other commands');
    return ok(previous.length);
  }
  const first = commands.findIndex((command) => !isPosition(command));
  const leading = first < 0 ? commands.length : first;
  if (leading === 0)
    return err('the first command gives no state: %state or %FEN, or a previous state with its action');
  return ok(Math.max(1, Math.min(leading, given)));
}

/** True if an output cannot be computed by rule alone. */
export const needsValues = ({ command }: HeaderCommand): boolean => command === 'top' || command === 'best_action';

/** What a prompt gives and asks for, as a form has it. */
export interface PromptForm {
  /** True if the previous position and its action are the inputs, where they are known; else the current position is. */
  readonly isTracked: boolean;
  /** How positions are written; both may be asked for. */
  readonly forms: readonly ('FEN' | 'state')[];
  /** How many actions are asked for with their values; undefined for none. */
  readonly k: number | 'all' | undefined;
  readonly best: boolean;
  /** True if the position after the best action is asked for; it needs one. */
  readonly final: boolean;
}

/** The commands of a form, in the order of the published example. */
export function formCommands({ isTracked, forms, k, best, final }: PromptForm): HeaderCommand[] {
  const states = forms.map((command) => ({ command }));
  const [first = 'FEN'] = forms;
  return [
    ...(isTracked
      ? ([{ command: first === 'FEN' ? 'prev_FEN' : 'prev_state' }, { command: 'prev_action' }] as const)
      : []),
    ...states,
    ...(k === undefined ? [] : [{ command: 'top', k } as const]),
    ...(best ? [{ command: 'best_action' } as const] : []),
    ...(best && final ? states : []),
  ];
}

/**
 * Commands as a position can be asked them: without the previous position where that is not known, and with native states for
 * games that have no FEN; two commands that become the same one are one.
 */
export function fitCommands(commands: readonly HeaderCommand[], { game, before }: PromptPosition): HeaderCommand[] {
  const { hasFen } = knownGame(game);
  const fitted = commands.flatMap((one): HeaderCommand[] => {
    const { command } = one;
    const isPrevious = command.startsWith('prev_');
    if (isPrevious && before === undefined) return [];
    if (hasFen || !command.endsWith('FEN')) return [one];
    return [{ command: isPrevious ? 'prev_state' : 'state' }];
  });
  const needsState = fitted[0]?.command !== 'state' && fitted[0]?.command !== 'FEN';
  const asPosition = hasFen && !commands.some(({ command }) => command === 'state') ? 'FEN' : 'state';
  const whole = before === undefined && needsState ? [{ command: asPosition } as const, ...fitted] : fitted;
  return whole.filter(({ command }, i) => command === 'top' || whole[i - 1]?.command !== command);
}

/** Commands as they are written in a header: `%FEN %top_5`. */
export const formatCommands = (commands: readonly HeaderCommand[]): string =>
  commands.map((one) => `%${commandName(one)}`).join(' ');

/** What is wrong with commands that somebody wrote; undefined when nothing is. */
export function findCommandsFault(text: string, { game, before }: PromptPosition): string | undefined {
  const commands = readCommands(text, game);
  if (!commands.ok) return commands.error;
  const needsBefore = commands.value.some(({ command }) => command.startsWith('prev_'));
  return needsBefore && before === undefined ? 'the move that led to this position is unknown' : undefined;
}
