import { realpathSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../command.ts';

/** The real place of a path, of which only the beginning may exist. */
function realPlace(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const above = path.dirname(file);
    return above === file ? file : path.join(realPlace(above), path.basename(file));
  }
}

/**
 * Refuses an output of an experiment that is not below the experiment's folder, links included: the file may be somebody
 * else's.
 */
export function checkInside(folder: string, output: string, file: string): void {
  const from = realPlace(path.resolve(folder));
  const relative = path.relative(from, realPlace(path.resolve(file)));
  const isInside =
    relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  if (isInside) return;
  throw usageError(
    `the output ${output} of the experiment is outside of its folder; use a folder below it, or --out to name the run file yourself`,
  );
}
