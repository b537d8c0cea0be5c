import { MARKS, type Mark } from '../../../core/metrics/mark.ts';
import type { PredictionMark } from '../../../protocol/marks.ts';

/** The line on which each prediction starts, by mark. A line has one mark in the gutter: the worst of its predictions. */
export function worstOfLine(marks: readonly Pick<PredictionMark, 'range' | 'mark'>[]): Record<Mark, number[]> {
  const worst = new Map<number, Mark>();
  for (const { range, mark } of marks) {
    const before = worst.get(range.start.line);
    if (before === undefined || MARKS.indexOf(mark) > MARKS.indexOf(before)) worst.set(range.start.line, mark);
  }
  const lines: Record<Mark, number[]> = { exact: [], near: [], wrong: [], none: [] };
  for (const [line, mark] of worst) lines[mark].push(line);
  return lines;
}
