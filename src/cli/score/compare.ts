import { type Command, Option } from 'commander';
import { runCompare } from '../../compute/jobs/compare-job.ts';
import { NEVER } from '../../core/base/cancellation.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../../core/metrics/compared-games.ts';
import { type Act, EXIT } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { addScoringOptions, compareOptions, type ScoringFlags } from '../options.ts';
import { comparisonText } from './comparison-text.ts';
import { SCHEMA } from './scored.ts';

const AFTER_HELP = `
Quote each FEN. An empty PREDICTED, or \`?\`, stands for an answer that held no state.

Example:
  $ statelens compare "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" \\
      "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"`;

interface CompareFlags extends ScoringFlags {
  readonly game: ComparedGame;
  readonly json?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description(
      'Compare a predicted state with the true one: p_m and r_m by depth, string metrics, verdict, what is wrong.',
    )
    .argument('<true>', 'FEN of the true state; of Connect Four and Hex: side || cells ||')
    .argument('<predicted>', 'the predicted one');
  addScoringOptions(command)
    .addOption(new Option('--game <name>', 'rules of the game').choices(COMPARED_GAME_NAMES).default('chess'))
    .option('--json', 'print one JSON object (docs/cli.md)')
    .addHelpText('after', AFTER_HELP)
    .action(act(compare));
}

async function compare(terminal: Terminal, trueFen: string, predicted: string, flags: CompareFlags): Promise<number> {
  const predictedFen = ['', '?'].includes(predicted.trim()) ? null : predicted;
  const options = { ...compareOptions(flags), setBased: true, moves: true };
  const job = { variant: flags.game, trueFen, predictedFen, options };
  const result = runCompare(job, { cancellation: NEVER });
  if ('stopped' in result) throw new Error('a comparison without a budget ran out of it');
  const text =
    flags.json === true ? JSON.stringify({ schema: SCHEMA, ...result }) : comparisonText(result, job, terminal.style);
  await terminal.print(`${text.trimEnd()}\n`);
  return EXIT.ok;
}
