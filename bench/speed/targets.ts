import { figure, percent, type Table } from '../harness/table.ts';
import type { DeepResult } from './deep.ts';
import { EXACT_3, EXACT_4, type MethodsResult } from './methods.ts';
import type { PerftResult } from './perft.ts';
import { REAL, REALISTIC, type ThroughputResult, WITH_CONDITIONAL } from './throughput.ts';

/** One target of the project, and what this run says about it. */
export interface Target {
  readonly what: string;
  readonly target: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Everything that the speed benchmark measured. */
export interface SpeedResults {
  readonly methods: MethodsResult;
  readonly deep: readonly DeepResult[];
  readonly perft: readonly PerftResult[];
  readonly throughput: readonly ThroughputResult[];
}

/** Judges a run by the targets. What was not measured (a quick run draws fewer pairs) is left out. */
export function judge({ methods, deep, perft, throughput }: SpeedResults): Target[] {
  const targets: Target[] = [];
  const below = (what: string, value: number | undefined, limit: number, unit: string): void => {
    if (value === undefined) return;
    targets.push({
      what,
      target: `${limit} ${unit} or less`,
      measured: `${figure(value)} ${unit}`,
      met: value <= limit,
    });
  };
  const cpu = (name: string) => methods.methods.find((m) => m.name === name)?.cpuMs;
  below('exact p_4 and r_4, median', cpu(EXACT_4)?.median, 10, 'ms');
  below('exact p_4 and r_4, p95', cpu(EXACT_4)?.p95, 25, 'ms');
  below('exact p_3 and r_3, median', cpu(EXACT_3)?.median, 0.7, 'ms');
  const fast = deep.filter((d) => d.cpuMs.median <= 50).at(-1) ?? deep[0];
  for (const q of ['median', 'p95'] as const) {
    targets.push({
      what: `stratified p_${fast.m} where above 0.01, N = ${fast.samples.toLocaleString('en')}, ${q} of the pairs`,
      target: 'relative standard error below 0.5 % in 50 ms',
      measured: `${percent(fast.reported[q])} in ${figure(fast.cpuMs[q])} ms`,
      met: fast.reported[q] < 0.005 && fast.cpuMs[q] <= 50,
    });
  }
  const seconds = (name: string) => throughput.find((t) => t.name === name)?.wallS.median;
  below(`${REAL}, all cores`, seconds(REAL), 8, 's');
  below(`${REAL}${WITH_CONDITIONAL}, all cores`, seconds(REAL + WITH_CONDITIONAL), 10, 's');
  below(`${REALISTIC}, all cores`, seconds(REALISTIC), 75, 's');
  const start = perft[0];
  targets.push({
    what: `perft ${start.depth} from the start position`,
    target: '60 million nodes a second or more',
    measured: `${figure(start.arena.median)} million`,
    met: start.arena.median >= 60,
  });
  const ratio = start.ratio ?? Number.NaN;
  targets.push({
    what: 'the same, against chessops in the same run',
    target: '8 × or more',
    measured: `${figure(ratio)} ×`,
    met: ratio >= 8,
  });
  return targets;
}

export function targetsTable(targets: readonly Target[]): Table {
  return {
    title: 'Targets',
    columns: ['what', 'target', 'measured', 'met'],
    rows: targets.map(({ what, target, measured, met }) => [what, target, measured, met ? 'yes' : 'NO']),
    notes: [],
  };
}
