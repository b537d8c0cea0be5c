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

/** Searched deeper than this, a position takes hours. */
const DEEPEST = 60;

/** Adds the options that say where values come from. */
export const addValueOptions = (command: Command, values: ValueFlags['values']): Command =>
  command
    .addOption(
      new Option('--values <source>', 'where values come from; with none only what the rules say is written')
        .choices(['engine', 'none'])
        .default(values),
    )
    .addOption(
      new Option('--depth <n>', 'plies that an engine searches (default: 8)').argParser(wholeNumber(1, DEEPEST)),
    )
    .option('--engine <path>', 'a chess engine that speaks UCI (default: Stockfish, which is carried along)')
    .addOption(
      new Option('--engines <n>', 'engines at a time (default: one for each core)').argParser(wholeNumber(1, 256)),
    );

/** How many positions are asked for at a time, so that no engine waits. */
export const valueWindow = ({ engines }: ValueFlags): number => 2 * (engines ?? availableParallelism());

/** Opens the source for a command, and closes it afterwards. */
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
