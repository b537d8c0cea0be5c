import { existsSync } from 'node:fs';
import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import { Spending } from '../../core/evaluation/runs/spending.ts';
import type { AnswerCache } from '../../models/runs/answer-cache.ts';
import {
  answerFolder,
  CACHE_VARIABLE,
  EARLIER_ANSWERS,
  FolderAnswerCache,
} from '../../models/runs/node-answer-cache.ts';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { readBatchRecords, runBase, submittedParts } from '../batch/batch-state.ts';
import { attemptAsync, usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import type { DoingFlags } from './run-options.ts';

/**
 * Returns the consumption of a run in earlier sessions, from its file: it counts in the limits of an experiment before the run starts.
 */
export async function earlierSpending({ file, prices }: Pick<RunJob, 'file' | 'prices'>): Promise<Spending> {
  const spending = new Spending({}, prices);
  if (!existsSync(file)) return spending;
  await attemptAsync(`cannot read ${file}`, () =>
    readRunFile(
      file,
      (sample) => spending.addEarlier(sample),
      (attempt) => spending.addAttempt(attempt),
    ),
  );
  return spending;
}

/**
 * Opens the answers of earlier runs; undefined with `--no-cache`, if no job contacts a server, and if the system names no folder for them,
 * which a note reports.
 */
export function openCache(
  terminal: Terminal,
  jobs: readonly Pick<RunJob, 'model'>[],
  { cache }: Pick<DoingFlags, 'cache'>,
): AnswerCache | undefined {
  if (cache === false || !jobs.some(({ model }) => model.endpoint !== undefined)) return undefined;
  const folder = cache ?? answerFolder(terminal.env);
  if (folder === undefined) {
    terminal.note(`no answers are kept: there is no home folder; name one with --cache or ${CACHE_VARIABLE}`);
    return undefined;
  }
  const hasEarlier = cache === undefined && path.resolve(EARLIER_ANSWERS) !== folder && existsSync(EARLIER_ANSWERS);
  if (!hasEarlier) return new FolderAnswerCache(folder);
  terminal.note(`answers are kept in ${folder}; those in ${EARLIER_ANSWERS} are still read`);
  return new FolderAnswerCache(folder, { earlier: path.resolve(EARLIER_ANSWERS) });
}

/** Refuses a run while unanswered requests of it are in submitted batches: they would be paid for twice. */
export async function refusePending({ file, label, model }: Pick<RunJob, 'file' | 'label' | 'model'>): Promise<void> {
  if (model.endpoint === undefined) return;
  const { pending, files, lost } = await submittedParts(runBase(file), await readBatchRecords(file));
  const [gone] = lost;
  if (gone !== undefined)
    throw usageError(
      `${gone} was submitted as a batch that is not fetched, and is no longer there; statelens batch fetch ${gone} fetches it all the same, and statelens batch forget ${gone} releases ${label}`,
    );
  if (pending.size === 0) return;
  const open = new Set(pending);
  if (existsSync(file))
    await attemptAsync(`cannot read ${file}`, () =>
      readRunFile(file, ({ id, error }) => void (error === undefined && open.delete(id))),
    );
  if (open.size > 0)
    throw usageError(
      `not fetched yet: ${plural(open.size, 'request')} of ${label} in a submitted batch; use statelens batch fetch ${files.join(' ')}, if need be after batch cancel, or batch forget if the batch is gone`,
    );
}
