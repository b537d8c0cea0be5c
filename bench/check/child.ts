import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process did. */
export interface Child {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  readonly wallMs: number;
  /** Most resident memory, as far as was seen, in MB; undefined where the system does not tell. */
  readonly peakMb: number | undefined;
}

const LOOK_MS = 10;

/** Runs a program to its end. Rejected when it cannot be started. */
export function runChild(program: string, args: readonly string[]): Promise<Child> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    let peakMb: number | undefined;
    const look = setInterval(() => {
      peakMb = peakOf(child.pid) ?? peakMb;
    }, LOOK_MS);
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.on('error', (error) => {
      clearInterval(look);
      reject(error);
    });
    child.on('close', (status) => {
      clearInterval(look);
      resolve({ status, output, errors, wallMs: performance.now() - started, peakMb });
    });
  });
}

/** The most that a process had resident until now: the kernel's own mark, so that it does not matter when one looks. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const mark = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return mark === undefined ? undefined : Number(mark) / 1000;
  } catch {
    return undefined;
  }
}
