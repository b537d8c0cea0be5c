import { checkCounted } from '../../src/core/languages/check.ts';
import { type Spread, spreadOf } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { tidy, timed } from '../harness/timed.ts';
import { chessExamples } from './examples.ts';

/** How a MAV file of different examples was checked. */
export interface ExamplesResult {
  readonly megabytes: number;
  readonly examples: number;
  /** Seconds of CPU time on one core: the first time in this process, and when the code is warm. */
  readonly first: number;
  readonly warm: Spread;
  /** 0: no example has a fault. */
  readonly faults: number;
}

const SIZE = 5e6;

/** Checks different examples of chess, all of them in this process. */
export function checkExamples(rounds: number): ExamplesResult {
  const examples = chessExamples((_, length) => length >= SIZE);
  const text = examples.join('');
  const seconds: number[] = [];
  let faults = 0;
  for (let round = 0; round <= rounds; round++) {
    tidy();
    const { value, cpuMs } = timed(() => checkCounted(text, 'mav'));
    faults += value.found.length;
    seconds.push(cpuMs / 1000);
  }
  const [first = Number.NaN, ...warm] = seconds;
  return { megabytes: text.length / 1e6, examples: examples.length, first, warm: spreadOf(warm), faults };
}

export const examplesTable = ({ megabytes, examples, first, warm, faults }: ExamplesResult): Table => ({
  title: 'MAV examples, each of another position',
  columns: ['MB', 'examples', 'first time, s', 'min', 'median', 'max', 'target', 'met'],
  rows: [
    [
      figure(megabytes),
      String(examples),
      ...[first, warm.min, warm.median, warm.max].map(figure),
      '2',
      first < 2 && faults === 0 ? 'yes' : 'NO',
    ],
  ],
  notes: [
    'CPU time of all diagnostics in this process, garbage collection included. Every second example has the position before, its move and five actions, the others have all actions; positions are from the games of the fixtures.',
  ],
});
