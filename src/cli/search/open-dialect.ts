import { Option } from 'commander';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { TRACE_DIALECTS } from '../../core/traces/dialects.ts';
import { readDialectFile } from '../../core/traces/own/own-dialect.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';

const NAMES = TRACE_DIALECTS.map(({ id }) => id).join(', ');
/** Maximum number of faults of a file that the message names. */
const MAX_SHOWN = 5;

/** Returns the option `--dialect`. */
export const dialectOption = (): Option =>
  new Option('--dialect <dialect>', `${NAMES}, or a file NAME.dialect.json (default: detected)`);

/**
 * Opens the dialect of `--dialect`: one by its name, or that of a file.
 *
 * @throws a usage error with the places of faults in the file
 */
export async function openDialect(terminal: Terminal, given: string): Promise<TraceDialect> {
  const named = TRACE_DIALECTS.find(({ id }) => id === given);
  if (named !== undefined) return named;
  if (!/\.json$/i.test(given))
    throw usageError(`--dialect ${given} is none of ${NAMES}, and no file NAME.dialect.json`);
  const { name, text } = await readText(terminal, given);
  const read = readDialectFile(text);
  if (read.ok) return read.value;
  const faults = read.error.map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`);
  const left = faults.length - MAX_SHOWN;
  throw usageError([...faults.slice(0, MAX_SHOWN), ...(left > 0 ? [`${left} more`] : [])].join('; '));
}
