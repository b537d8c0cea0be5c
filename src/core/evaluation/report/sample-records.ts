import { UNREAD_TEXT } from '../../metrics/sentence/answer-text.ts';
import { isUnread } from '../../metrics/stated-fields.ts';
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
      const { id, scores, error } = sample;
      const isOpen = scores === null && isUnread(sample.predicted);
      return {
        series: name,
        file: run.file,
        id,
        ...askedPosition(run, sample),
        predicted: isOpen ? null : sample.predicted,
        verdict: scores?.verdict ?? (isOpen ? 'unread' : null),
        doubtful: sample.doubtful === true,
        sentence: scores?.sentence ?? (isOpen ? UNREAD_TEXT : null),
        cause: scores?.cause.id ?? (isOpen ? 'unread' : null),
        causePly: scores?.cause.ply ?? null,
        causeMove: scores?.cause.move ?? null,
        p: scores?.p.at(-1) ?? null,
        r: scores?.r.at(-1) ?? null,
        f: scores?.f ?? null,
        edit: scores?.edit ?? null,
        rawEdit: scores?.rawEdit ?? null,
        squaresWrong: wrongSquares(scores),
        error: error ?? null,
      };
    }),
  );
