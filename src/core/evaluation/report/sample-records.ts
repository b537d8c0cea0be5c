import { askedPosition } from './asked-position.ts';
import type { SampleRecord } from './report-lists.ts';
import type { ReportSample } from './report-sample.ts';
import type { Series } from './series.ts';

/** Wrong squares; null where an answer has no whole placement, of which no number of them would be true. */
export const wrongSquares = (scores: ReportSample['scores']): number | null =>
  scores === null || scores.verdict === 'none' || scores.verdict === 'unparsable' ? null : scores.wrong;

/** Every sample of some series, in the order of games and plies. */
export const sampleRecords = (series: readonly Series[]): SampleRecord[] =>
  series.flatMap(({ name, placed }) =>
    placed.map(({ sample, run }): SampleRecord => {
      const { id, predicted, scores, error } = sample;
      return {
        series: name,
        file: run.file,
        id,
        ...askedPosition(run, sample),
        predicted,
        verdict: scores?.verdict ?? null,
        sentence: scores?.sentence ?? null,
        cause: scores?.cause.id ?? null,
        causePly: scores?.cause.ply ?? null,
        causeMove: scores?.cause.move ?? null,
        p: scores?.p.at(-1) ?? null,
        r: scores?.r.at(-1) ?? null,
        f: scores?.f ?? null,
        edit: scores?.edit ?? null,
        squaresWrong: wrongSquares(scores),
        error: error ?? null,
      };
    }),
  );
