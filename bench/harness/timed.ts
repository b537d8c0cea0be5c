/** What a piece of work took. */
export interface Cost {
  /** CPU time of the whole process, user and system, in milliseconds: its garbage collection and compilation included. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Runs `work` and measures it. */
export function timed<T>(work: () => T): Cost & { readonly value: T } {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  const value = work();
  return { value, ...costSince(cpu, wall) };
}

/** The same for work that is waited for. */
export async function timedAsync<T>(work: () => Promise<T>): Promise<Cost & { readonly value: T }> {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  const value = await work();
  return { value, ...costSince(cpu, wall) };
}

function costSince(cpu: NodeJS.CpuUsage, wall: number): Cost {
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall };
}

/** Collects garbage, so that what one contestant left is not charged to the next. Needs `--expose-gc`. */
export const tidy = (): void => globalThis.gc?.();
