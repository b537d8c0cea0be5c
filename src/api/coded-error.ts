/** Error of the API for a mistake of the caller; what a model wrote never throws. */
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
