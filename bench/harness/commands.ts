import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLI } from '../check/contestants.ts';
import { readOptions } from './options.ts';
import { progressLine, publish, startMachine } from './report.ts';
import type { Table } from './table.ts';

/** A benchmark of whole commands on files that it writes into a folder. */
export interface CommandBench<Result> {
  /** Name of the markers in bench/README.md. */
  readonly name: string;
  readonly run: (folder: string, quick: boolean, say: (text: string) => void) => Promise<readonly Result[]>;
  readonly table: (results: readonly Result[]) => Table;
  /** True for a command that ended well, within its bounds. */
  readonly isOk: (result: Result) => boolean;
}

/** Runs a benchmark of commands of the built program as the arguments of the process ask for it. */
export async function benchCommands<Result>({ name, run, table, isOk }: CommandBench<Result>): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return;
  if (!fs.existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build`);
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    const results = await run(folder, options.quick, progressLine);
    publish({ name, machine, tables: [table(results)], data: { results }, ok: results.every(isOk) }, options);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
