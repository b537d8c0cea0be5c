import { isUnread } from '../../../metrics/fen-reading.ts';
import { causeText } from '../../../metrics/sentence/causes.ts';
import { scoreColumns } from '../../sample/score-values.ts';
import { GameOpenings } from '../grouping.ts';
import type { ReportRun, ReportSample } from '../report-sample.ts';
import { lastP } from '../sample-scores.ts';
import { seriesNames } from '../series.ts';
import { type ListedSample, statusName } from './listed-sample.ts';

/** Returns all samples of runs in the order of the runs. Of two runs the second is compared with the first. */
export function listSamples(runs: readonly ReportRun[]): ListedSample[] {
  const nameOf = seriesNames(runs);
  const [first] = runs;
  const before = first !== undefined && runs.length === 2 ? answersOf(first) : undefined;
  const openings = new GameOpenings();
  return runs.flatMap((run, place) =>
    run.samples.map((sample) => {
      const other = place === 1 ? before?.get(pairKey(sample)) : undefined;
      return listedSample(run, sample, {
        series: nameOf(run, sample),
        opening: openings.nameOf(run, sample) ?? null,
        other,
      });
    }),
  );
}

/** Context of a sample in a report. */
interface Listing {
  readonly series: string;
  readonly opening?: string | null;
  /** p_m of the same sample in the first of two runs. */
  readonly other?: number | undefined;
}

/** Returns a sample of a run with all columns of lists. */
export function listedSample(
  { file, games }: Pick<ReportRun, 'file' | 'games'>,
  sample: ReportSample,
  { series, opening = null, other }: Listing,
): ListedSample {
  const { id, model, template, index, game, gameName, ply, san, variant, trueFen, predicted, error, scores } = sample;
  const isUnscored = scores === null && isUnread(predicted);
  const status = error !== undefined ? 'failed' : isUnscored ? 'unread' : scores === null ? 'unscored' : scores.verdict;
  // No spread: a report lists hundreds of thousands of samples.
  const scored = scoreColumns(scores, isUnscored);
  return {
    id,
    model,
    template: template ?? null,
    index,
    game,
    gameName: gameName ?? null,
    ply,
    san: san ?? null,
    variant,
    trueFen,
    predicted: isUnscored ? null : predicted,
    doubtful: sample.doubtful === true,
    error: error ?? null,
    verdict: scored.verdict,
    sentence: scored.sentence,
    cause: scored.cause,
    causePly: scored.causePly,
    causeMove: scored.causeMove,
    p: scored.p,
    r: scored.r,
    f: scored.f,
    editDistance: scored.editDistance,
    rawEditDistance: scored.rawEditDistance,
    wrongSquares: scored.wrongSquares,
    series,
    file,
    games: games ?? null,
    opening,
    move: san === undefined ? null : moveBefore(trueFen, san),
    status,
    causeText: scores === null ? statusName(status) : causeText(scores.cause),
    change: other === undefined || scores === null ? null : lastP(scores) - other,
  };
}

/** Side to move and fullmove number of a FEN. */
const TURN = /^\s*\S+\s+([wb])\s+\S+\s+\S+\s+\S+\s+(\d{1,5})\s*$/;

/** Returns the move that led to a position with its number: `12...O-O`; without a readable number the move alone. */
function moveBefore(fen: string, san: string): string {
  const [, side, number] = TURN.exec(fen) ?? [];
  if (side === 'b') return `${number}.${san}`;
  return Number(number) > 1 ? `${Number(number) - 1}...${san}` : san;
}

function answersOf({ samples }: ReportRun): Map<string, number> {
  const answers = new Map<string, number>();
  for (const sample of samples) if (sample.scores !== null) answers.set(pairKey(sample), lastP(sample.scores));
  return answers;
}

/** Returns a key that is equal for equal positions of equal sample number. */
const pairKey = ({ game, ply, index, trueFen }: ReportSample): string => `${game}/${ply}/${index}/${trueFen}`;
