import { ok, type Result } from '../../base/result.ts';
import { labelCell, type Scene, type SceneCell, type World } from '../world.ts';
import { Countdown, type CountdownState, readCountdown } from './countdown-rules.ts';

/**
 * Returns the average distance of the numbers to the target, `sum_heuristic` of Stream of Search. It is no bound: it
 * orders states.
 */
function sumEstimate({ target, numbers }: CountdownState): number {
  let sum = 0;
  for (const number of numbers) sum += Math.abs(number - target);
  return sum / numbers.length;
}

/** Divisors of a target that its numbers are compared with. */
const DIVISORS = new Map<number, readonly number[]>();
/** Maximum number of targets whose divisors are kept. */
const MAX_TARGETS = 1000;

/** Returns the divisors of a target from 2 on in ascending order; those of 0 and 1, which have none, are themselves. */
function divisors(target: number): readonly number[] {
  const known = DIVISORS.get(target);
  if (known !== undefined) return known;
  const [low, high]: [number[], number[]] = [[], target < 2 ? [target] : [target]];
  for (let divisor = 2; divisor * divisor <= target; divisor++) {
    if (target % divisor !== 0) continue;
    low.push(divisor);
    if (divisor * divisor !== target) high.push(target / divisor);
  }
  const all = [...low, ...high.reverse()];
  if (DIVISORS.size >= MAX_TARGETS) DIVISORS.clear();
  DIVISORS.set(target, all);
  return all;
}

/**
 * Returns the sum of the distances of the numbers to the nearest divisor of the target from 2 on, `mult_heuristic` of
 * Stream of Search. It is no bound: it orders states.
 */
function multEstimate({ target, numbers }: CountdownState): number {
  const factors = divisors(target);
  let sum = 0;
  for (const number of numbers) {
    let least = Number.POSITIVE_INFINITY;
    for (const factor of factors) least = Math.min(least, Math.abs(number - factor));
    sum += least;
  }
  return sum;
}

/** Returns how often each number is left, by its value, then their count and the target. */
function listParts({ target, numbers }: CountdownState): Map<string, string> {
  const counts = new Map<string, number>();
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const name = String(number);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = new Map(Array.from(counts, ([name, count]) => [name, count === 1 ? 'there' : `there ${count} times`]));
  return parts.set('count', String(numbers.length)).set('target', String(target));
}

function draw({ target, numbers }: CountdownState): Scene {
  const tiles = numbers.map((number, column): SceneCell => {
    const isFirst = numbers.indexOf(number) === column;
    return { column, row: 0, glyph: String(number), tone: 'light', ...(isFirst && { part: String(number) }) };
  });
  const arrow = labelCell(numbers.length, 0, '→');
  const goal: SceneCell = {
    column: numbers.length + 1,
    row: 0,
    part: 'target',
    glyph: String(target),
    tone: 'accent',
  };
  return { columns: numbers.length + 2, rows: 1, cells: [...tiles, arrow, goal] };
}

/** Returns the world of a task of Countdown. */
export function countdownWorld(name: string, start: CountdownState): World<CountdownState> {
  const automaton = new Countdown(name);
  return {
    name,
    title: `Countdown, ${start.target} from ${start.numbers.join(' ')}`,
    automaton,
    start,
    stateForm: `the target, a colon, and the numbers that are left in any order, such as ${automaton.print(start)}`,
    actionForm:
      'an operation on two of the numbers with its result, which replaces both, such as 46+23=69; with + - * or /, no result is negative, and quotients are whole',
    part: 'number',
    parts: listParts,
    whyNot: (state, action) => automaton.whyNot(state, action),
    draw,
    goal: {
      title: String(start.target),
      reached: ({ target, numbers }) => numbers.length === 1 && numbers[0] === target,
      // Each operation leaves one number less.
      isUniform: true,
    },
    heuristics: [
      { name: 'sum', estimate: sumEstimate },
      { name: 'mult', estimate: multEstimate },
    ],
  };
}

/** Returns the world of the text of a task, `23 46 10 -> 59` or a state; the error is a clause. */
export function readCountdownLevel(name: string, text: string): Result<World<CountdownState>, string> {
  const start = readCountdown(text);
  return start.ok ? ok(countdownWorld(name, start.value)) : start;
}
