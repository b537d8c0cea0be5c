import path from 'node:path';
import { encodeRunHeader, encodeRunSample } from '../../core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { readRecords, recordFormat } from '../../core/mav/records/read-records.ts';
import { type RecordFormat, RecordsImporter } from '../../models/importers/records.ts';
import { plural } from '../check/findings.ts';
import { EXIT } from '../command.ts';
import { usageError } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-file.ts';
import { writeText } from '../io/write-file.ts';
import { packageVersion } from '../version.ts';
import type { RecordsFlags } from './import.ts';

/** Imports records (JSON, JSON Lines, CSV) of a format; gives the exit status. */
export async function importRecords(
  terminal: Terminal,
  logs: readonly string[],
  format: RecordFormat,
  flags: RecordsFlags,
): Promise<number> {
  if (new Set(logs).size !== logs.length) throw usageError('a log is named twice');
  const model = flags.model ?? path.basename(logs[0] ?? '').replace(/\.(?:jsonl?|ndjson|csv|tsv)$/i, '');
  const importer = new RecordsImporter(format, { model, extract: flags.extract === true });
  const samples: RunSample[] = [];
  let skipped = 0;
  const skip = (file: string, line: number, message: string): void => {
    skipped++;
    terminal.note(`${file}:${line}: ${message}; skipped`);
  };
  for (const log of logs) {
    const { name, text } = await readText(terminal, log);
    for (const event of readRecords(text, recordFormat(name, text))) {
      if (event.type === 'problem') {
        skip(name, event.line, event.message);
        continue;
      }
      const read = importer.record(event.value, name, event.line);
      if (read?.type === 'sample') samples.push(read.sample);
      else if (read?.type === 'problem') skip(name, read.problem.line, read.problem.message);
    }
  }
  const header = importer.header({
    tool: { name: 'statelens', version: packageVersion() },
    files: logs.map((log) => path.basename(log)),
    created: new Date().toISOString(),
  });
  const lines = [encodeRunHeader(header), ...samples.map(encodeRunSample)];
  if (flags.out === undefined || flags.out === '-') for (const line of lines) await terminal.print(line);
  else writeText(flags.out, lines.join(''));
  const without = samples.filter(({ extraction }) => extraction === null).length;
  const counts = [`${plural(samples.length, 'answer')} imported`, `${without} without a state`];
  if (importer.others > 0) counts.push(`${plural(importer.others, 'record')} of other tasks passed over`);
  if (skipped > 0) counts.push(`${plural(skipped, 'record')} skipped`);
  terminal.note(counts.join(', '));
  const nothing = samples.length === 0 && skipped > 0;
  return nothing || (skipped > 0 && flags.strict === true) ? EXIT.incomplete : EXIT.ok;
}
