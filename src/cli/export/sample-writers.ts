import type { RunProblem } from '../../core/evaluation/runs/run-reader.ts';
import type { RunAttempt, RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { type EeeSample, eeeRecord } from '../../models/exporters/eee-records.ts';
import type { ExportedNames, ExportedSample } from '../../models/exporters/exported-sample.ts';
import { type FigureMeans, inspectHeader, inspectSample, inspectSummary } from '../../models/exporters/inspect-log.ts';
import { ZipWriter } from '../../models/exporters/node-zip-writer.ts';
import { sampleRow, tableColumns } from '../../models/exporters/run-rows.ts';
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
  /** False for one that has no entry of its own, but stands beside another. */
  add(exported: ExportedSample): boolean;
  end(): void;
}

export function sampleWriter(
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

/** A sample with the attempts that belong to none of the run. */
const withLost = <Exported extends ExportedSample>(exported: Exported, { attempts }: RunOverview): Exported =>
  attempts.length > 0 ? { ...exported, attempts: [...attempts, ...exported.attempts] } : exported;

/** Records one behind the samples, so that those without a score behind the last one find a place, too. */
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
      return true;
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
      return true;
    },
    end: () => write(Buffer.from('\n]}\n')),
  };
}
