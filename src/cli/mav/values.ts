import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { ValueSource } from '../../core/mav/value-source.ts';
import type { Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { wholeNumber } from '../options.ts';

export interface ValueFlags {
  readonly values: 'engine' | 'none';
  readonly depth?: number;
  readonly engine?: string;
  readonly engines?: number;
}

/** A deeper search takes hours. */
const MAX_DEPTH = 60;
const MAX_ENGINES = 256;

const ENGINE = ['--engine <path>', 'a UCI chess engine (default: the bundled Stockfish)'] as const;

const depthOption = (flags: string): Option =>
  new Option(flags, 'search depth of the engine, in plies (default: 8)').argParser(wholeNumber(1, MAX_DEPTH));

const enginesOption = (): Option =>
  new Option('--engines <n>', 'number of engines (default: one for each core)').argParser(wholeNumber(1, MAX_ENGINES));

/** Adds the options for the source of values. */
export const addValueOptions = (command: Command, values: ValueFlags['values']): Command =>
  command
    .addOption(
      new Option('--values <source>', 'source of values; none: write only what the rules determine')
        .choices(['engine', 'none'])
        .default(values),
    )
    .addOption(depthOption('--depth <n>'))
    .option(...ENGINE)
    .addOption(enginesOption());

/** Number of concurrent positions that keeps all engines busy. */
export const valueWindow = ({ engines }: ValueFlags): number => 2 * (engines ?? availableParallelism());

/** Opens the source of values for a command, and closes it afterwards. */
export async function withValues<T>(
  terminal: Terminal,
  flags: ValueFlags,
  use: (source: ValueSource | undefined) => Promise<T>,
): Promise<T> {
  if (flags.values === 'none') return use(undefined);
  const { openValueSource } = await import('../../engine/node-value-source.ts');
  const { depth, engine, engines } = flags;
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

/** What commander makes of the options below. */
export interface ReferenceFlags {
  readonly engine?: string;
  readonly engineDepth?: number;
  readonly engines?: number;
}

/** Adds the options for values of actions to commands whose `--depth` is that of a tree. */
export const addReferenceOptions = (command: Command): Command =>
  command
    .option(...ENGINE)
    .addOption(depthOption('--engine-depth <n>'))
    .addOption(enginesOption());

/** Converts the flags for `withValues`. */
export const valueFlags = ({ engine, engineDepth, engines }: ReferenceFlags): ValueFlags => ({
  values: 'engine',
  ...(engine !== undefined && { engine }),
  ...(engineDepth !== undefined && { depth: engineDepth }),
  ...(engines !== undefined && { engines }),
});
