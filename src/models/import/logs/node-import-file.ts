import { closeSync, createReadStream, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { encodeRunHeader, encodeRunLine } from '../../../core/evaluation/runs/run-file.ts';
import type { RunHeader } from '../../../core/evaluation/runs/run-schema.ts';
import { removeAbandoned, temporaryFor } from '../../node-files.ts';
import type { FieldMap, PlanChoice } from '../plans/plan-text.ts';
import { peekText, recognizeLog, textHead } from './formats.ts';
import type { LogHead } from './log-format.ts';
import { LogImport, RunBuilder } from './log-import.ts';
import { zipPieces } from './node-inspect-archive.ts';
import { NodeZip } from './node-zip.ts';
import { textPieces } from './text-pieces.ts';

/** Problems reported individually. */
const MAX_TOLD = 5;
/** Bytes copied at a time. */
const PIECE = 1 << 20;
const NAMES = 50;

export interface ImportFileOptions {
  readonly file: string;
  /** Run file, replaced in one step. */
  readonly out: string;
  readonly tool: RunHeader['tool'];
  /** ISO 8601 instant. */
  readonly created: string;
  readonly signal: AbortSignal;
  /** Assignments of the log's fields by the user. */
  readonly map: FieldMap;
  /** Called before the run file is written; if it resolves to false, the file stays unchanged. */
  readonly approve: (plan: ImportPlan) => Promise<boolean>;
  /** Called with the number of samples so far. */
  readonly onSamples: (count: number) => void;
}

/** Result of an import. */
export interface ImportedFile {
  /** Detected kind of log, `an Inspect AI log`. */
  readonly title: string;
  readonly samples: number;
  /** Number of skipped samples, and the first few with their locations. */
  readonly skipped: number;
  readonly told: readonly string[];
}

/** Reason why a log was not imported. */
export interface ImportRefusal {
  /** One sentence. */
  readonly message: string;
  /** Readings of the log to choose from. */
  readonly choices: readonly PlanChoice[];
  /** True if the user declined. */
  readonly isCanceled?: boolean;
}

const refused = (message: string): Result<never, ImportRefusal> => err({ message, choices: [] });
const CANCELED: ImportRefusal = { message: 'the import was canceled', choices: [], isCanceled: true };

/**
 * Imports a log of this machine into a run file, piece by piece. After an error or an abort the run file is unchanged.
 *
 * @throws the system's error
 */
export async function importLogFile(options: ImportFileOptions): Promise<Result<ImportedFile, ImportRefusal>> {
  const { file } = options;
  const begin = readBeginning(file);
  if (begin === 'PAR1') return refused('Parquet is read on the command line: statelens import');
  if (begin.startsWith('\x1f\x8b'))
    return refused('the log is compressed; unpack it, or use statelens import on the command line');
  if (!begin.startsWith('PK')) return await importText(options);
  const zip = new NodeZip(file);
  try {
    const telling = await zip.names(NAMES, (entry) => !entry.startsWith('samples/'));
    const entries = telling.length > 0 ? telling : await zip.names(NAMES);
    const head: LogHead = { name: path.basename(file), kind: 'zip', text: '', first: undefined, entries };
    return await importPieces(options, head, () => zipPieces(zip));
  } finally {
    zip.close();
  }
}

async function importText(given: ImportFileOptions): Promise<Result<ImportedFile, ImportRefusal>> {
  const stream = createReadStream(given.file, { encoding: 'utf8', highWaterMark: PIECE });
  try {
    const { text, texts } = await peekText(stream as AsyncIterable<string>);
    const head = textHead(path.basename(given.file), text);
    return await importPieces(given, head, (options) => textPieces(texts, options));
  } finally {
    stream.destroy();
  }
}

async function importPieces(
  { file, out, tool, created, signal, map, approve, onSamples }: ImportFileOptions,
  head: LogHead,
  pieces: (options: Parameters<typeof textPieces>[1]) => Parameters<LogImport['parts']>[0],
): Promise<Result<ImportedFile, ImportRefusal>> {
  const format = recognizeLog(head)?.format;
  if (format === undefined) return refused(`${path.basename(file)} looks like no log that is known`);
  const model = path.basename(file).replace(/(?:\.[a-z0-9]+)+$/i, '');
  const builder = new RunBuilder({ model: model === '' ? 'imported' : model, force: false });
  const log = new LogImport(format, head, builder, map);
  const lines = temporaryFor(out);
  removeAbandoned(path.dirname(out), path.basename(out));
  const handle = openSync(lines, 'wx');
  const reported: string[] = [];
  let [samples, skipped] = [0, 0];
  let records: string | undefined;
  const onPath = (found: string): void => {
    records = found;
  };
  try {
    for await (const part of log.parts(pieces({ layout: format.layout?.(head) ?? 'lines', map, onPath }))) {
      if (signal.aborted) return err(CANCELED);
      if (part.type === 'open') return err(part.open);
      if (part.type === 'sample') {
        writeAll(handle, part.attempts.map(encodeRunLine).join('') + encodeRunLine(part.sample));
        if (++samples % 1000 === 0) onSamples(samples);
      } else if (part.type === 'attempts') writeAll(handle, part.attempts.map(encodeRunLine).join(''));
      else if (part.type === 'problem' && skipped++ < MAX_TOLD) reported.push(`${part.place}: ${part.message}`);
    }
    if (samples === 0)
      return refused(
        `no sample of it could be read as a position with an answer${reported[0] === undefined ? '' : `: ${reported[0]}`}`,
      );
    const plan = log.plan && { ...(records !== undefined && { records }), ...log.plan };
    // If the format has fields for question, answer and target, nothing was inferred.
    if (plan?.answer !== undefined && !(await approve(plan))) return err(CANCELED);
    const header = builder.header(format.name, log.facts, { tool, files: [path.basename(file)], created }, plan);
    replaceRun(out, encodeRunHeader(header), lines);
    return ok({ title: format.title, samples, skipped, told: reported });
  } finally {
    closeSync(handle);
    rmSync(lines, { force: true });
  }
}

/** Writes header and lines as the run file, in one step. */
function replaceRun(out: string, header: string, lines: string): void {
  const temporary = temporaryFor(out);
  try {
    const [from, to] = [openSync(lines, 'r'), openSync(temporary, 'wx')];
    try {
      writeAll(to, header);
      const bytes = Buffer.alloc(PIECE);
      for (let read = readSync(from, bytes); read > 0; read = readSync(from, bytes))
        writeAll(to, bytes.subarray(0, read));
      fsyncSync(to);
    } finally {
      closeSync(from);
      closeSync(to);
    }
    renameSync(temporary, out);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeAll(handle: number, content: string | Buffer): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

function readBeginning(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4);
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, 4, 0));
  } finally {
    closeSync(handle);
  }
}
