import { describeMachine, type Machine, machineLine } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { writeToReadme } from './readme.ts';
import { type Table, tableMarkdown, tableText } from './table.ts';

/** All that a benchmark found out. */
export interface Report {
  /** Name of the markers in bench/README.md. */
  readonly name: string;
  readonly machine: Machine;
  readonly tables: readonly Table[];
  /** The figures behind the tables, for `--json`. */
  readonly data: object;
  /** True if every contestant computed the right thing. */
  readonly ok: boolean;
}

/** Says on standard error what is going on; standard output is for results. */
export function progressLine(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
}

/** The machine as it is before anything runs. */
export const startMachine = (): Machine => describeMachine();

/** Writes the report as asked for. A benchmark in which somebody computed the wrong thing exits with status 1. */
export function publish(report: Report, options: BenchOptions): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  const machine = machineLine(report.machine);
  const markdown = [machine, ...report.tables.map(tableMarkdown)].join('\n\n');
  if (options.writeReadme) writeToReadme(report.name, markdown);
  switch (options.format) {
    case 'json':
      console.log(JSON.stringify({ benchmark: report.name, machine: report.machine, ok: report.ok, ...report.data }));
      break;
    case 'markdown':
      console.log(markdown);
      break;
    case 'text':
      console.log([machine, ...report.tables.map(tableText)].join('\n\n'));
      break;
  }
  if (!report.ok) {
    console.error('some results disagree: see the column "agrees"');
    process.exitCode = 1;
  }
}
