import type { Command } from 'commander';
import type { SetStatus } from '../commands.ts';
import { define as make } from '../mav/make.ts';

const AFTER_HELP = `
Example:
  $ statelens mav make games.pgn --plies every:10 > prompts.mav
  $ statelens mav answer prompts.mav --out answers.mav`;

export function define(command: Command, setStatus: SetStatus): void {
  command
    .description(
      'Write and judge multi-action-value examples (Schultz et al.): prompts, reference answers, statistics, datasets.',
    )
    .addHelpText('after', AFTER_HELP);
  make(command.command('make').summary('prompts from games and positions'), setStatus);
}
