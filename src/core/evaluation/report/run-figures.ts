import { Cell } from './cell.ts';
import type { ReportRun } from './report-sample.ts';
import { buildSeries } from './series.ts';

/** Figures of a run in a line: those of its best model. */
export interface RunFigures {
  readonly model: string;
  /** Number of models in the run. */
  readonly models: number;
  /** Depth of p. */
  readonly m: number;
  /** Mean p_m, and half of its 95 % interval; null with too few games for one. */
  readonly p: number;
  readonly margin: number | null;
  /** Number of exact answers, of all scored ones; samples of one prompt and number count once. */
  readonly exact: number;
  readonly answers: number;
}

/** Returns the figures of a scored run over all templates and lengths; undefined if nothing is scored. */
export function runFigures(run: ReportRun, m: number): RunFigures | undefined {
  const cells = new Map<string, Cell>();
  for (const { placed } of buildSeries([run]).series)
    for (const item of placed) {
      const { model } = item.sample;
      const cell = cells.get(model) ?? new Cell();
      cells.set(model, cell);
      cell.add(item);
    }
  let best: RunFigures | undefined;
  for (const [model, cell] of cells) {
    const { p, verdicts, answers } = cell.figures(null);
    const mean = p.at(-1);
    if (mean === undefined || answers === 0 || mean.value <= (best?.p ?? -1)) continue;
    const { low, high } = mean;
    const margin = low === null || high === null ? null : (high - low) / 2;
    best = { model, models: cells.size, m, p: mean.value, margin, exact: verdicts.exact, answers };
  }
  return best;
}
