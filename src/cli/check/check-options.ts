import { type Command, InvalidArgumentError, Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { CODES, type Severity } from '../../core/notation/diagnostics/codes.ts';
import { isCode, type Severities } from '../../core/notation/diagnostics/severities.ts';
import { wholeNumber } from '../options.ts';
import { SEVERITIES } from './findings.ts';

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

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** `--severity CODE=LEVEL`, given as often as needed. */
export const severityOption = (): Option =>
  new Option('--severity <code=level>', `what a code counts as: ${LEVELS.join(', ')} (repeatable)`)
    .default({}, 'those of the codes')
    .argParser(addSeverity);

function addSeverity(text: string, before: Severities): Severities {
  const [code = '', level = '', ...rest] = text.split('=');
  const severity = LEVELS.find((known) => known === level.toLowerCase());
  if (severity === undefined || rest.length > 0) {
    throw new InvalidArgumentError(`It has to be CODE=LEVEL with one of ${LEVELS.join(', ')}.`);
  }
  const name = code.toUpperCase();
  if (!isCode(name)) throw new InvalidArgumentError(`There is no code ${code}; did you mean ${nearest(name)}?`);
  return { ...before, [name]: severity };
}

const nearest = (name: string): string =>
  Object.keys(CODES).reduce((best, code) => (distance(code, name) < distance(best, name) ? code : best));
