import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { memoryIo } from './memory-io.ts';

export const CLI = path.resolve('dist/cli.mjs');
const HOME = process.cwd();

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** An abort is the user's Ctrl-C. */
  readonly signal?: AbortSignal;
  /** True if the command runs on a terminal. */
  readonly isTTY?: boolean;
}

const caches = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-cache-'));
process.once('exit', () => fs.rmSync(caches, { recursive: true, force: true }));

/** The answers of runs in a folder: no test finds those of another one, or of the user. */
const cacheOf = (cwd: string): string => path.join(caches, encodeURIComponent(path.resolve(HOME, cwd)).slice(-200));

interface Place {
  readonly cwd?: string | undefined;
  readonly env?: CliOptions['env'] | undefined;
}

const environment = ({ cwd = '', env }: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  STATELENS_DEBUG: '',
  STATELENS_CACHE: cacheOf(cwd),
  ...env,
});

/** Runs the command line in this process. */
export function cli(
  args: readonly string[],
  { cwd = '', input, env, signal, isTTY = false }: CliOptions = {},
): Promise<CliRun> {
  return inFolder(path.resolve(HOME, cwd), async () => {
    const io = memoryIo({ env: environment({ cwd, env }), signal, isTTY, ...(input !== undefined && { input }) });
    const { exitCode } = process;
    const status = await runCommandLine(args, io);
    assert.equal(process.exitCode, exitCode, 'a command leaves the status of the process to its caller');
    return { status, stdout: io.stdout.text, stderr: io.stderr.text };
  });
}

const running = new Set<Promise<unknown>>();

/** Runs work in a working directory, which a process has only one of: work in the same one overlaps, other work waits. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  while (running.size > 0 && process.cwd() !== folder) await Promise.race(running);
  process.chdir(folder);
  const done = work().finally(() => {
    running.delete(settled);
    if (running.size === 0) process.chdir(HOME);
  });
  const settled = done.catch(() => {});
  running.add(settled);
  return done;
}

type ProcessOptions = Omit<CliOptions, 'signal' | 'isTTY'>;

/** Starts the built command line in a process of its own, below another command where one is given. */
export function startProcess(
  args: readonly string[],
  { cwd, env }: Omit<ProcessOptions, 'input'> = {},
  below: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  assert.ok(fs.existsSync(CLI), `${CLI} is not there: npm run build makes it`);
  const [command = process.execPath, ...rest] = [...below, process.execPath, CLI, ...args];
  return spawn(command, rest, { cwd, env: environment({ cwd, env }) });
}

/** Runs the built command line in a process of its own, for what only a process has: exit statuses, pipes, signals. */
export async function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<CliRun> {
  const child = startProcess(args, options);
  const status = new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject));
  // a command that does not read its input closes it
  child.stdin.on('error', () => {}).end(options.input ?? '');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, stdout, stderr };
}

/** Runs a line of shell in which `$CLI` is the built command line. */
export function shell(script: string, cwd: string): CliRun {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    env: { ...environment({ cwd }), CLI: `${process.execPath} ${CLI}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
