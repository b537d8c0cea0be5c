import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CLI = path.resolve('dist/cli.mjs');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command line. */
export function cli(args: readonly string[], { cwd, input, env }: CliOptions = {}): CliRun {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: cwd ?? process.cwd(),
    input: input ?? '',
    env: { ...process.env, STATELENS_DEBUG: '', ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** Runs several command lines at the same time. */
export const cliAll = (all: readonly (readonly string[])[]): Promise<CliRun[]> =>
  Promise.all(
    all.map(
      (args) =>
        new Promise<CliRun>((resolve) => {
          const child = execFile(process.execPath, [CLI, ...args], (_, stdout, stderr) =>
            resolve({ status: child.exitCode, stdout, stderr }),
          );
          child.stdin?.end();
        }),
    ),
  );

/** Runs a line of shell in which `$CLI` is the built command line. */
export function shell(script: string, cwd: string): CliRun {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    env: { ...process.env, CLI: `${process.execPath} ${CLI}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A new empty folder, and what takes it away. */
export function temporaryFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'statelens-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
