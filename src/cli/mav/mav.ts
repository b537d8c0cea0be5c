import type { Command } from 'commander';
import type { Act } from '../command.ts';
import { addAnswer } from './answer.ts';
import { addDataset } from './dataset.ts';
import { addMake } from './make.ts';
import { addOverlap } from './overlap.ts';
import { addRecords } from './records.ts';
import { addStats } from './stats.ts';

const AFTER_HELP = `
Example:
  $ statelens mav make games.pgn --plies every:10 > prompts.mav
  $ statelens mav answer prompts.mav --out answers.mav
  $ statelens mav stats answers.mav`;

export function define(command: Command, act: Act): void {
  command
    .description('Create and evaluate MAV, the format of Multi-Action-Value examples (Schultz et al.).')
    .addHelpText('after', AFTER_HELP);
  addMake(command, act);
  addAnswer(command, act);
  addStats(command, act);
  addDataset(command, act);
  addOverlap(command, act);
  addRecords(command, act);
}
