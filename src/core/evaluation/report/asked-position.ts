import type { AskedPosition } from './report-lists.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';

/** The position that a sample of a run asks about. */
export const askedPosition = (
  { games }: Pick<ReportRun, 'games'>,
  { game, gameName, ply, san, variant, trueFen }: ReportSample,
): AskedPosition => ({
  games: games ?? null,
  game,
  gameName: gameName ?? null,
  ply,
  san: san ?? null,
  variant,
  trueFen,
});
