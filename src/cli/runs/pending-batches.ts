import { existsSync } from 'node:fs';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { recordsOf } from '../batch/batch-records.ts';
import { runBase, submittedParts } from '../batch/batch-state.ts';
import { attemptAsync, usageError } from '../command.ts';
import { plural } from '../io/terminal.ts';

/** Refuses a run while requests of it that have no answer are in submitted batches: they would be paid for twice. */
export async function refusePending({ file, label, model }: Pick<RunJob, 'file' | 'label' | 'model'>): Promise<void> {
  if (model.endpoint === undefined) return;
  const { pending, files, lost } = await submittedParts(runBase(file), await recordsOf(file));
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
