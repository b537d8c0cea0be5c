import type { RunMetrics } from '../../core/evaluation/runs/run-metrics.ts';
import { RunReader } from '../../core/evaluation/runs/run-reader.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { DEFAULT_LAMBDA } from '../../core/metrics/strings.ts';
import type { RunSource } from './run-source.ts';

/** The metrics that runs name in their headers. */
export interface NamedMetrics {
  /** Undefined where no run names any, or they differ. */
  readonly metrics: RunMetrics | undefined;
  /** False if the runs do not name the same. */
  readonly agree: boolean;
}

/** The metrics that all runs name. Runs from a pipe can be read once only, and are left out. Never rejects. */
export async function namedMetrics(sources: readonly RunSource[]): Promise<NamedMetrics> {
  const named: (RunMetrics | undefined)[] = [];
  for (const source of sources) if (source.isAgain) named.push((await headerOf(source))?.metrics);
  const texts = new Set(named.map((metrics) => JSON.stringify(metrics)));
  return texts.size > 1 ? { metrics: undefined, agree: false } : { metrics: named[0], agree: true };
}

/** The header of a run; undefined where it cannot be read, which its scoring reports. */
async function headerOf(source: RunSource): Promise<RunHeader | undefined> {
  try {
    for (const part of await source.parts()) {
      const reader = new RunReader();
      const decoder = new TextDecoder();
      for await (const bytes of part.bytes()) {
        const header = reader.push(decoder.decode(bytes, { stream: true })).find(({ type }) => type === 'header');
        if (header?.type === 'header') return header.header;
        if (reader.stopped) break;
      }
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** The options that score samples by the metrics of a run, in the order in which keys of kept scores have them. */
export function scoringOptions(metrics: RunMetrics): CompareOptions {
  const { depth: m = 4, method = 'auto', seed = 0, terminal = 'accept', samples, targetError, policy } = metrics;
  const affordance = {
    m,
    method,
    seed,
    terminal,
    rescale: 'sum' as const,
    ...(samples !== undefined && { samples }),
    ...(targetError !== undefined && { targetError }),
    ...(policy !== undefined && { policy }),
    ...(metrics.importance === true && { importance: true }),
  };
  return { affordance, lambda: DEFAULT_LAMBDA, enPassant: 'as-written' };
}
