import {
  openGenerator,
  type TraceGenerator,
  type TraceRow,
  type TraceRows,
} from '../../core/traces/generate/trace-rows.ts';
import { WorldError } from '../worker/worker-protocol.ts';
import type { JobContext, Steps, TraceRowsJob, TraceRowsOutput } from './jobs.ts';

/** The last recipe of the thread: its world may be large, or a program that was started. */
let last: { readonly key: string; readonly generator: TraceGenerator } | undefined;

/** Draws between two pauses. */
const STEP = 4;

/** Searches the tasks of some draws of a dataset; the progress counts draws. */
export function* runTraceRows(
  { recipe, from, to }: TraceRowsJob,
  { cancellation, progress }: JobContext,
): Steps<TraceRowsOutput> {
  const key = JSON.stringify(recipe);
  if (last?.key !== key) {
    const opened = openGenerator(recipe);
    if (!opened.ok) return { failure: opened.error };
    last = { key, generator: opened.value };
  }
  const { generator } = last;
  const rows: TraceRow[] = [];
  const left = { undrawn: 0, tooLarge: 0, unspoiled: 0 };
  for (let at = from; at < to && !cancellation.cancelled; at += STEP) {
    let part: TraceRows;
    try {
      part = generator.rows(at, Math.min(to, at + STEP));
    } catch (error) {
      if (error instanceof WorldError) return { failure: error.message };
      throw error;
    }
    rows.push(...part.rows);
    left.undrawn += part.undrawn;
    left.tooLarge += part.tooLarge;
    left.unspoiled += part.unspoiled;
    progress(at - from, to - from);
    yield;
  }
  return { rows, ...left };
}
