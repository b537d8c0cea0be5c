import { err, ok, type Result } from '../../base/result.ts';
import type { MavGameName } from '../game-names.ts';
import { readMavSection } from '../read-mav.ts';
import type { ActionCommand, Command, PositionCommand } from '../syntax.ts';
import { knownGame, type PromptPosition } from './prompt-position.ts';

/** A command of a header, without the content of its line. */
export type HeaderCommand =
  | { readonly command: PositionCommand | ActionCommand }
  | { readonly command: 'top'; readonly k: number | 'all' };

/** Returns the written form of a command, without `%`. */
export const commandName = (command: HeaderCommand): string =>
  command.command === 'top' ? `top_${command.k}` : command.command;

/** Converts a command that was read; undefined if it is unknown or requests a list of no actions. */
export function headerCommand({ kind, name, k }: Command): HeaderCommand | undefined {
  if (kind === 'unknown') return undefined;
  if (kind !== 'top') return { command: name as PositionCommand | ActionCommand };
  return k === undefined || k === 0 ? undefined : { command: 'top', k };
}

/**
 * Reads the commands of a header from the text between its tags: `%prev_state %prev_action %state`. The error is a
 * sentence.
 */
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
 * Counts the commands that are inputs: a previous position with its action, or else the current position in one or two
 * forms. The error says why the commands are invalid.
 *
 * @param given number of existing lines: later positions in a row of current ones are outputs
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

/** Returns true if an output cannot be computed by rule alone. */
export const needsValues = ({ command }: HeaderCommand): boolean => command === 'top' || command === 'best_action';

/** Inputs and outputs of a prompt as chosen in a form. */
export interface PromptForm {
  /** True to use the previous position and its action as inputs, if known; false for the current position. */
  readonly isTracked: boolean;
  /** Notations of positions; both may be requested. */
  readonly forms: readonly ('FEN' | 'state')[];
  /** Number of actions with values to request; undefined for none. */
  readonly k: number | 'all' | undefined;
  readonly best: boolean;
  /** True to request the position after the best action, which `best` must request. */
  readonly final: boolean;
}

/** Returns the commands of a form, in the order of the published example. */
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
 * Adapts commands to a position: drops the previous position if it is unknown, and uses native states for games without
 * FENs; commands that become equal are merged.
 */
export function fitCommands(commands: readonly HeaderCommand[], { game, before }: PromptPosition): HeaderCommand[] {
  const { hasFen } = knownGame(game);
  const fitted = commands.flatMap((entry): HeaderCommand[] => {
    const { command } = entry;
    const isPrevious = command.startsWith('prev_');
    if (isPrevious && before === undefined) return [];
    if (hasFen || !command.endsWith('FEN')) return [entry];
    return [{ command: isPrevious ? 'prev_state' : 'state' }];
  });
  const needsState = fitted[0]?.command !== 'state' && fitted[0]?.command !== 'FEN';
  const asPosition = hasFen && !commands.some(({ command }) => command === 'state') ? 'FEN' : 'state';
  const whole = before === undefined && needsState ? [{ command: asPosition } as const, ...fitted] : fitted;
  return whole.filter(({ command }, i) => command === 'top' || whole[i - 1]?.command !== command);
}

/** Prints commands for a header: `%FEN %top_5`. */
export const formatCommands = (commands: readonly HeaderCommand[]): string =>
  commands.map((command) => `%${commandName(command)}`).join(' ');

/** Returns what is wrong with typed commands; undefined if they are valid. */
export function findCommandsFault(text: string, { game, before }: PromptPosition): string | undefined {
  const commands = readCommands(text, game);
  if (!commands.ok) return commands.error;
  const needsBefore = commands.value.some(({ command }) => command.startsWith('prev_'));
  return needsBefore && before === undefined ? 'the move that led to this position is unknown' : undefined;
}
