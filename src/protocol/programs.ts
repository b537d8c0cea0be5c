// Programs as worlds of walks: what the user of an editor lets the language server start.

/**
 * Request, client to server: allows a program as a world, and starts it anew where it runs. Only an act of the user names one, never a
 * file or a setting of a workspace. The answer is null, or why it is not possible, as a sentence without a period.
 */
export const ALLOW_PROGRAM_REQUEST = 'statelens/allowProgram';

/** Request, client to server: ends all programs; none is allowed from then on. The answer is null. */
export const REVOKE_PROGRAMS_REQUEST = 'statelens/revokePrograms';

/** A program that walks name as their world, in one folder. */
export interface AllowedProgram {
  /** The program and its arguments, exactly. */
  readonly words: readonly string[];
  /** The folder of the walks, as a URI: the program runs there. */
  readonly folder: string;
}
