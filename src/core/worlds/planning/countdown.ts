import { type Automaton, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { labelCell, type Scene, type SceneCell, type World } from '../world.ts';

/** Numbers that are left, the latest result last, and the target. */
export interface CountdownState {
  readonly target: number;
  readonly numbers: readonly number[];
}

/** Maximum number of numbers in a state. */
const MAX_NUMBERS = 16;

/**
 * Reads the text of a state: `59: 23 46 10`, as Stream of Search writes it `59:[23, 46, 10]`, or as a task
 * `23 46 10 -> 59`. The error is a clause without a period.
 */
export function readCountdown(text: string): Result<CountdownState, string> {
  const arrow = text.indexOf('->');
  const colon = text.indexOf(':');
  if (arrow < 0 && colon < 0) return err('not of the form 59: 23 46 10 (the target, then the numbers that are left)');
  const ends =
    arrow < 0 ? [text.slice(0, colon), text.slice(colon + 1)] : [text.slice(arrow + 2), text.slice(0, arrow)];
  const [goal, listed] = ends.map((end) => end.trim());
  const list = listed.startsWith('[') && listed.endsWith(']') ? listed.slice(1, -1) : listed;
  const words = [goal, ...list.split(/[\s,]+/).filter((word) => word !== '')];
  const strange = words.find((word) => !/^\d+$/.test(word));
  if (strange !== undefined)
    return err(strange === '' ? 'the target is missing' : `numbers are whole and not negative, not ${strange}`);
  const [target, ...numbers] = words.map(Number);
  if (numbers.length === 0) return err('no number is left: an operation leaves its result');
  if (numbers.length > MAX_NUMBERS) return err(`${numbers.length} numbers; there are at most ${MAX_NUMBERS}`);
  const hasLarge = target > Number.MAX_SAFE_INTEGER || numbers.some((number) => number > Number.MAX_SAFE_INTEGER);
  return hasLarge ? err('a number is above 2^53 - 1') : ok({ target, numbers });
}

/** Two numbers and the sign between them. */
interface Operation {
  readonly left: number;
  readonly sign: string;
  readonly right: number;
  /** The stated result; undefined if none is. */
  readonly claimed: number | undefined;
}

/** Returns the number whose digits a part of a text is; `NaN` for other parts. */
function digitsValue(text: string, start: number, end: number): number {
  let value = start < end ? 0 : Number.NaN;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    value = digit >= 0 && digit <= 9 ? 10 * value + digit : Number.NaN;
  }
  return value;
}

/**
 * Reads `a+b` or `a+b=c`; undefined for text of another form. It compares characters, since a search reads as many
 * operations as it has nodes.
 */
function readOperation(action: string): Operation | undefined {
  let signAt = 0;
  while (signAt < action.length && !'+-*/'.includes(action.charAt(signAt))) signAt++;
  const equals = action.indexOf('=', signAt);
  const end = equals < 0 ? action.length : equals;
  const left = digitsValue(action, 0, signAt);
  const right = digitsValue(action, signAt + 1, end);
  const claimed = equals < 0 ? undefined : digitsValue(action, equals + 1, action.length);
  if (Number.isNaN(left) || Number.isNaN(right) || Number.isNaN(claimed)) return undefined;
  return { left, sign: action.charAt(signAt), right, claimed };
}

/** Returns the result of an operation; `NaN` for one that the rules exclude. */
function resultOf(left: number, sign: string, right: number): number {
  switch (sign) {
    case '+':
      return left + right <= Number.MAX_SAFE_INTEGER ? left + right : Number.NaN;
    case '*':
      return left * right <= Number.MAX_SAFE_INTEGER ? left * right : Number.NaN;
    case '-':
      return left >= right ? left - right : Number.NaN;
    default:
      return right !== 0 && left % right === 0 ? left / right : Number.NaN;
  }
}

/** Returns the numbers without one of each value, the result last; undefined if one is not there. */
function replaceTwo(numbers: readonly number[], left: number, right: number, result: number): number[] | undefined {
  const first = numbers.indexOf(left);
  const second = numbers.indexOf(right, left === right ? first + 1 : 0);
  if (first < 0 || second < 0) return undefined;
  const rest: number[] = [];
  for (let i = 0; i < numbers.length; i++) if (i !== first && i !== second) rest.push(numbers[i]);
  rest.push(result);
  return rest;
}

