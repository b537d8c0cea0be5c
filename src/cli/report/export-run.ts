import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import type { SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import type { RunProblem } from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { type EeeSample, eeeRecord } from '../../models/export/eee-records.ts';
import { ExportedNames, type ExportedSample, sampleRow, tableColumns } from '../../models/export/exported-sample.ts';
import { FigureMeans, inspectHeader, inspectSample, inspectSummary } from '../../models/export/inspect-log.ts';
import { ZipWriter } from '../../models/export/node-zip-writer.ts';
import { nodeRunSource } from '../../models/report/node-run-source.ts';
import { UnreadableRun } from '../../models/report/run-source.ts';
import { type Scoring, scoreRun } from '../../models/report/score-run.ts';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import { attemptAsync, CliError, EXIT, usageError } from '../command.ts';
import { readBytes } from '../io/files.ts';
import { checkOutput, type FileKind } from '../io/output.ts';
import { ParquetTable } from '../io/parquet-table.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { type Terminal } from '../io/terminal.ts';
import { withLazyPool } from '../open-pool.ts';
import { compareOptions } from '../options.ts';
import type { ExportFlags, ExportFormat } from './export-options.ts';
import { withRunMetrics } from './report-sources.ts';

const KINDS: Readonly<Record<ExportFormat, FileKind>> = { inspect: 'zip', eee: 'json', parquet: 'parquet' };
const ENDINGS: Readonly<Record<string, ExportFormat>> = {
  '.eval': 'inspect',
  '.json': 'inspect',
  '.jsonl': 'eee',
  '.parquet': 'parquet',
};

/** Writes a run in another format; returns the exit status. */
export async function exportRun(
  terminal: Terminal,
  run: string,
  flags: ExportFlags,
  isGiven: (option: string) => boolean,
): Promise<number> {
  const { out } = flags;
  const ending = path.extname(out).toLowerCase();
  const format = flags.as ?? ENDINGS[ending];
  if (format === undefined) throw usageError(`the ending of ${out} names no format; specify --as`);
  if (format === 'eee' && !flags.scores)
    throw usageError('records of Every Eval Ever require scores: leave out --no-scores, or export to another format');
  const isJson = format === 'inspect' && ending === '.json';
  const kind = isJson ? 'json' : KINDS[format];
  checkOutput(out, { kind, inputs: [run], isNamed: true, overwrite: flags.overwrite });
  const scores = flags.scores
    ? await readSampleScores(terminal, run, flags, isGiven)
    : new Map<string, SampleScores | null>();
  const overview = await readOverview(run, scores);
  const file = new ReplacedFile(out);
  let written = 0;
  let beside = 0;
  try {
    const writer = sampleWriter(format, isJson, overview, (bytes) => file.write(bytes));
    const each = (exported: ExportedSample): void => {
      if (writer.add(exported)) written++;
      else beside++;
    };
    await eachSample(run, overview, scores, each);
    writer.end();
    if (written === 0 && beside > 0) throw usageError(`no sample of ${run} has a score, which each record requires`);
    file.commit();
  } finally {
    file.discard();
  }
  terminal.note(`${plural(written, 'sample')} written to ${out}`);
  if (beside > 0)
    terminal.note(
      `${plural(beside, 'sample')} without a score: no record, but kept in the metadata of others for import`,
    );
  for (const { line, message } of overview.problems.slice(0, 20)) terminal.note(`${run}:${line}: ${message}; skipped`);
  return overview.problems.length > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Returns the scores of the samples by their ids, as in a report. */
async function readSampleScores(
  terminal: Terminal,
  run: string,
  given: ExportFlags,
  isGiven: (option: string) => boolean,
): Promise<Map<string, SampleScores | null>> {
  const source = nodeRunSource(run, (name, signal) => readBytes(terminal, name, signal));
  const flags = await withRunMetrics([source], given, isGiven);
  const progress = terminal.progress('scoring');
  const scored = await terminal
    .interruptible((signal) => {
      const scoring: Scoring = {
        options: compareOptions(flags),
        keep: flags.keep,
        signal,
        onScored: () => progress.step(),
        note: () => undefined,
      };
      return withLazyPool(terminal, flags.jobs, (pool) => scoreRun(source, scoring, pool));
    })
    .catch((error: unknown) => {
      throw error instanceof UnreadableRun ? new CliError(error.message, EXIT.usage) : error;
    });
  progress.end();
  return new Map(scored.run.samples.map(({ id, scores }) => [id, scores]));
}

/** Reads the run once: the counting line of each sample, its figures, and attempts without a sample. */
async function readOverview(run: string, scores: ReadonlyMap<string, SampleScores | null>): Promise<RunOverview> {
  const lines = new Map<string, number>();
  const lost = new Map<string, RunAttempt[]>();
  const named = new Map<string, RunSample>();
  const contents = await attemptAsync(`cannot read ${run}`, () =>
    readRunFile(
      run,
      (sample, line) => {
        lines.set(sample.id, line);
        lost.delete(sample.id);
        // Texts are read again when the sample is written.
        named.set(sample.id, { ...sample, raw: null, extraction: null, prompt: '', moves: [], source: {} });
      },
      (attempt) => {
        const before = lost.get(attempt.id) ?? [];
        if (!lines.has(attempt.id)) lost.set(attempt.id, [...before, attempt]);
      },
    ),
  );
  if (contents.header === undefined) throw usageError(`${run}: ${contents.refusal ?? 'this is not a run file'}`);
  const names = new ExportedNames(contents.header);
  const means = new FigureMeans();
  for (const sample of named.values()) means.add(names.of(sample), { sample, scores: scores.get(sample.id) ?? null });
  return {
    header: contents.header satisfies RunHeader,
    names,
    means,
    lines,
    attempts: [...lost.values()].flat(),
    problems: contents.problems,
  };
}

/** Yields every counting sample, with the attempts at it. */
async function eachSample(
  run: string,
  { lines }: RunOverview,
  scores: ReadonlyMap<string, SampleScores | null>,
  each: (exported: ExportedSample) => void,
): Promise<void> {
  const attempts = new Map<string, RunAttempt[]>();
  await readRunFile(
    run,
    (sample, line) => {
      if (lines.get(sample.id) !== line) return;
      const own = attempts.get(sample.id) ?? [];
      attempts.delete(sample.id);
      each({ sample, scores: scores.get(sample.id) ?? null, attempts: own });
    },
    (attempt) => {
      if (!lines.has(attempt.id)) return;
      const own = attempts.get(attempt.id);
      if (own === undefined) attempts.set(attempt.id, [attempt]);
      else own.push(attempt);
    },
  );
}

/** Rows of a row group. */
const GROUP = 5000;

/** Facts about a run that are known before its samples are written. */
interface RunOverview {
  readonly header: RunHeader;
  readonly names: ExportedNames;
  readonly means: FigureMeans;
  /** Number of the counting line of each sample, by its id. */
  readonly lines: ReadonlyMap<string, number>;
  /** Attempts at samples that the run does not have. */
  readonly attempts: readonly RunAttempt[];
  readonly problems: readonly RunProblem[];
}

/** Writes samples in a format, one by one. */
export interface SampleWriter {
  /** Adds a sample; false if it has no entry, but is stored beside another one. */
  add(exported: ExportedSample): boolean;
  end(): void;
}

function sampleWriter(
  format: ExportFormat,
  isJson: boolean,
  overview: RunOverview,
  write: (bytes: Buffer) => void,
): SampleWriter {
  if (format === 'parquet') return parquetWriter(overview, write);
  if (format === 'eee') return eeeWriter(overview, write);
  return isJson ? jsonWriter(overview, write) : evalWriter(overview, write);
}

function parquetWriter(overview: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  const table = new ParquetTable(tableColumns(), GROUP, write);
  let isFirst = true;
  return {
    add: (exported) => {
      table.add(isFirst ? sampleRow(withLost(exported, overview), overview.header) : sampleRow(exported));
      isFirst = false;
      table.flushFull();
      return true;
    },
    end: () => table.end(),
  };
}

/** Returns a sample with the attempts that belong to no sample of the run. */
const withLost = <Exported extends ExportedSample>(exported: Exported, { attempts }: RunOverview): Exported =>
  attempts.length > 0 ? { ...exported, attempts: [...attempts, ...exported.attempts] } : exported;

/**
 * Returns a writer of records that holds one sample back, so that samples without a score after the last scored one are stored, too.
 */
function eeeWriter(overview: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  const { header, names } = overview;
  let held: Omit<EeeSample, 'after'> | undefined;
  let unscored: ExportedSample[] = [];
  let isFirst = true;
  const release = (after: readonly ExportedSample[]): void => {
    if (held === undefined) return;
    const exported = { ...(isFirst ? withLost(held, overview) : held), after };
    write(Buffer.from(`${JSON.stringify(eeeRecord(header, names, exported, isFirst))}\n`));
    isFirst = false;
  };
  return {
    add: (exported) => {
      const { scores } = exported;
      if (scores === null) {
        unscored.push(exported);
        return false;
      }
      release([]);
      held = { ...exported, scores, before: unscored };
      unscored = [];
      return true;
    },
    end: () => release(unscored),
  };
}

/** Returns a writer of a `.eval`: the entries that Inspect writes, in its order. */
function evalWriter({ header, names, means, attempts }: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  const zip = new ZipWriter(write);
  const log = inspectHeader(header, means, attempts);
  const { version, eval: spec, plan } = log;
  zip.add('_journal/start.json', JSON.stringify({ version, eval: spec, plan }));
  const summaries: Buffer[] = [];
  return {
    add: (exported) => {
      zip.add(
        `samples/${names.of(exported.sample)}_epoch_${exported.sample.index + 1}.json`,
        JSON.stringify(inspectSample(header, names, exported)),
      );
      summaries.push(
        Buffer.from(`${summaries.length === 0 ? '' : ','}${JSON.stringify(inspectSummary(names, exported))}`),
      );
      return true;
    },
    end: () => {
      zip.add('summaries.json', Buffer.concat([Buffer.from('['), ...summaries, Buffer.from(']')]));
      zip.add('header.json', JSON.stringify(log));
      zip.end();
    },
  };
}

/** Returns a writer of a JSON log: the header's fields, then the samples. */
function jsonWriter({ header, names, means, attempts }: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  write(Buffer.from(`${JSON.stringify(inspectHeader(header, means, attempts)).slice(0, -1)},"samples":[`));
  let isFirst = true;
  return {
    add: (exported) => {
      write(Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(inspectSample(header, names, exported))}`));
      isFirst = false;
      return true;
    },
    end: () => write(Buffer.from('\n]}\n')),
  };
}
