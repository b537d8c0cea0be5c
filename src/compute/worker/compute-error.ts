export const COMPUTE_ERRORS = {
  COMPUTE_CANCELLED: 'the job was cancelled',
  COMPUTE_JOB_FAILED: 'the job threw an error (a bug in StateLens)',
  COMPUTE_WORLD_FAILED: 'a program that is a world failed',
  COMPUTE_WORKER_DIED: 'the worker ended during the job',
  COMPUTE_START_FAILED: 'no worker could be started',
  COMPUTE_DISPOSED: 'the pool was closed',
} as const;

/** Why a job has no output. */
export interface ComputeError {
  readonly code: keyof typeof COMPUTE_ERRORS;
  readonly message: string;
  /** Stack of an exception in the job. */
  readonly stack?: string;
}

/** An error with what its code means, and the details of this case. */
export function computeError(code: ComputeError['code'], detail?: string, stack?: string): ComputeError {
  const message = detail === undefined ? COMPUTE_ERRORS[code] : `${COMPUTE_ERRORS[code]}: ${detail}`;
  return { code, message, ...(stack === undefined ? {} : { stack }) };
}