/**
 * Countdown by the rules of Stream of Search (Gandhi et al. 2024): two numbers are replaced by their sum, product,
 * difference or quotient; no difference is negative, every quotient is whole, nothing is divided by zero; zero may
 * result. Listed are the operations of its generator, pair by pair in the order of the numbers, the larger one first:
 * `46+23=69`. The operands of a sum and a product may change places, and the result may be left out. `0/5`, which the
 * generator does not write, is accepted with the effect of `5*0`.
 */
export class Countdown implements Automaton<CountdownState> {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  parse(text: string): Result<CountdownState, string> {
    return readCountdown(text);
  }

  print({ target, numbers }: CountdownState): string {
    return `${target}: ${numbers.join(' ')}`;
  }

  legal(state: CountdownState | Sink): readonly string[] {
    if (state === SINK) return [];
    const { numbers } = state;
    const names: string[] = [];
    for (let i = 0; i < numbers.length; i++)
      for (let j = i + 1; j < numbers.length; j++)
        if (!isRepeatedPair(numbers, i, j)) addOperations(numbers[i], numbers[j], names);
    return names;
  }

  step(state: CountdownState | Sink, action: string): CountdownState | Sink {
    if (state === SINK) return SINK;
    const read = readOperation(action);
    if (read === undefined) return SINK;
    const { left, sign, right, claimed } = read;
    const result = resultOf(left, sign, right);
    if (Number.isNaN(result) || (claimed !== undefined && claimed !== result)) return SINK;
    const numbers = replaceTwo(state.numbers, left, right, result);
    return numbers === undefined ? SINK : { target: state.target, numbers };
  }

  /** Returns the result of a state with one number: a win if it is the target. */
  outcome({ target, numbers }: CountdownState): '1-0' | '0-1' | undefined {
    if (numbers.length > 1) return undefined;
    return numbers[0] === target ? '1-0' : '0-1';
  }

  /** Returns the target and the numbers in ascending order: their order does not matter. */
  key({ target, numbers }: CountdownState): string {
    return `${target}:${numbers.length === 1 ? numbers[0] : [...numbers].sort((a, b) => a - b).join(' ')}`;
  }

  /** Returns the reason why an operation is not legal in a state, as a clause. */
  whyNot({ numbers }: CountdownState, action: string): string | undefined {
    const read = readOperation(action);
    if (read === undefined) return 'operations are written 46+23=69, with one of + - * /';
    const { left, sign, right, claimed } = read;
    if (numbers.length === 1) return `only ${numbers[0]} is left, and an operation takes two numbers`;
    for (const number of [left, right]) if (!numbers.includes(number)) return `there is no ${number} left`;
    if (left === right && numbers.indexOf(left) === numbers.lastIndexOf(left)) return `there is only one ${left} left`;
    const result = resultOf(left, sign, right);
    const written = `${left}${sign}${right}`;
    if (!Number.isNaN(result))
      return claimed === undefined || claimed === result ? undefined : `${written} is ${result}, not ${claimed}`;
    if (sign === '-') return `${written} is negative`;
    if (sign === '/') return right === 0 ? `${written} divides by zero` : `${written} is no whole number`;
    return `${written} is above 2^53 - 1`;
  }
}

/** Returns true if an earlier pair of positions has the same two values. */
function isRepeatedPair(numbers: readonly number[], i: number, j: number): boolean {
  const [a, b] = [numbers[i], numbers[j]];
  for (let first = 0; first <= i; first++) {
    const value = numbers[first];
    if (value !== a && value !== b) continue;
    const other = value === a ? b : a;
    for (let second = first + 1; second < (first === i ? j : numbers.length); second++)
      if (numbers[second] === other) return true;
  }
  return false;
}

/** Adds the operations on two numbers, in the order of the generator. */
function addOperations(a: number, b: number, names: string[]): void {
  const [high, low] = a < b ? [b, a] : [a, b];
  if (high + low <= Number.MAX_SAFE_INTEGER) names.push(`${high}+${low}=${high + low}`);
  if (high * low <= Number.MAX_SAFE_INTEGER) names.push(`${high}*${low}=${high * low}`);
  names.push(`${high}-${low}=${high - low}`);
  if (low !== 0 && high % low === 0) names.push(`${high}/${low}=${high / low}`);
}

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
