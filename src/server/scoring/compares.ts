import type { CompareJob, CompareOutput } from '../../compute/jobs/jobs.ts';
import type { RunOptions } from '../../compute/pool/pool.ts';
import type { ComputeError } from '../../compute/worker/compute-error.ts';
import type { Result } from '../../core/base/result.ts';

/** Compares a pair of states where that is done: in the pool, or by the thread of the program that their world is. */
export type Compares = (job: CompareJob, options: RunOptions) => Promise<Result<CompareOutput, ComputeError>>;
