import { InvalidArgumentError } from 'commander';
import { type HeaderCommand, readCommands } from '../../core/mav/author/header-commands.ts';

/** Default commands of a prompt. */
export const DEFAULT_COMMANDS = '%state %top_5 %best_action';

/** Parses commands. The game is not known yet: FENs are refused later for games without FENs. */
export function parseCommands(text: string): HeaderCommand[] {
  const commands = readCommands(text, 'chess');
  if (commands.ok) return commands.value;
  throw new InvalidArgumentError(`They must be commands of a header: ${commands.error}.`);
}
