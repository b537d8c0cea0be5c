/** Reason why a run cannot start. Later faults are the run's `stop`. */
export type RunFaultCode =
  | 'no-template'
  | 'bad-plies'
  | 'bad-where'
  | 'bad-world'
  | 'several-worlds'
  | 'same-file'
  | 'no-plan'
  | 'other-model'
  | 'changed-games'
  | 'untrusted-host'
  | 'untrusted-variable'
  | 'no-model'
  | 'no-prices'
  | 'other-prices'
  | 'other-run'
  | 'refused-file';

export interface RunFault {
  readonly code: RunFaultCode;
  /** One sentence for the user, without a full stop; the caller adds the remedy. */
  readonly message: string;
}

/** Returns a fault as a result. */
export const runFault = (code: RunFaultCode, message: string): { readonly ok: false; readonly error: RunFault } => ({
  ok: false,
  error: { code, message },
});
