/** Why a run cannot begin. What goes wrong on the way is the run's `stop`. */
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
  /** One sentence for people, without a full stop; how it is mended is for whoever shows it to say. */
  readonly message: string;
}

/** A fault as a result. */
export const runFault = (code: RunFaultCode, message: string): { readonly ok: false; readonly error: RunFault } => ({
  ok: false,
  error: { code, message },
});
