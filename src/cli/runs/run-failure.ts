import type { Result } from '../../core/base/result.ts';
import type { RunFault, RunFaultCode } from '../../models/runs/run-fault.ts';
import { usageError } from '../failure.ts';

/** Which option mends a fault. */
const ADVICE: Partial<Readonly<Record<RunFaultCode, string>>> = {
  'changed-games': '; --games names it',
  'other-model': '; --model is for the folder of that one',
  'other-run': '; --out names another file',
};

/** What a run needs, or its fault as a line for the one who typed the command. */
export function orUsageError<T>(result: Result<T, RunFault>): T {
  if (result.ok) return result.value;
  throw usageError(`${result.error.message}${ADVICE[result.error.code] ?? ''}`);
}
