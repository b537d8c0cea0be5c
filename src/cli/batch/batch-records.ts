import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunBatch } from '../../core/evaluation/runs/run-schema.ts';
import { openRunFile, readRunFile } from '../../models/runs/node-run-file.ts';
import { attemptAsync } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';

/** The last line of a run file about each of its files of requests, by the name of the file. */
export async function recordsOf(run: string | undefined): Promise<ReadonlyMap<string, RunBatch>> {
  const records = new Map<string, RunBatch>();
  if (run === undefined || !existsSync(run)) return records;
  await attemptAsync(`cannot read ${run}`, () =>
    readRunFile(
      run,
      () => {},
      () => {},
      (batch) => void records.set(batch.file, batch),
    ),
  );
  return records;
}

/** Writes into a run file what became of a file of requests. The state beside the file says the same: a failure is only told. */
export async function recordBatch(terminal: Terminal, run: string, record: RunBatch): Promise<void> {
  const opened = await attemptAsync(`cannot write ${run}`, () =>
    openRunFile({ file: run, header: undefined, breakLock: false, onSample: () => {} }),
  );
  if (!opened.ok) {
    terminal.note(`${opened.error}; what became of ${record.file} is in its state file alone`);
    return;
  }
  try {
    await attemptAsync(`cannot write ${run}`, () => opened.value.append(record));
  } finally {
    await opened.value.close();
  }
}

/** The line of a run file about a file of requests. */
export const recordOf = (
  file: string,
  status: RunBatch['status'],
  {
    requests,
    sha256,
    baseUrl,
    inputFile,
    batch,
  }: {
    readonly requests: number;
    readonly sha256: string;
    readonly baseUrl?: string;
    readonly inputFile?: string | undefined;
    readonly batch?: string | undefined;
  },
  ledger?: RunBatch['ledger'],
): RunBatch => ({
  kind: 'batch',
  file: path.basename(file),
  requests,
  sha256,
  status,
  ...(baseUrl === undefined || baseUrl === '' ? {} : { endpoint: baseUrl }),
  ...(inputFile === undefined ? {} : { inputFile }),
  ...(batch === undefined ? {} : { batch }),
  ...(ledger === undefined ? {} : { ledger }),
});
