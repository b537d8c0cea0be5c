import { UNREAD_TEXT } from '../../../metrics/sentence/answer-text.ts';
import { causeText } from '../../../metrics/sentence/causes.ts';
import { isUnread } from '../../../metrics/stated-fields.ts';
import { GameOpenings } from '../game-openings.ts';
import type { ReportRun, ReportSample } from '../report-sample.ts';
import { wrongSquares } from '../sample-records.ts';
import { lastP } from '../sample-scores.ts';
import { seriesNames } from '../series.ts';
import { type ListedSample, statusName, UNSCORED } from './listed-sample.ts';

/** All samples of runs in the order of the runs. Of two runs the second is held against the first. */
export function listSamples(runs: readonly ReportRun[]): ListedSample[] {
  const nameOf = seriesNames(runs);
  const [first] = runs;
  const before = first !== undefined && runs.length === 2 ? answersOf(first) : undefined;
  const openings = new GameOpenings();
  return runs.flatMap((run, place) =>
    run.samples.map((sample) => {
      const other = place === 1 ? before?.get(pairKey(sample)) : undefined;
      return listed(run, sample, nameOf(run, sample), openings.nameOf(run, sample) ?? null, other);
    }),
  );
}

function listed(
  { file, games }: ReportRun,
  sample: ReportSample,
  series: string,
  opening: string | null,
  other: number | undefined,
): ListedSample {
  const { id, template, index, game, gameName, ply, san, variant, trueFen, predicted, error, scores } = sample;
  const isOpen = scores === null && isUnread(predicted);
  const status = error !== undefined ? 'failed' : isOpen ? 'unread' : scores === null ? 'unscored' : scores.verdict;
  return {
    file,
    id,
    series,
    template: template ?? null,
    index,
    games: games ?? null,
    game,
    gameName: gameName ?? null,
    opening,
    ply,
    move: san === undefined ? null : moveBefore(trueFen, san),
    variant,
    trueFen,
    predicted: isOpen ? null : predicted,
    ...(sample.doubtful === true && { doubtful: true }),
    status,
    cause: scores?.cause.id ?? status,
    causeText: scores === null ? statusName(status) : causeText(scores.cause),
    sentence:
      scores?.sentence ??
      (error === undefined ? (isOpen ? UNREAD_TEXT : UNSCORED.unscored) : `${UNSCORED.failed}: ${error}`),
    p: scores === null ? null : lastP(scores),
    r: scores?.r.at(-1) ?? null,
    edit: scores?.edit ?? null,
    wrong: wrongSquares(scores),
    change: other === undefined || scores === null ? null : lastP(scores) - other,
  };
}

/** Side to move and number of a FEN. */
const TURN = /^\s*\S+\s+([wb])\s+\S+\s+\S+\s+\S+\s+(\d{1,5})\s*$/;

/** The move that led to a position with its number: `12...O-O`; without a readable number the move alone. */
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

/** The same position asked about for the same time. */
const pairKey = ({ game, ply, index, trueFen }: ReportSample): string => `${game}/${ply}/${index}/${trueFen}`;
