import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { ValueSource } from '../../core/mav/values.ts';
import type { Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { wholeNumber } from '../options.ts';

/** Flags of the engines that value actions. */
export interface ReferenceFlags {
  readonly engine?: string;
  readonly engineDepth?: number;
  readonly engines?: number;
}

/** Flags of commands that also work without values. */
export interface ValueFlags extends ReferenceFlags {
  readonly values: 'engine' | 'none';
}

/** Depth limit: a deeper search takes hours. */
const MAX_DEPTH = 60;
const MAX_ENGINES = 256;

/** Returns the option `--engine`, whose path is optional if the bundled engine is not the default. */
export const engineOption = (isOptional = false): Option =>
  new Option(
    `--engine ${isOptional ? '[path]' : '<path>'}`,
    'UCI engine for the values of chess (default: the bundled Stockfish)',
  );

export const engineDepthOption = (): Option =>
  new Option('--engine-depth <n>', 'search depth of the engine, in plies (default: 8)').argParser(
    wholeNumber(1, MAX_DEPTH),
  );

const enginesOption = (): Option =>
  new Option('--engines <n>', 'number of engines (default: one for each core)').argParser(wholeNumber(1, MAX_ENGINES));

/** Adds the options for the source of values. */
export const addValueOptions = (command: Command, values: ValueFlags['values']): Command =>
  addReferenceOptions(
    command.addOption(
      new Option('--values <source>', 'source of values; none: write only what the rules determine')
        .choices(['engine', 'none'])
        .default(values),
    ),
  );

/** Returns the number of concurrent positions that keeps all engines busy. */
export const valueWindow = ({ engines }: ValueFlags): number => 2 * (engines ?? availableParallelism());

/** Opens the source of values for a command, and closes it afterwards. */
export async function withValues<T>(
  terminal: Terminal,
  flags: ValueFlags,
  use: (source: ValueSource | undefined) => Promise<T>,
): Promise<T> {
  if (flags.values === 'none') return use(undefined);
  const { openValueSource } = await import('../../engine/node-value-source.ts');
  const { engineDepth: depth, engine, engines } = flags;
  return withPool(terminal, { jobs: engines, small: false }, async (runner) => {
    const source = openValueSource({
      bundle: import.meta.url,
      clock: terminal.clock,
      runner,
      jobs: engines ?? availableParallelism(),
      ...(engine !== undefined && { path: engine }),
      ...(depth !== undefined && { depth }),
    });
    try {
      return await use(source);
    } finally {
      await source.dispose();
    }
  });
}

/** Adds the options of the engines that value actions. */
export const addReferenceOptions = (command: Command): Command =>
  command.addOption(engineOption()).addOption(engineDepthOption()).addOption(enginesOption());
