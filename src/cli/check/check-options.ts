import { type Command, InvalidArgumentError, Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { CODES, type Severity } from '../../core/notation/diagnostics/codes.ts';
import { isCode, type Severities } from '../../core/notation/diagnostics/severities.ts';
import { wholeNumber } from '../options.ts';
import { SEVERITIES } from './findings.ts';

/** Upper bounds of the options. */
const MAX_DEPTH = 99;
const MAX_THREADS = 1024;
const MAX_BUCKETS = 63;

/** What commander makes of the options below. */
export interface EngineFlags {
  /** Path of a UCI engine; true: the bundled engine. */
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
      'also compare the values in MAV files with an engine: for chess the bundled Stockfish or any UCI engine, for Connect Four and Hex a bundled solver and playouts',
    )
    .addOption(
      new Option('--depth <plies>', 'search depth of the engine (default: 8)')
        .argParser(wholeNumber(1, MAX_DEPTH))
        .implies(needsEngine),
    )
    .addOption(
      new Option('--threads <n>', 'threads of each engine (default: 1; with more, values differ between runs)')
        .argParser(wholeNumber(1, MAX_THREADS))
        .implies(needsEngine),
    )
    .addOption(
      new Option('--tolerance <buckets>', 'allowed difference from the value of the engine, in buckets (default: 4)')
        .argParser(wholeNumber(1, MAX_BUCKETS))
        .implies(needsEngine),
    );
}

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** `--severity CODE=LEVEL`; repeatable. */
export const severityOption = (): Option =>
  new Option('--severity <code=level>', `severity of a code: ${LEVELS.join(', ')} (repeatable)`)
    .default({}, 'the default of each code')
    .argParser(addSeverity);

function addSeverity(text: string, before: Severities): Severities {
  const [code = '', level = '', ...rest] = text.split('=');
  const severity = LEVELS.find((known) => known === level.toLowerCase());
  if (severity === undefined || rest.length > 0) {
    throw new InvalidArgumentError(`It must be CODE=LEVEL, where LEVEL is one of ${LEVELS.join(', ')}.`);
  }
  const name = code.toUpperCase();
  if (!isCode(name)) throw new InvalidArgumentError(`Unknown code ${code}; did you mean ${nearest(name)}?`);
  return { ...before, [name]: severity };
}

const nearest = (name: string): string =>
  Object.keys(CODES).reduce((best, code) => (distance(code, name) < distance(best, name) ? code : best));
