import { spawnSync } from 'node:child_process';

/** What a program took. */
export interface CpuChild {
  readonly status: number | null;
  /** CPU time of all its threads, user and system, in milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s/g;

/**
 * Runs a program to its end, its output dropped. The shell's `times` tells its CPU time.
 *
 * @param folder the folder that it is in
 */
export function runForCpu(program: string, args: readonly string[], folder: string): CpuChild {
  const started = performance.now();
  const script = '"$@" >/dev/null 2>&1; status=$?; times; exit $status';
  const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', program, ...args], { cwd: folder, encoding: 'utf8' });
  const wallMs = performance.now() - started;
  // the first line is the shell's own
  const [, of] = [...stdout.matchAll(TIMES)];
  const [minutes, seconds, system, more] = (of ?? []).slice(1).map(Number);
  return { status, cpuMs: 1000 * (60 * (minutes + system) + seconds + more), wallMs };
}

/** Where pgn-extract is installed; undefined if nowhere. */
export const pgnExtract = (): string | undefined =>
  ['pgn-extract', '/usr/games/pgn-extract', '/usr/local/bin/pgn-extract'].find(
    (program) => spawnSync(program, ['--version']).error === undefined,
  );
