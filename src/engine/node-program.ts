import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { thrownMessage } from '../core/base/result.ts';
import { type EngineEvents, type EngineProcess, type EngineProgram, Lines } from './engine-program.ts';

/** Time that an engine has to end by itself, in milliseconds. */
const GRACE_MS = 300;
/** Length limit of the last line on standard error that is reported, in UTF-16 units. */
const MAX_COMPLAINT_LENGTH = 200;

/** Messages for system error codes when a program cannot be started. */
const NOT_FOUND = 'was not found';

const MISSING: Readonly<Record<string, string>> = {
  ENOENT: NOT_FOUND,
  EACCES: 'cannot be run (permission denied)',
  EPERM: 'cannot be run (not permitted)',
  ENOEXEC: 'is not a program',
  EISDIR: 'is a folder',
  ENOTDIR: NOT_FOUND,
  EINVAL: 'is not a program',
  UNKNOWN: 'is not a program',
};

/**
 * Returns an engine in a separate process, without a shell. This Node (or the one inside VS Code) runs a path that ends in `.js`, `.cjs` or
 * `.mjs`; a name without a slash is looked up in PATH.
 *
 * @param name name until the engine states its own
 */
export function nodeProgram(file: string, name: string = path.basename(file)): EngineProgram {
  const isScript = /\.[cm]?js$/i.test(file);
  const command = isScript ? process.execPath : file;
  const args = isScript ? [file] : [];
  const env = isScript ? { ...process.env, ELECTRON_RUN_AS_NODE: '1' } : process.env;
  return {
    name,
    start: (events) =>
      isScript && !existsSync(file) ? notStarted(NOT_FOUND, events) : startProcess(command, args, env, events),
  };
}

/**
 * Returns any program with its arguments as a separate process, without a shell; lines go in and come out as with an engine.
 */
export const commandProgram = (command: string, args: readonly string[]): EngineProgram => ({
  name: path.basename(command),
  start: (events) => startProcess(command, args, process.env, events),
});

function notStarted(reason: string, events: EngineEvents): EngineProcess {
  let isOver = false;
  queueMicrotask(() => {
    if (!isOver) events.ended(reason, true);
  });
  return {
    send: () => {},
    end() {
      isOver = true;
      return Promise.resolve();
    },
  };
}

function startProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  events: EngineEvents,
): EngineProcess {
  let isOver = false;
  let complaint = '';
  const over = (reason: string, isMissing: boolean): void => {
    if (isOver) return;
    isOver = true;
    events.ended(reason, isMissing);
  };
  let child: ReturnType<typeof launch>;
  try {
    child = launch(command, args, env);
  } catch (error) {
    // Some system errors, and a path with a NUL, are thrown.
    return notStarted(failure(error), events);
  }
  const exited = new Promise<void>((resolve) => {
    child.once('close', (status, signal) => {
      const how = signal === null ? `ended with status ${status}` : `was terminated by ${signal}`;
      over(complaint === '' ? how : `${how}: ${complaint}`, false);
    });
    // Not 'close', which waits for every holder of its pipes: a script may have started the engine proper.
    child.once('exit', resolve);
    child.once('error', (error) => {
      over(failure(error), child.pid === undefined);
      if (child.pid === undefined) resolve();
    });
  });
  const lines = new Lines((line) => {
    if (!isOver) events.line(line);
  });
  const decoder = new StringDecoder('utf8');
  child.stdout.on('data', (bytes: Buffer) => lines.push(decoder.write(bytes)));
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = lastLine(complaint + bytes.toString('utf8'));
  });
  // Text written to a process that has just died is lost; its exit event reports the end.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  return {
    send(line) {
      if (!isOver && child.stdin.writable) child.stdin.write(`${line}\n`);
    },
    async end() {
      isOver = true;
      child.stdin.end();
      const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await exited;
      clearTimeout(kill);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

const launch = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });

function failure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return MISSING[code] ?? `could not be run: ${thrownMessage(error)}`;
}

/** Returns the last line that is not empty. */
const lastLine = (text: string): string =>
  (
    text
      .slice(-2000)
      .trimEnd()
      .split(/[\r\n]+/)
      .pop() ?? ''
  )
    .trim()
    .slice(0, MAX_COMPLAINT_LENGTH);
