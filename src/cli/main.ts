#!/usr/bin/env node
import { systemClock } from '../compute/system-clock.ts';
import { EXIT, explain, isClosedPipe, systemFailure } from './command.ts';
import type { Io } from './io/terminal.ts';
import { runCommandLine } from './program.ts';

/** The process as a command sees it. Nothing else of the command line reads `process`. */
const io: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: systemClock,
  onInterrupt(listener) {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    for (const name of signals) process.once(name, listener);
    return () => {
      for (const name of signals) process.off(name, listener);
    };
  },
};

// Output can fail at any time, as an event: silently when the reader has closed the pipe (`| head`), else with one line.
process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) process.exit(EXIT.ok);
  const { text, status } = explain(systemFailure('cannot write standard output', error) ?? error, false);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});
process.stderr.on('error', () => process.exit(EXIT.incomplete));

process.exitCode = await runCommandLine(process.argv.slice(2), io);
