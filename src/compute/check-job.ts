import { checkText } from '../core/check.ts';
import { LineIndex } from '../core/text/line-index.ts';
import type { JobContext } from './job.ts';
import type { CheckJob, DiagnoseJob, Finding } from './jobs.ts';

/** Checks one document. */
export function runCheck(job: CheckJob, { cancellation }: Pick<JobContext, 'cancellation'>): readonly Finding[] {
  const { text, language, options } = job;
  const diagnostics = checkText(text, language, options, cancellation);
  if (diagnostics.length === 0) return [];
  const lines = new LineIndex(text);
  return diagnostics.map(({ range, severity, code, message, game, ply }) => ({
    range: { start: lines.positionAt(range.start), end: lines.positionAt(range.end) },
    severity,
    code,
    message,
    game: game ?? null,
    ply: ply ?? null,
  }));
}

/** Checks a part of a document. */
export const runDiagnose = (job: DiagnoseJob, { cancellation }: Pick<JobContext, 'cancellation'>) =>
  checkText(job.text, job.language, job.options, cancellation);
