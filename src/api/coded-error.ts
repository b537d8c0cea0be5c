/**
 * Error of the API for a mistake of the caller; what a model wrote never throws. Its code is stable:
 *
 * - `bad-option`: an option is unknown or out of its range;
 * - `bad-state`: the true state is no position of the game;
 * - `bad-world`: a world is unknown, or its text cannot be read.
 */
export class CodedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StateLensError';
    this.code = code;
  }
}

/** Returns a whole number of an option; throws `bad-option` if it is none or out of its range. */
export function wholeOption(
  name: string,
  value: number | undefined,
  usual: number,
  least: number,
  most: number,
): number {
  if (value === undefined) return usual;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new CodedError('bad-option', `${name} must be a whole number from ${least} to ${most}, not ${String(value)}`);
}
