import { err, ok, type Result } from '../../base/result.ts';
import type { MavDialect } from '../syntax.ts';
import { type DraftLine, printPrompt } from '../write/draft.ts';
import { type HeaderCommand, inputCount } from './commands.ts';
import { knownGame, type PromptPosition } from './position.ts';
import type { MavRequest } from './request.ts';

/** The request of commands for a position, or a sentence that says why they cannot be asked there. */
export function makeRequest(position: PromptPosition, commands: readonly HeaderCommand[]): Result<MavRequest, string> {
  const { before, state } = position;
  const game = knownGame(position.game);
  if (!game.hasFen && commands.some(({ command }) => command.endsWith('FEN')))
    return err(`${position.game} has no FEN`);
  const count = inputCount(commands);
  if (!count.ok) return count;
  const inputs: DraftLine[] = [];
  for (const { command } of commands.slice(0, count.value)) {
    const of = command.startsWith('prev_') ? before?.state : state;
    if (of === undefined || (before === undefined && command === 'prev_action'))
      return err('the move that led to this position is unknown');
    if (command === 'prev_action') inputs.push({ command, action: before?.action ?? '' });
    else if (command !== 'top' && command !== 'best_action')
      inputs.push({ command, state: game.write(of, command.endsWith('FEN') ? 'FEN' : 'native') });
  }
  return ok({ game: position.game, inputs, outputs: commands.slice(count.value), state: game.automaton.print(state) });
}

/** The text of a request: header and inputs. Ends with a line break. */
export function printRequest({ game, inputs, outputs }: MavRequest, dialect: MavDialect): string {
  // Only the names of outputs are printed.
  const asked = outputs.map((output): DraftLine => {
    if (output.command === 'top') return { ...output, list: [] };
    const { command } = output;
    return command === 'prev_action' || command === 'best_action' ? { command, action: '' } : { command, state: '' };
  });
  return printPrompt({ game, lines: [...inputs, ...asked], inputs: inputs.length }, dialect);
}
