import { commandName, type HeaderCommand, readCommands } from './commands.ts';
import { knownGame, type PromptPosition } from './position.ts';

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
export function fittedCommands(commands: readonly HeaderCommand[], { game, before }: PromptPosition): HeaderCommand[] {
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
export const commandsText = (commands: readonly HeaderCommand[]): string =>
  commands.map((one) => `%${commandName(one)}`).join(' ');

/** What is wrong with commands that somebody wrote; undefined when nothing is. */
export function commandsFault(text: string, { game, before }: PromptPosition): string | undefined {
  const commands = readCommands(text, game);
  if (!commands.ok) return commands.error;
  const needsBefore = commands.value.some(({ command }) => command.startsWith('prev_'));
  return needsBefore && before === undefined ? 'the move that led to this position is unknown' : undefined;
}
