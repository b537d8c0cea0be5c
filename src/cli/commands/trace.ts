import { type Command, Option } from 'commander';
import { systemClock } from '../../compute/system-clock.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/values.ts';
import { printTrace } from '../../core/mav/write/trace-draft.ts';
import { referenceTrace } from '../../core/search/reference-trace.ts';
import type { SetStatus } from '../commands.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError, usageError } from '../failure.ts';
import { interruptible } from '../io/interrupt.ts';
import { print } from '../io/output.ts';
import { Progress } from '../io/progress.ts';
import { withValues } from '../mav/values.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import { addReferenceOptions, type ReferenceFlags, valueFlags } from '../search/reference-options.ts';

const AFTER_HELP = `
Each node has all its legal actions with the values of an engine, a solver or playouts; the best are expanded, and what they are
worth comes back up by minimax. The paper has breadths from 2 to 5 and depths from 1 to 3.

Example:
  $ statelens trace "2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b - - 0 1" --breadth 3 --depth 1`;

interface TraceFlags extends ReferenceFlags {
  readonly game: MavGameName;
  readonly breadth: number;
  readonly depth: number;
  readonly form: 'state' | 'FEN';
  readonly mavDialect?: MavDialect;
}

export function define(command: Command, setStatus: SetStatus): void {
  command
    .description('Write the reference trace of an internal search (Schultz et al., section 4) from a position.')
    .argument('<state>', 'a FEN; of Connect Four and Hex: side || cells ||')
    .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('chess'))
    .addOption(new Option('--breadth <n>', 'actions that are expanded').argParser(wholeNumber(1, 100)).default(3))
    .addOption(new Option('--depth <n>', 'depth of the tree').argParser(wholeNumber(1, 20)).default(1))
    .addOption(new Option('--form <form>', 'of states').choices(['state', 'FEN']).default('FEN'));
  addReferenceOptions(command)
    .addOption(mavDialectOption())
    .addHelpText('after', AFTER_HELP)
    .action(async (state: string, flags: TraceFlags) => setStatus(await trace(state, flags)));
}

async function trace(state: string, flags: TraceFlags): Promise<number> {
  const { game, breadth, depth, form, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  const progress = new Progress('searching', undefined, systemClock, ' nodes');
  return interruptible((signal) =>
    withValues(valueFlags(flags), async (source) => {
      if (source === undefined) throw usageError('a trace needs values');
      const onNode = (): void => progress.step();
      const made = await referenceTrace({ game, state, breadth, depth, source, form, dialect, onNode }, signal);
      progress.end();
      if (!made.ok) {
        const isUsage = made.error.code === 'bad-position';
        throw isUsage ? usageError(made.error.message) : new CliError(made.error.message, EXIT.incomplete);
      }
      await print(printTrace(made.value, dialect));
      return EXIT.ok;
    }),
  );
}
