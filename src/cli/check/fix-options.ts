import type { Command } from 'commander';
import { usageError } from '../command.ts';
import { addRewriteOptions, type RewriteFlags } from '../rewrite/rewrite.ts';

export const FIX_MODES = ['safe', 'all'] as const;
export type FixMode = (typeof FIX_MODES)[number];

/** Returns the file that follows `--fix` in place of a mode; undefined for none. */
export const fileAfterFix = (fix: FixFlags['fix']): string | undefined =>
  fix === undefined || fix === true || FIX_MODES.some((mode) => mode === fix) ? undefined : fix;

/** Parsed options of fixes. */
export interface FixFlags extends RewriteFlags {
  /** True without a value. A value that is no mode is the first file. */
  readonly fix?: string | true;
  readonly dryRun?: boolean;
  readonly interactive?: boolean;
}

/** Adds the options of fixes to a command. */
export const addFixOptions = (command: Command): Command =>
  addRewriteOptions(
    command
      .option(
        '--fix [which]',
        'fix: safe never changes which moves are played; all takes preferred repairs, too (default: safe)',
      )
      .option('--dry-run', 'write and request nothing; show what would be done')
      .option('--interactive', 'fix what is safe, and ask on the terminal about every other fix'),
  );

/** Returns the kind of fixes that flags ask for; undefined for none. */
export function fixMode({ fix, interactive, dryRun, out, inPlace }: FixFlags): FixMode | undefined {
  if (fix !== undefined || interactive === true) return fix === 'all' ? 'all' : 'safe';
  if (dryRun === true || out !== undefined || inPlace === true)
    throw usageError(
      `${dryRun === true ? '--dry-run' : out === undefined ? '--in-place' : '--out'} requires --fix or --interactive`,
    );
  return undefined;
}
