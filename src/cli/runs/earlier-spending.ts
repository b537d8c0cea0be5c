import { existsSync } from 'node:fs';
import { Spending } from '../../core/evaluation/runs/spending.ts';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { attemptAsync } from '../command.ts';

/** What a run used up in earlier sessions, by its file: it counts in the limits of an experiment before the run's turn comes. */
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
