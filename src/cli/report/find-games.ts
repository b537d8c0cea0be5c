import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FoundGames, GamesByName } from '../../models/report/game-places.ts';
import type { ScoredRun } from '../../models/report/score-run.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-file.ts';

/** The PGN that was named, else for each run the one of its name beside it; files are named as seen from here. */
export async function findGames(
  terminal: Terminal,
  runs: readonly ScoredRun[],
  named: string | undefined,
): Promise<GamesByName> {
  const found = new Map<string, FoundGames>();
  for (const { source, run } of runs) {
    const { games } = run;
    const file =
      named ?? (games === undefined ? undefined : path.join(path.dirname(source.path), path.basename(games)));
    if (found.has(games ?? '') || file === undefined || file === '-' || !existsSync(file)) continue;
    const { text } = await readText(terminal, file);
    const link = `vscode://file${pathToFileURL(path.resolve(file)).pathname}`;
    found.set(games ?? '', { file: path.relative('.', file), text, link });
  }
  return found;
}
