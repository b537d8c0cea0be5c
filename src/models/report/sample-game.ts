import { LineIndex } from '../../core/base/text/lines.ts';
import { type LineAnswer, stateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { BoardLink } from '../../core/evaluation/report/html/worst-boards.ts';
import type { PageSample } from '../../core/evaluation/report/list/listed-sample.ts';
import type { Report, WorstSample } from '../../core/evaluation/report/report.ts';
import type { ReportRun, ReportSample } from '../../core/evaluation/report/report-sample.ts';
import { type SampleLine, sampleHistory } from '../../core/evaluation/report/sample-scores.ts';
import { answerFacts } from '../../core/evaluation/runs/answer-facts.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import type { StandaloneLine } from '../../protocol/state.ts';
import { isSamePosition } from '../import/plans/positions-in-text.ts';
import { mainLines } from '../predict/main-lines.ts';
import { ownLine, type RunAnswers, type StoredSample, sampleAnswer, scoredPart } from './sample-details.ts';

/** Limit of the answers shown for a line; a game with more questions is one of many models or samples. */
const MOST = 400;
/** Answers read concurrently. */
const AT_ONCE = 16;

/** Game of a sample, from its PGN. */
export interface PgnLine extends SampleLine {
  /** Players; undefined if the game does not name them. */
  readonly title?: string | undefined;
}

/** A sample of a report about a game, with the source of its answer. */
export interface ReportGameSample {
  readonly listed: PageSample;
  readonly sample: ReportSample & { readonly variant: ChessVariant };
  readonly run: ReportRun;
  readonly answers: RunAnswers | undefined;
}

/**
 * Returns the game of a sample with all questions of the report's runs about it, for the state view: it opens at the sample's position,
 * with its model selected. The moves are those of the PGN, else those in the run, provided that they lead to the requested position;
 * without moves the line is that position alone.
 *
 * @param chosen the sample; of several by its model at the position it is the one that is shown
 * @param all samples of the report, including the chosen one
 * @param m depth of p and r
 * @param found the game in its PGN, if that was found
 */
export async function sampleState(
  chosen: ReportGameSample,
  all: readonly ReportGameSample[],
  m: number,
  found: PgnLine | undefined,
): Promise<StandaloneLine> {
  const own = await storedSample(chosen);
  const { sample, listed, run } = chosen;
  const lines = [found, run.lines?.get(sample.game), ownLine(sample, run, own)];
  const plies = lines
    .flatMap((line) => (line === undefined ? [] : [playedTo(line, sample)]))
    .find((item) => item !== undefined);
  const line: readonly HistoryPly[] = plies ?? [{ ply: sample.ply, fen: sample.trueFen }];
  const steps = new Map(line.map(({ ply }, i) => [ply, i]));
  const placed = onLine(chosen, all, line, steps);
  const stored = [own, ...(await storedSamples(placed.slice(1)))];
  const labelled = placed.map((entry, i) => ({
    ...entry,
    at: steps.get(entry.sample.ply) ?? 0,
    label: sampleLabel(entry),
    stored: stored[i],
  }));
  const shown = stateLine(
    line,
    labelled.map(({ at, label, sample: { predicted, scores }, stored }): LineAnswer => {
      const answer = stored && answerFacts(stored.sample);
      return {
        label,
        at,
        fen: predicted,
        ...(answer !== undefined && { answer }),
        ...(scores !== null && { scores: scoredPart(scores) }),
      };
    }),
    { title: sampleTitle(chosen, found, plies !== undefined), variant: sample.variant, m },
  );
  const [start, ...others] = shown.steps;
  const isAlone = plies === undefined && start !== undefined;
  return {
    line: isAlone ? { ...shown, steps: [{ ...start, name: listed.move ?? `ply ${sample.ply}` }, ...others] } : shown,
    at: steps.get(sample.ply) ?? 0,
    label: listed.series,
    answers: labelled.flatMap(({ label, at, listed, sample, run, stored }) => {
      if (stored === undefined) return [];
      const kept = sampleAnswer(listed, stored, ownLine(sample, run, stored));
      return [{ ...kept, label, step: at }];
    }),
  };
}

/**
 * Returns the samples about positions of a line: the chosen one first, then those of its model, then those of its position.
 */
function onLine(
  chosen: ReportGameSample,
  all: readonly ReportGameSample[],
  line: readonly HistoryPly[],
  steps: ReadonlyMap<number, number>,
): ReportGameSample[] {
  const isOnLine = ({ sample, run }: ReportGameSample): boolean => {
    const fen = line[steps.get(sample.ply) ?? -1]?.fen;
    const isSameGame = run === chosen.run || (run.games !== undefined && run.games === chosen.run.games);
    const { game, variant } = chosen.sample;
    // A failed request is no answer.
    return (
      isSameGame &&
      sample.game === game &&
      sample.variant === variant &&
      sample.error === undefined &&
      fen !== undefined &&
      isSamePosition(fen, sample.trueFen)
    );
  };
  const rank = ({ listed, sample }: ReportGameSample): number =>
    listed.series === chosen.listed.series ? 0 : sample.ply === chosen.sample.ply ? 1 : 2;
  const others = all.filter((item) => item.sample !== chosen.sample && isOnLine(item));
  return [chosen, ...others.sort((a, b) => rank(a) - rank(b)).slice(0, MOST - 1)];
}

/** Returns the states of a line if it leads to the position of a sample. */
function playedTo(
  { startFen, moves }: Pick<SampleLine, 'startFen'> & { readonly moves: readonly string[] | string },
  sample: ReportGameSample['sample'],
) {
  const words = typeof moves === 'string' ? moves.split(' ').filter((san) => san !== '') : moves;
  const plies = sampleHistory({ startFen, moves: words }, sample.variant)?.plies;
  const fen = plies?.[sample.ply]?.fen;
  return fen !== undefined && isSamePosition(fen, sample.trueFen) ? plies : undefined;
}

/** Returns the model's name with the number of its sample from the second one on; a name with a `#` always gets one. */
function sampleLabel({ listed: { series, index } }: ReportGameSample): string {
  return index > 0 || series.includes('#') ? `${series}#${index + 1}` : series;
}

/** Returns the players, else the name or the number of the game; for a position without its moves also the ply. */
function sampleTitle({ listed, run, sample }: ReportGameSample, found: PgnLine | undefined, hasMoves: boolean): string {
  const name = found?.title ?? listed.gameName ?? `Game ${sample.game + 1} of ${run.games ?? run.file}`;
  return hasMoves ? name : `${name}, ply ${sample.ply}`;
}

const storedSample = async ({ sample, answers }: ReportGameSample): Promise<StoredSample | undefined> =>
  await answers?.get(sample.id).catch(() => undefined);

async function storedSamples(all: readonly ReportGameSample[]): Promise<(StoredSample | undefined)[]> {
  const stored: (StoredSample | undefined)[] = [];
  for (let i = 0; i < all.length; i += AT_ONCE)
    stored.push(...(await Promise.all(all.slice(i, i + AT_ONCE).map(storedSample))));
  return stored;
}

/** A PGN from which runs were made. */
export interface RunPgn {
  /** Name that the reader of the report knows. */
  readonly file: string;
  readonly text: string;
  /** Link that opens it; a colon and a number after it select the line. Undefined if there is none. */
  readonly link?: string;
}

/** PGNs found, by their names in runs; empty for runs that name none. */
export type GamesByName = ReadonlyMap<string, RunPgn>;

/** Answer of a report that has a place in a PGN. */
type PlacedAnswer = Pick<WorstSample, 'games' | 'game' | 'ply'>;

/** Returns the report with the locations of its worst answers and losses, as far as their PGNs were found. */
export function withPlaces(report: Report, found: GamesByName): Report {
  const answers = [...report.worst, ...report.series.flatMap(({ losses }) => losses?.cases ?? [])];
  const places = new Map([...found].map(([name, { text }]) => [name, new Places(text, gameNumbers(answers, name))]));
  const withPlace = <T extends PlacedAnswer>(item: T): T => {
    const line = places.get(item.games ?? '')?.lineOf(item.game, item.ply);
    const pgn = found.get(item.games ?? '');
    return pgn === undefined || line === undefined ? item : { ...item, place: { file: pgn.file, line } };
  };
  return {
    ...report,
    worst: report.worst.map(withPlace),
    series: report.series.map((series) => {
      const { losses } = series;
      return losses === undefined ? series : { ...series, losses: { ...losses, cases: losses.cases.map(withPlace) } };
    }),
  };
}

/** Returns the links to these locations. */
export const linksTo =
  (found: GamesByName): BoardLink =>
  ({ games, place }) => {
    const link = found.get(games ?? '')?.link;
    return link === undefined || place === undefined ? undefined : `${link}:${place.line}`;
  };

const gameNumbers = (answers: readonly PlacedAnswer[], name: string): Set<number> =>
  new Set(answers.flatMap(({ games, game }) => ((games ?? '') === name ? [game] : [])));

/** Line numbers of the moves in the main lines of a PGN. */
class Places {
  readonly #index: LineIndex;
  readonly #starts = new Map<number, (ply: number) => number | undefined>();

  /** @param games games that will be asked for; a file may hold thousands of others */
  constructor(pgn: string, games: ReadonlySet<number>) {
    this.#index = new LineIndex(pgn);
    for (const line of mainLines(pgn, games)) this.#starts.set(line.game, (ply) => line.rangeOf(ply)?.start);
  }

  /** Returns the line, from 1, of the move that leads to a ply; undefined if it is missing, and for ply 0. */
  lineOf(game: number, ply: number): number | undefined {
    const start = this.#starts.get(game)?.(ply);
    return start === undefined ? undefined : this.#index.positionAt(start).line + 1;
  }
}
