import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LinkOf } from '../../core/report/html/worst-boards.ts';
import type { WorstSample } from '../../core/report/report.ts';
import { GamePlaces } from '../../models/report/game-places.ts';
import type { ScoredRun } from '../../models/report/score-run.ts';
import { readText } from '../io/text-file.ts';

/** PGNs that runs were made of, as far as they were found. */
export interface FoundGames {
  /** The PGN of an answer, by its path as seen from here. */
  readonly pgnOf: (worst: WorstSample) => { readonly file: string; readonly places: GamePlaces } | undefined;
  /** A link that opens VS Code at the move. */
  readonly linkOf: LinkOf;
}

/** The PGN that was named, else for each run the one of its name beside it. */
export async function findGames(runs: readonly ScoredRun[], named: string | undefined): Promise<FoundGames> {
  const files = new Map<string, { readonly file: string; readonly places: GamePlaces }>();
  for (const { source, run } of runs) {
    const { games } = run;
    const file =
      named ?? (games === undefined ? undefined : path.join(path.dirname(source.path), path.basename(games)));
    if (files.has(games ?? '') || file === undefined || file === '-' || !existsSync(file)) continue;
    const { text } = await readText(file);
    files.set(games ?? '', { file: path.relative('.', file), places: new GamePlaces(text) });
  }
  return {
    pgnOf: ({ games }) => files.get(games ?? ''),
    linkOf: ({ place }) => place && `vscode://file${pathToFileURL(path.resolve(place.file)).pathname}:${place.line}`,
  };
}
