import type { Report, WorstSample } from '../../core/report/report.ts';
import { LineIndex } from '../../core/text/line-index.ts';
import { mainLines } from '../asked-positions.ts';

/** Lines of a PGN in which moves of its main lines stand. */
export class GamePlaces {
  readonly #index: LineIndex;
  readonly #starts = new Map<number, (ply: number) => number | undefined>();

  constructor(pgn: string) {
    this.#index = new LineIndex(pgn);
    for (const line of mainLines(pgn)) this.#starts.set(line.game, (ply) => line.rangeOf(ply)?.start);
  }

  /** The line, from 1, of the half-move that leads to a ply; undefined where it is not there, and before the first one. */
  lineOf(game: number, ply: number): number | undefined {
    const start = this.#starts.get(game)?.(ply);
    return start === undefined ? undefined : this.#index.positionAt(start).line + 1;
  }
}

/**
 * The report with the places of its worst answers.
 *
 * @param pgnOf the PGN of an answer: its name as people know it, and its places; undefined where it was not found
 */
export function withPlaces(
  report: Report,
  pgnOf: (worst: WorstSample) => { readonly file: string; readonly places: GamePlaces } | undefined,
): Report {
  const worst = report.worst.map((one) => {
    const pgn = pgnOf(one);
    const line = pgn?.places.lineOf(one.game, one.ply);
    return pgn === undefined || line === undefined ? one : { ...one, place: { file: pgn.file, line } };
  });
  return { ...report, worst };
}
