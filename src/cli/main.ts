#!/usr/bin/env node
import { isatty } from 'node:tty';
import { systemClock } from '../compute/system-clock.ts';
import { beforeTemporary, removeUnfinished } from '../models/node-files.ts';
import { systemErrorCode } from '../models/system-errors.ts';
import { EXIT, explain, isClosedPipe, systemFailure } from './command.ts';
import { runCommandLine } from './command-line.ts';
import type { Io } from './io/terminal.ts';

/**
 * A terminal that closes sends SIGHUP, which ends a command as SIGTERM does. `nohup` detaches the terminal and has the signal ignored,
 * which Node reverts when it starts; therefore a command without a terminal ignores it.
 */
const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
const SIGNALS = ['SIGINT', 'SIGTERM', ...(hasTerminal ? (['SIGHUP'] as const) : [])] as const;
if (!hasTerminal) process.on('SIGHUP', () => undefined);

/**
 * Commands that wait for a signal. Each removes itself only after all others were called, too: the next signal ends the process, except
 * SIGHUP, which a terminal that closes can send twice.
 */
const waiting = new Set<() => void>();
/**
 * True once a command has been told to end: it releases its locks and reports where it stopped, and nothing interrupts that.
 */
let isEnding = false;

// A signal that no command waits for ends the process as usual, but leaves no partial file. Without temporary files the system ends it
// immediately, whatever it computes.
beforeTemporary(() => {
  for (const name of SIGNALS) {
    const end = (): void => {
      if (waiting.size > 0 || (isEnding && name === 'SIGHUP')) return;
      removeUnfinished();
      process.off(name, end);
      process.kill(process.pid, name);
    };
    process.on(name, end);
  }
});

/** The process as seen by a command. No other code of the command line reads `process`. */
const io: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: systemClock,
  onInterrupt(listener) {
    const heard = (): void => {
      if (!isEnding) process.on('SIGHUP', () => undefined);
      isEnding = true;
      process.nextTick(leave);
      listener();
    };
    const leave = (): void => {
      waiting.delete(heard);
      for (const name of SIGNALS) process.off(name, heard);
    };
    waiting.add(heard);
    for (const name of SIGNALS) process.on(name, heard);
    return leave;
  },
};

/**
 * Handles a terminal that closed before its signal came, or while the command ends because of it: writing fails with EIO.
 */
function hangUp(): void {
  if (isEnding) return;
  if (waiting.size === 0) {
    removeUnfinished();
    process.exit(EXIT.incomplete);
  }
  for (const heard of waiting) heard();
}

// Output can fail at any time, as an event: silently if the reader has closed the pipe (`| head`), else with one line.
process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) process.exit(EXIT.ok);
  if (hasTerminal && systemErrorCode(error) === 'EIO') return hangUp();
  const { text, status } = explain(systemFailure('cannot write standard output', error) ?? error, false);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});
process.stderr.on('error', hangUp);

process.exitCode = await runCommandLine(process.argv.slice(2), io);
