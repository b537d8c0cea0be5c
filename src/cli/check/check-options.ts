import fs from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { closestVariant, VARIANT_TITLES } from '../../core/games/variants.ts';
import { detectLanguage } from '../../core/languages/languages.ts';
import { isCode, type Severities } from '../../core/notation/diagnostic.ts';
import { CODES, type Severity } from '../../core/notation/diagnostic-codes.ts';
import { parseRecordVariant } from '../../core/notation/fen/record-variant.ts';
import { engineDepthOption, engineOption } from '../mav/values.ts';
import { wholeNumber } from '../options.ts';
import { SEVERITIES } from './findings.ts';

/** Upper bounds of the options. */
const MAX_THREADS = 1024;
const MAX_BUCKETS = 63;

/** Parsed options of the engine. */
export interface EngineFlags {
  /** Path of a UCI engine; true: the bundled engine. */
  readonly engine?: string | true;
  readonly engineDepth?: number;
  readonly threads?: number;
  readonly tolerance?: number;
}

/** Adds the options of an engine to a command. */
export function addEngineOptions(command: Command): Command {
  const needsEngine = { engine: true };
  return command
    .addOption(engineOption(true))
    .addOption(engineDepthOption().implies(needsEngine))
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

/**
 * Returns the files to check, and the engine. The path of `--engine` may be omitted, and the next word is then the first file: a file, a
 * folder or `-` that can be checked is no engine.
 */
export function withoutSwallowed(
  paths: readonly string[],
  engine: EngineFlags['engine'],
): { readonly paths: readonly string[]; readonly engine: EngineFlags['engine'] } {
  if (typeof engine !== 'string' || !isChecked(engine, paths.length === 0)) return { paths, engine };
  return { paths: [engine, ...paths], engine: true };
}

/** Returns true if a path names something to check. If nothing else does, any file that is not executable counts. */
function isChecked(path: string, isOnly: boolean): boolean {
  if (path === '-' || detectLanguage(path) !== undefined) return true;
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  return isOnly && (found.mode & 0o111) === 0;
}

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** Returns the repeatable option `--severity CODE=LEVEL`. */
export const severityOption = (): Option =>
  new Option('--severity <code=level>', `severity of a code: ${LEVELS.join(', ')} (repeatable)`)
    .default({}, 'its own')
    .argParser(addSeverity);

/** Returns the option `--variant NAME`. */
export const variantOption = (): Option =>
  new Option(
    '--variant <name>',
    'variant of FEN and EPD files, such as Chess960; a record can name its own: variant "Atomic";',
  ).argParser((name: string): string => {
    if (parseRecordVariant(name).kind !== 'unknown') return name;
    const meant = closestVariant(name);
    const names = ['Standard', 'Chess960', ...Object.values(VARIANT_TITLES)].join(', ');
    throw new InvalidArgumentError(meant === undefined ? `It must be one of ${names}.` : `Did you mean ${meant}?`);
  });

function addSeverity(text: string, before: Severities): Severities {
  const [code = '', level = '', ...rest] = text.split('=');
  const severity = LEVELS.find((known) => known === level.toLowerCase());
  if (severity === undefined || rest.length > 0) {
    throw new InvalidArgumentError(`It must be CODE=LEVEL, where LEVEL is one of ${LEVELS.join(', ')}.`);
  }
  const name = code.toUpperCase();
  if (!isCode(name)) {
    const meant = nearest(name);
    const isNear = distance(meant, name) <= Math.max(2, Math.floor(name.length / 3));
    throw new InvalidArgumentError(
      `Unknown code ${code}${isNear ? `; did you mean ${meant}?` : '; docs/diagnostics.md lists them'}`,
    );
  }
  return { ...before, [name]: severity };
}

const nearest = (name: string): string =>
  Object.keys(CODES).reduce((best, code) => (distance(code, name) < distance(best, name) ? code : best));
