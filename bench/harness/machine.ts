import os from 'node:os';

/** What the figures were measured on. */
export interface Machine {
  readonly cpu: string;
  /** Cores that the process may use. */
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  /** ISO 8601 date of the run. */
  readonly date: string;
  /** Processes that wanted to run, averaged over the last minute before the start. */
  readonly loadBefore: number;
}

export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
    loadBefore: os.loadavg()[0] ?? 0,
  };
}

/** The machine in one line, with a warning when others were using it. */
export function machineLine({ cpu, cores, memoryGiB, node, platform, date, loadBefore }: Machine): string {
  const busy =
    loadBefore > 0.3 * cores
      ? `The machine was busy (load average ${loadBefore.toFixed(1)} before the run), so the figures are worse than they would be.`
      : `The machine was idle before the run (load average ${loadBefore.toFixed(1)}).`;
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}, Node ${node}, ${date}. ${busy}`;
}
