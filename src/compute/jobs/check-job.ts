import { endPosition, LineIndex } from '../../core/base/text/lines.ts';
import { checkCounted, checkText } from '../../core/languages/check.ts';
import type { Diagnostic } from '../../core/notation/diagnostic.ts';
import type { CheckJob, CheckOutput, DiagnoseJob, Finding, JobContext } from './jobs.ts';

/** Checks a text for a list of findings. */
export function runCheck(job: CheckJob, { cancellation }: Pick<JobContext, 'cancellation'>): CheckOutput {
  const { text, language, options } = job;
  const { found, games } = checkCounted(text, language, options, cancellation);
  if (found.length === 0) return { findings: [], games, end: endPosition(text) };
  const lines = new LineIndex(text);
  return { findings: textFindings(lines, found), games, end: lines.positionAt(text.length) };
}

/** Returns the diagnostics of a text with their lines. */
export const textFindings = (lines: LineIndex, found: readonly Diagnostic[]): Finding[] =>
  found.map(({ range, severity, code, message, game, ply }) => ({
    range: { start: lines.positionAt(range.start), end: lines.positionAt(range.end) },
    severity,
    code,
    message,
    game: game ?? null,
    ply: ply ?? null,
  }));

/** Checks a part of a document whose diagnostics are stored with it. */
export const runDiagnose = (job: DiagnoseJob, { cancellation }: Pick<JobContext, 'cancellation'>) =>
  checkText(job.text, job.language, job.options, cancellation);
