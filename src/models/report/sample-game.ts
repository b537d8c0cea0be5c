import { LineIndex } from '../../core/base/text/lines.ts';
import { type LineAnswer, stateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { BoardLink } from '../../core/evaluation/report/html/worst-boards.ts';
import { type SampleLine, sampleHistory } from '../../core/evaluation/report/line-history.ts';
import type { PageSample } from '../../core/evaluation/report/list/listed-sample.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import type { ReportRun, ReportSample } from '../../core/evaluation/report/report-sample.ts';
import { answerFacts } from '../../core/evaluation/runs/answer-facts.ts';
import type { FenVariant } from '../../core/metrics/compare.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import type { StandaloneLine } from '../../protocol/state.ts';
import { mainLines } from '../predict/main-lines.ts';
import { ownLine, type RunAnswers, type StoredSample, sampleAnswer, scoredPart } from './sample-details.ts';

/** Answers of a line that are shown; a game that was asked about more often is one of many models or samples. */
const MOST = 400;
/** Answers that are read at the same time. */
const AT_ONCE = 16;

/** The game that a sample is about, as its PGN has it. */
export interface PgnLine extends SampleLine {
  /** Who played; undefined where the game does not say. */
  readonly title?: string | undefined;
}

/** A sample of a report about a game, with where its answer is. */
export interface SampleOfReport {
  readonly listed: PageSample;
  readonly sample: ReportSample & { readonly variant: FenVariant };
  readonly run: ReportRun;
  readonly answers: RunAnswers | undefined;
}

/**
 * The game of a sample with everything that the runs of the report asked about it, for the state view: it opens at the sample's
 * position, with its model selected. The moves are those of the PGN, else those that the run holds, as long as they lead to the asked
 * position; without any the line is that position alone.
 *
 * @param chosen the sample; of several that its model gave there it is the one that is shown
 * @param all of the report, the chosen one among them
 * @param m depth of p and r
 * @param found the game, where its PGN is there
 */
export async function sampleState(
  chosen: SampleOfReport,
  all: readonly SampleOfReport[],
  m: number,
  found: PgnLine | undefined,
): Promise<StandaloneLine> {
  const own = await storedOf(chosen);
  const { sample, listed, run } = chosen;
  const lines = [found, run.lines?.get(sample.game), ownLine(sample, run, own)];
  const plies = lines
    .flatMap((line) => (line === undefined ? [] : [playedTo(line, sample)]))
    .find((one) => one !== undefined);
  const line: readonly HistoryPly[] = plies ?? [{ ply: sample.ply, fen: sample.trueFen }];
  const steps = new Map(line.map(({ ply }, i) => [ply, i]));
  const placed = onLine(chosen, all, line, steps);
  const stored = [own, ...(await storedOfAll(placed.slice(1)))];
  const labelled = placed.map((one, i) => ({
    ...one,
    at: steps.get(one.sample.ply) ?? 0,
    label: labelOf(one),
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
    { title: titleOf(chosen, found, plies !== undefined), variant: sample.variant, m },
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

/** The samples that are about positions of a line, the chosen one first, then those of its model, then those of its position. */
function onLine(
  chosen: SampleOfReport,
  all: readonly SampleOfReport[],
  line: readonly HistoryPly[],
  steps: ReadonlyMap<number, number>,
): SampleOfReport[] {
  const isOnLine = ({ sample, run }: SampleOfReport): boolean => {
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
  const rank = ({ listed, sample }: SampleOfReport): number =>
    listed.series === chosen.listed.series ? 0 : sample.ply === chosen.sample.ply ? 1 : 2;
  const others = all.filter((one) => one.sample !== chosen.sample && isOnLine(one));
  return [chosen, ...others.sort((a, b) => rank(a) - rank(b)).slice(0, MOST - 1)];
}

/** The states of a line, if it leads to the position of a sample. */
function playedTo(
  { startFen, moves }: Pick<SampleLine, 'startFen'> & { readonly moves: readonly string[] | string },
  sample: SampleOfReport['sample'],
) {
  const words = typeof moves === 'string' ? moves.split(' ').filter((san) => san !== '') : moves;
  const plies = sampleHistory({ startFen, moves: words }, sample.variant)?.plies;
  const fen = plies?.[sample.ply]?.fen;
  return fen !== undefined && isSamePosition(fen, sample.trueFen) ? plies : undefined;
}

/** The same pieces, and the same side to move: what else a FEN says depends on who wrote it. */
const isSamePosition = (a: string, b: string): boolean => fields(a) === fields(b);
const fields = (fen: string): string => fen.trim().split(/\s+/, 2).join(' ');

/** The model with the number of its sample from the second one on; a name that has a `#` itself always has one. */
function labelOf({ listed: { series, index } }: SampleOfReport): string {
  return index > 0 || series.includes('#') ? `${series}#${index + 1}` : series;
}

/** Who played, else the name or the number of the game; of a position without its moves the ply, too. */
function titleOf({ listed, run, sample }: SampleOfReport, found: PgnLine | undefined, hasMoves: boolean): string {
  const name = found?.title ?? listed.gameName ?? `Game ${sample.game + 1} of ${run.games ?? run.file}`;
  return hasMoves ? name : `${name}, ply ${sample.ply}`;
}

const storedOf = async ({ sample, answers }: SampleOfReport): Promise<StoredSample | undefined> =>
  await answers?.get(sample.id).catch(() => undefined);

async function storedOfAll(all: readonly SampleOfReport[]): Promise<(StoredSample | undefined)[]> {
  const stored: (StoredSample | undefined)[] = [];
  for (let i = 0; i < all.length; i += AT_ONCE)
    stored.push(...(await Promise.all(all.slice(i, i + AT_ONCE).map(storedOf))));
  return stored;
}

/** A PGN that runs were made of. */
export interface RunPgn {
  /** As a reader of the report knows it. */
  readonly file: string;
  readonly text: string;
  /** A link that opens it; with a colon and a number behind it, at that line. Undefined where nothing does. */
  readonly link?: string;
}

/** PGNs that were found, by the name that runs have for them; empty for runs that name none. */
export type GamesByName = ReadonlyMap<string, RunPgn>;

/** The report with the places of its worst answers, as far as their PGNs were found. */
export function withPlaces(report: Report, found: GamesByName): Report {
  const places = new Map([...found].map(([name, { text }]) => [name, new Places(text, gamesOf(report, name))]));
  const worst = report.worst.map((one) => {
    const line = places.get(one.games ?? '')?.lineOf(one.game, one.ply);
    const pgn = found.get(one.games ?? '');
    return pgn === undefined || line === undefined ? one : { ...one, place: { file: pgn.file, line } };
  });
  return { ...report, worst };
}

/** Links to those places. */
export const linksTo =
  (found: GamesByName): BoardLink =>
  ({ games, place }) => {
    const link = found.get(games ?? '')?.link;
    return link === undefined || place === undefined ? undefined : `${link}:${place.line}`;
  };

const gamesOf = ({ worst }: Report, name: string): Set<number> =>
  new Set(worst.flatMap(({ games, game }) => ((games ?? '') === name ? [game] : [])));

/** Lines of a PGN in which moves of its main lines stand. */
class Places {
  readonly #index: LineIndex;
  readonly #starts = new Map<number, (ply: number) => number | undefined>();

  /** @param games those that will be asked for; a file may hold thousands of others */
  constructor(pgn: string, games: ReadonlySet<number>) {
    this.#index = new LineIndex(pgn);
    for (const line of mainLines(pgn, games)) this.#starts.set(line.game, (ply) => line.rangeOf(ply)?.start);
  }

  /** The line, from 1, of the half-move that leads to a ply; undefined where it is not there, and before the first one. */
  lineOf(game: number, ply: number): number | undefined {
    const start = this.#starts.get(game)?.(ply);
    return start === undefined ? undefined : this.#index.positionAt(start).line + 1;
  }
}
