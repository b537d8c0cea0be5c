import { type Command, Option } from 'commander';
import { wholeNumber } from '../options.ts';

/** More plies, threads and buckets than these are a slip of the finger. */
const DEEPEST = 99;
const MAX_THREADS = 1024;
const MAX_BUCKETS = 63;

/** What commander makes of the options below. */
export interface EngineFlags {
  /** The engine that speaks UCI; true: the one that is carried along. */
  readonly engine?: string | true;
  readonly depth?: number;
  readonly threads?: number;
  readonly tolerance?: number;
}

/** Adds the options of an engine to a command. */
export function addEngineOptions(command: Command): Command {
  const needsEngine = { engine: true };
  return command
    .option(
      '--engine [path]',
      'also hold the values of MAV files against an engine: for chess the Stockfish that is carried along, or any that speaks UCI; for Connect Four and Hex what is carried along alone',
    )
    .addOption(
      new Option('--depth <plies>', 'how deep it searches (default: 8)')
        .argParser(wholeNumber(1, DEEPEST))
        .implies(needsEngine),
    )
    .addOption(
      new Option('--threads <n>', 'threads of each engine (default: 1; with more, two runs find different values)')
        .argParser(wholeNumber(1, MAX_THREADS))
        .implies(needsEngine),
    )
    .addOption(
      new Option('--tolerance <buckets>', 'buckets that a value may be away from that of the engine (default: 4)')
        .argParser(wholeNumber(1, MAX_BUCKETS))
        .implies(needsEngine),
    );
}
