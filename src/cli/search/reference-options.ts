import { type Command, Option } from 'commander';
import type { ValueFlags } from '../mav/values.ts';
import { wholeNumber } from '../options.ts';

/** What commander makes of the options below. */
export interface ReferenceFlags {
  readonly engine?: string;
  readonly engineDepth?: number;
  readonly engines?: number;
}

/** Adds the options that say who values actions: `--depth` alone is that of a tree. */
export const addReferenceOptions = (command: Command): Command =>
  command
    .option('--engine <path>', 'a chess engine that speaks UCI (default: Stockfish, which is carried along)')
    .addOption(new Option('--engine-depth <n>', 'plies that it searches (default: 8)').argParser(wholeNumber(1, 60)))
    .addOption(
      new Option('--engines <n>', 'engines at a time (default: one for each core)').argParser(wholeNumber(1, 256)),
    );

/** The same for `withValues`. */
export const valueFlags = ({ engine, engineDepth, engines }: ReferenceFlags): ValueFlags => ({
  values: 'engine',
  ...(engine !== undefined && { engine }),
  ...(engineDepth !== undefined && { depth: engineDepth }),
  ...(engines !== undefined && { engines }),
});
