import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { encodeRunHeader } from '../../core/evaluation/runs/run-file.ts';
import { RunMerge } from '../../core/evaluation/runs/run-merge.ts';
import { removeAbandoned, temporaryFor } from '../../models/node-files.ts';
import { readRunFile, runLines } from '../../models/runs/node-run-file.ts';
import { type Act, attempt, attemptAsync, CliError, EXIT, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { isSameFile } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { readFileHeader } from './run-job.ts';

const AFTER_HELP = `
The files must belong to one run: the same games, plies, model, templates, settings and seed. If samples are missing, they are
listed, nothing is written, and the status is 3; --partial writes the existing samples, which statelens resume can complete.

Example:
  $ statelens merge runs/*.shard-*-of-8.run.jsonl --out gpt-4o.run.jsonl`;

interface MergeFlags {
  readonly out: string;
  readonly partial?: boolean;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Merge the shards of a run into one run file.')
    .argument('<runs...>', 'run files of all shards')
    .requiredOption('-o, --out <file>', 'write the result to this file')
    .option('--partial', 'write the file even if samples are missing')
    .option('--overwrite', 'replace an existing file')
    .addHelpText('after', AFTER_HELP)
    .action(act(merge));
}

async function merge(
  terminal: Terminal,
  files: readonly string[],
  { out, partial, overwrite }: MergeFlags,
): Promise<number> {
  if (files.some((file, i) => files.slice(0, i).some((other) => isSameFile(file, other))))
    throw usageError('a run file is given twice');
  if (files.some((file) => isSameFile(file, out))) throw usageError(`${out} is one of the shards`);
  if (existsSync(out) && overwrite !== true) throw usageError(`${out} already exists; use --overwrite to replace it`);
  const run = new RunMerge();
  for (const file of files) await addFile(terminal, run, file);
  const missing = run.missing();
  for (const phrase of missing) terminal.note(`missing: ${phrase}`);
  if (missing.length > 0 && partial !== true) {
    terminal.note(`${out} not written; use --partial to write the existing samples`);
    return EXIT.incomplete;
  }
  await write(run, files, out);
  const counts = [`${plural(run.samples, 'sample')} from ${plural(files.length, 'file')} written to ${out}`];
  if (run.failed > 0)
    counts.push(`${plural(run.failed, 'request')} failed (statelens resume --retry-errors repeats them)`);
  if (run.doubles > 0) counts.push(`${plural(run.doubles, 'duplicate answer')} ignored`);
  terminal.note(counts.join(', '));
  return missing.length > 0 ? EXIT.incomplete : EXIT.ok;
}

async function addFile(terminal: Terminal, run: RunMerge, file: string): Promise<void> {
  const header = await readFileHeader(file);
  const refusal = run.addPart(file, header);
  if (refusal !== undefined) throw new CliError(`${file} ${refusal}`, EXIT.usage);
  let odd: string | undefined;
  const { problems } = await attemptAsync(`cannot read ${file}`, () =>
    readRunFile(
      file,
      (sample, line) => {
        odd ??= run.addSample(sample, line);
      },
      (attempt, line) => run.addAttempt(attempt, line),
    ),
  );
  if (odd !== undefined) throw new CliError(`${file}: ${odd}`, EXIT.usage);
  for (const { line, message } of problems.slice(0, 5)) terminal.note(`${file}:${line}: ${message}; skipped`);
}

/** Writes the valid lines of the files unchanged; the output is replaced atomically. */
async function write(run: RunMerge, files: readonly string[], out: string): Promise<void> {
  removeAbandoned(path.dirname(out), path.basename(out));
  const temporary = temporaryFor(out);
  const { header } = run;
  if (header === undefined) return;
  try {
    const target = new AppendFile(temporary, false);
    try {
      target.write(encodeRunHeader(header));
      for (const [part, file] of files.entries()) {
        const wanted = run.linesOf(part);
        for await (const { number, text } of runLines(file)) if (wanted.has(number)) target.write(`${text}\n`);
      }
    } finally {
      target.close();
    }
    attempt(`cannot write ${out}`, () => {
      const handle = openSync(temporary, 'r+');
      fsyncSync(handle);
      closeSync(handle);
      renameSync(temporary, out);
    });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
