import { openingOfMoves } from '../../notation/openings/line-opening.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';

/** The openings of the games of runs, each looked up once. */
export class GameOpenings {
  readonly #ofRuns = new Map<ReportRun['lines'], Map<number, string | undefined>>();

  /**
   * The name of the opening of a sample's game, as far as the run holds its moves. Undefined where no position of it has a name, or
   * its moves are not known.
   */
  nameOf(
    { lines }: Pick<ReportRun, 'lines'>,
    { game, variant }: Pick<ReportSample, 'game' | 'variant'>,
  ): string | undefined {
    if (lines === undefined || variant !== 'chess') return undefined;
    let games = this.#ofRuns.get(lines);
    if (games === undefined) this.#ofRuns.set(lines, (games = new Map<number, string | undefined>()));
    if (!games.has(game)) {
      const line = lines.get(game);
      games.set(game, line && openingOfMoves(line.startFen, line.moves)?.name);
    }
    return games.get(game);
  }

  /** The family of the opening, `Sicilian Defense` for all its variations; otherwise as `nameOf`. */
  familyOf(run: Pick<ReportRun, 'lines'>, sample: Pick<ReportSample, 'game' | 'variant'>): string | undefined {
    return this.nameOf(run, sample)?.split(':')[0];
  }
}
