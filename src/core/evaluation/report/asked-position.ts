import type { SamplePosition } from './report-lists.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';

/** The position that a sample of a run asks about. */
export const samplePosition = (
  { games }: Pick<ReportRun, 'games'>,
  { game, gameName, ply, san, variant, trueFen }: ReportSample,
): SamplePosition => ({
  games: games ?? null,
  game,
  gameName: gameName ?? null,
  ply,
  san: san ?? null,
  variant,
  trueFen,
});
