import path from 'node:path';
import { encodeRunHeader, encodeRunLine } from '../../core/evaluation/runs/run-file.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { logFormat, recognizeLog } from '../../models/importers/logs/formats.ts';
import { type ImportedPart, LogImport } from '../../models/importers/logs/import-log.ts';
import { LOG_FORMATS, type LogFacts, type LogFormat, type LogHead } from '../../models/importers/logs/log-format.ts';
import { RunBuilder } from '../../models/importers/logs/run-builder.ts';
import type { FieldMap, OpenPlan } from '../../models/importers/plans/field-map.ts';
import { planSentence } from '../../models/importers/plans/plan-words.ts';
import { usageError } from '../command.ts';
import { shownName } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { Spool } from '../io/spool.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { packageVersion } from '../version.ts';
import { Explanation, openText } from './explanation.ts';
import type { LogFlags } from './import-options.ts';
import { ImportTally } from './import-tally.ts';
import { type OpenLog, openLog } from './open-log.ts';

/** Imports logs of one format into one run; returns the exit status. */
export async function importLogs(terminal: Terminal, logs: readonly string[], flags: LogFlags): Promise<number> {
  if (logs.length === 0) throw usageError('missing subcommand or log; statelens import --help lists the subcommands');
  if (new Set(logs).size !== logs.length) throw usageError('a log is given twice');
  checkOutput(flags.out, { kind: 'run', inputs: logs, overwrite: flags.overwrite });
  const model = flags.model ?? path.basename(shownName(logs[0] ?? '')).replace(/(?:\.[a-z0-9]+)+$/i, '');
  const builder = new RunBuilder({
    model: model === '' ? 'imported' : model,
    force: flags.model !== undefined,
    extract: flags.extract === true,
    take: flags.take,
  });
  const isWritten = flags.dryRun !== true && flags.explain !== true;
  const lines = new Spool();
  const tally = new ImportTally(terminal);
  const explanation = new Explanation();
  let format: LogFormat | undefined;
  let facts: LogFacts = {};
  const write = (text: string): void => {
    if (isWritten) lines.keep(Buffer.from(text));
  };
  try {
    for (const log of logs) {
      const open = await openLog(terminal, log);
      try {
        format = formatOf(terminal, log, open.head, flags, format);
        const tell = tally.of(shownName(log));
        const found = await importOne(open, format, builder, flags.map ?? {}, explanation, tell, write);
        if ('open' in found) throw usageError(`${shownName(log)}: ${openText(found.open)}`);
        facts = { ...found.facts, ...facts };
      } finally {
        open.close();
      }
    }
    tally.end();
    const plan = explanation.plan;
    if (flags.explain === true && format !== undefined) await terminal.print(explanation.text(format));
    else if (flags.dryRun === true) await terminal.print(tally.summary(format?.title ?? ''));
    if (isWritten && tally.samples > 0) {
      const files = logs.map((log) => path.basename(log));
      const tool = { name: 'statelens', version: packageVersion() };
      const header = builder.header(
        format?.name ?? 'rows',
        facts,
        { tool, files, created: new Date().toISOString() },
        plan,
      );
      await writeRun(terminal, header, lines, flags.out);
    }
    if (plan !== undefined) terminal.note(planSentence(plan));
  } finally {
    lines.remove();
  }
  terminal.note(tally.counts());
  return tally.status(flags.strict === true);
}

/** The format of a log: the one that was named, or what it looks like, which is said. */
function formatOf(
  terminal: Terminal,
  log: string,
  head: LogHead,
  flags: LogFlags,
  before: LogFormat | undefined,
): LogFormat {
  const name = shownName(log);
  const found = recognizeLog(head);
  const format = flags.as === undefined ? found?.format : logFormat(flags.as);
  if (format === undefined)
    throw usageError(`${name} looks like no log that is known; specify --as with one of ${LOG_FORMATS.join(', ')}`);
  if (before !== undefined && before.name !== format.name)
    throw usageError(`${name} is ${format.title}, and the log before it ${before.title}; import them apart`);
  terminal.note(`${name}: read as ${format.title}`);
  return format;
}

async function importOne(
  open: OpenLog,
  format: LogFormat,
  builder: RunBuilder,
  map: FieldMap,
  explanation: Explanation,
  tell: (part: ImportedPart) => void,
  write: (text: string) => void,
): Promise<{ readonly facts: LogFacts } | { readonly open: OpenPlan }> {
  const log = new LogImport(format, open.head, builder, map);
  let records: string | undefined;
  const pieces = open.pieces(format, map, (path) => {
    records = path;
  });
  for await (const part of log.parts(pieces)) {
    if (part.type === 'open') return { open: part.open };
    if (part.type === 'sample') {
      write(part.attempts.map(encodeRunLine).join('') + encodeRunLine(part.sample));
      explanation.show(part.sample, part.place);
    } else if (part.type === 'attempts') write(part.attempts.map(encodeRunLine).join(''));
    tell(part);
  }
  explanation.take(log.plan, records);
  return { facts: log.facts };
}

/** Writes the header, which is known at the end, and the lines that wait. */
async function writeRun(terminal: Terminal, header: RunHeader, lines: Spool, out: string | undefined): Promise<void> {
  const head = Buffer.from(encodeRunHeader(header));
  if (out === undefined || out === '-') {
    await terminal.print(head);
    for await (const bytes of lines.bytes(terminal)) await terminal.print(bytes);
    return;
  }
  const file = new ReplacedFile(out);
  try {
    file.write(head);
    for await (const bytes of lines.bytes(terminal)) file.write(bytes);
    file.commit();
  } finally {
    file.discard();
  }
  terminal.note(`${plural(header.models.length, 'model')} written to ${out}`);
}
