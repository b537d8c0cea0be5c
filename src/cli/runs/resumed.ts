import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { readRunHeader } from '../../models/runs/node-run-file.ts';
import { GAMES_FOLDERS } from '../../models/runs/resumption.ts';
import { EXIT } from '../command.ts';
import { attemptAsync, CliError, usageError } from '../failure.ts';

/** The header of a run file, for a command that cannot do without one. */
export async function headerOfFile(file: string): Promise<RunHeader> {
  const header = await attemptAsync(`cannot read ${file}`, () => readRunHeader(file));
  if (!header.ok) throw new CliError(`${file}: ${header.error}`, EXIT.usage);
  return header.value;
}

/** Where the PGN of a run is: only its name is in the run file. */
export function gamesOf(file: string, { games }: RunHeader, given: string | undefined): string {
  if (given !== undefined) return given;
  if (games === undefined) throw usageError(`${file} does not name its games; --games does`);
  const folders = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), '.'];
  const found = folders.map((one) => path.join(one, games.file)).find((one) => existsSync(one));
  if (found === undefined) throw usageError(`${games.file}, the PGN of ${file}, is not beside it; --games names it`);
  return found;
}
