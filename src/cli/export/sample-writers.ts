import type { RunProblem } from '../../core/evaluation/runs/run-reader.ts';
import type { RunAttempt, RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { eeeRecord } from '../../models/exporters/eee-records.ts';
import type { ExportedNames, ExportedSample } from '../../models/exporters/exported-sample.ts';
import { type FigureMeans, inspectHeader, inspectSample, inspectSummary } from '../../models/exporters/inspect-log.ts';
import { ZipWriter } from '../../models/exporters/node-zip-writer.ts';
import { SAMPLE_COLUMNS, sampleRow } from '../../models/exporters/run-rows.ts';
import { ParquetTable } from '../io/parquet-table.ts';
import type { ExportFormat } from './export-options.ts';

/** Rows of a row group. */
const GROUP = 5000;

/** What is known of a run before its samples are written. */
export interface RunOverview {
  readonly header: RunHeader;
  readonly names: ExportedNames;
  readonly means: FigureMeans;
  /** The line of each sample that counts, by its id. */
  readonly lines: ReadonlyMap<string, number>;
  /** Attempts at samples that the run does not have. */
  readonly attempts: readonly RunAttempt[];
  readonly problems: readonly RunProblem[];
}

/** Writes samples in a format, one by one. */
export interface SampleWriter {
  add(exported: ExportedSample): void;
  end(): void;
}

export function sampleWriter(
  format: ExportFormat,
  isJson: boolean,
  overview: RunOverview,
  write: (bytes: Buffer) => void,
): SampleWriter {
  if (format === 'parquet') return parquetWriter(write);
  if (format === 'eee') return eeeWriter(overview, write);
  return isJson ? jsonWriter(overview, write) : evalWriter(overview, write);
}

function parquetWriter(write: (bytes: Buffer) => void): SampleWriter {
  const table = new ParquetTable(SAMPLE_COLUMNS, GROUP, write);
  return {
    add: (exported) => {
      table.add(sampleRow(exported));
      table.flushFull();
    },
    end: () => table.end(),
  };
}

function eeeWriter({ header, names, attempts }: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  let isFirst = true;
  return {
    add: (exported) => {
      const first =
        isFirst && attempts.length > 0 ? { ...exported, attempts: [...attempts, ...exported.attempts] } : exported;
      write(Buffer.from(`${JSON.stringify(eeeRecord(header, names, first, isFirst))}\n`));
      isFirst = false;
    },
    end: () => undefined,
  };
}

/** A `.eval`: the entries that Inspect writes, and in its order. */
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
    },
    end: () => {
      zip.add('summaries.json', Buffer.concat([Buffer.from('['), ...summaries, Buffer.from(']')]));
      zip.add('header.json', JSON.stringify(log));
      zip.end();
    },
  };
}

/** A JSON log: the header's fields, then the samples. */
function jsonWriter({ header, names, means, attempts }: RunOverview, write: (bytes: Buffer) => void): SampleWriter {
  write(Buffer.from(`${JSON.stringify(inspectHeader(header, means, attempts)).slice(0, -1)},"samples":[`));
  let isFirst = true;
  return {
    add: (exported) => {
      write(Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(inspectSample(header, names, exported))}`));
      isFirst = false;
    },
    end: () => write(Buffer.from('\n]}\n')),
  };
}
