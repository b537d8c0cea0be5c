#!/usr/bin/env node
import { explain } from './failure.ts';
import { guardOutput } from './io/output.ts';
import { progressLine } from './io/progress.ts';
import { runCommandLine } from './program.ts';

guardOutput();
try {
  process.exitCode = await runCommandLine(process.argv.slice(2));
} catch (error) {
  progressLine.clear();
  const { text, status } = explain(error, process.env['STATELENS_DEBUG'] === '1');
  process.stderr.write(`${text}\n`);
  process.exitCode = status;
}
