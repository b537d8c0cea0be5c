import type { Result } from '../../core/base/result.ts';
import type { RunFault, RunFaultCode } from '../../models/runs/run-fault.ts';
import { usageError } from '../command.ts';

/** The option that fixes a fault. */
const ADVICE: Partial<Readonly<Record<RunFaultCode, string>>> = {
  'changed-games': '; specify it with --games',
  'other-model': '; specify its folder with --model',
  'other-run': '; specify another file with --out',
  'several-worlds': '; choose one with --world',
};

/** The value of a result. A fault becomes a usage error. */
export function orUsageError<T>(result: Result<T, RunFault>): T {
  if (result.ok) return result.value;
  throw usageError(`${result.error.message}${ADVICE[result.error.code] ?? ''}`);
}
