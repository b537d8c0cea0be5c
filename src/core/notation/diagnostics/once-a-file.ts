import type { Code } from './codes.ts';

/** Codes about the form of the whole file that are found game by game: a file has one finding of each. */
const ONCE: ReadonlySet<Code> = new Set<Code>([
  'PGN_MIXED_LINE_ENDS',
  'PGN_CONTROL_CHARACTER',
  'PGN_REPLACEMENT_CHARACTER',
]);

/** Maximum number of further places that are named. */
export const MAX_PLACES = 3;

export const isOnceAFile = (code: string): boolean => (ONCE as ReadonlySet<string>).has(code);

/** The message of the first finding of such a code if `others` later games have one too. */
export const onceMessage = (message: string, others: number): string =>
  others === 0
    ? message
    : `${message}; the same in ${others === 1 ? 'one more game' : `${others} more games`} of this file`;
