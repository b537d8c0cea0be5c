import { plural } from '../../core/base/text/counts.ts';
import { type ConversionLoss, convertTrace, lossSummary } from '../../core/traces/convert.ts';
import { findDialect } from '../../core/traces/dialects.ts';
import type { WrittenDialect } from '../../core/traces/generate/search-trace.ts';
import type { TraceView } from '../../core/traces/trace-view.ts';
import { EXIT, usageError } from '../command.ts';
import { expandPaths, writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { traceFileOptions } from './examine-traces.ts';
import { locatedTraces } from './trace-files.ts';
import type { WriteFlags } from './trace-write-flags.ts';

/** Number of kinds of losses that are listed. */
const MAX_LISTED = 10;

/**
 * Writes the traces of files in another dialect, parted by blank lines. What the other dialect does not say is listed on
 * standard error.
 */
export async function convertFiles(
  terminal: Terminal,
  files: readonly string[],
  dialect: WrittenDialect | 'mav',
  flags: Pick<WriteFlags, 'number' | 'field' | 'dialect' | 'world' | 'out' | 'overwrite'>,
): Promise<number> {
  const to = findDialect(dialect);
  if (!to.ok) throw usageError(to.error);
  checkOutput(flags.out, { kind: to.value.language ?? 'trace', inputs: files, overwrite: flags.overwrite });
  const reading = await traceFileOptions(terminal, flags);
  const texts: string[] = [];
  const losses: ConversionLoss[] = [];
  let [unread, refused] = [0, 0];
  for (const file of expandPaths(files, ['.trace', '.mav']))
    for (const { number, text, view, line } of locatedTraces(terminal, await readText(terminal, file), reading)) {
      if (flags.number !== undefined && number !== flags.number) continue;
      const converted = convertTrace(text, view.dialect, to.value);
      if (converted.text === '') {
        terminal.note(`${file}:${line}: trace ${number} has no words in ${dialect}: ${refusal(view)}`);
        refused++;
        continue;
      }
      texts.push(converted.text.endsWith('\n') ? converted.text : `${converted.text}\n`);
      losses.push(...converted.losses);
      unread += converted.unread.length;
    }
  if (texts.length === 0) {
    if (refused > 0) throw usageError(`no trace can be written in ${dialect}`);
    throw usageError(`there is no trace ${flags.number}`);
  }
  const written = texts.join('\n');
  if (flags.out === undefined) await terminal.print(written);
  else writeText(flags.out, written);
  const listed = lossSummary(losses);
  for (const line of listed.slice(0, MAX_LISTED)) terminal.note(`${dialect}: ${line}`);
  if (listed.length > MAX_LISTED) terminal.note(`${dialect}: ${listed.length - MAX_LISTED} more kinds of losses`);
  if (unread > 0) terminal.note(`${plural(unread, 'piece')} of text that no dialect reads, left out`);
  return refused > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Returns the reason why a dialect writes nothing of a trace, as a clause. */
function refusal({ world, tree }: TraceView): string {
  if (tree.nodes.length === 0) return 'it has no nodes';
  return world.ok ? `${world.value.name} is none of its worlds` : world.error;
}
