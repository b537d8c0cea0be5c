import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { MazeTrace } from './reference-searches.ts';

// Single faults in correct traces, each with the codes that are right for it and the line that is wrong.

/** A fault that was put into a trace. */
export interface InjectedFault {
  readonly text: string;
  /** Codes of which exactly one must be found. */
  readonly codes: readonly string[];
  /** Numbers of the lines, from 0, on which it must be found. */
  readonly lines: readonly number[];
}

/** Puts a fault into a trace; undefined if it has no place for it. */
export type Injector<T> = (trace: T, random: RandomGenerator) => InjectedFault | undefined;

const pick = <T>(items: readonly T[], random: RandomGenerator): T | undefined =>
  items.length === 0 ? undefined : items[uniformInt(random, 0, items.length - 1)];

/** Returns a line number of those whose lines fit a pattern. */
const place = (lines: readonly string[], pattern: RegExp, random: RandomGenerator, from = 0): number | undefined =>
  pick(
    lines.flatMap((line, i) => (i >= from && pattern.test(line) ? [i] : [])),
    random,
  );

/** Returns the lines with some removed and others put in their place. */
const spliced = (lines: readonly string[], at: number, removed: number, ...added: readonly string[]): string[] => [
  ...lines.slice(0, at),
  ...added,
  ...lines.slice(at + removed),
];

/** Returns the number of the last line that fits a pattern; -1 without one. */
function lastPlace(lines: readonly string[], pattern: RegExp): number {
  let at = lines.length - 1;
  while (at >= 0 && !pattern.test(lines[at] ?? '')) at--;
  return at;
}

const withLine = (lines: readonly string[], at: number, line: string): string => spliced(lines, at, 1, line).join('\n');

type Change = (line: string, random: RandomGenerator, lines: readonly string[], at: number) => string | undefined;

/** Changes one line of those that fit a pattern. */
const changed =
  (pattern: RegExp, codes: readonly string[], change: Change, from = 0): Injector<readonly string[]> =>
  (lines, random) => {
    const at = place(lines, pattern, random, from);
    const before = at === undefined ? undefined : lines[at];
    const after = before === undefined || at === undefined ? undefined : change(before, random, lines, at);
    if (after === undefined || after === before || at === undefined) return undefined;
    return { text: withLine(lines, at, after), codes, lines: [at] };
  };

/** Replaces the last number of a part of a line by a number that is not in the line. */
function otherNumber(line: string, part: RegExp, random: RandomGenerator): string | undefined {
  const found = part.exec(line);
  if (found === null) return undefined;
  const numbers = [...found[0].matchAll(/\d+/g)];
  const number = pick(numbers, random);
  if (number === undefined) return undefined;
  const at = found.index + number.index;
  return `${line.slice(0, at)}${Number(number[0]) + 700}${line.slice(at + number[0].length)}`;
}

const EXPLORING = /^Exploring/;
const GENERATED = /^Generated/;
const CURRENT = /^Current State.*Operations: \['/;
const LEAF = /^\d+,\d+ unequal/;

/** Names of the nodes of a trace. */
const namesOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^Generated Node #([\d,]+)/.exec(line)?.[1] ?? []);

/** Faults in the lines of Stream of Search, by name. */
export const COUNTDOWN_FAULTS: Readonly<Record<string, Injector<readonly string[]>>> = {
  'result of an operation': changed(EXPLORING, ['TRACE_ARITHMETIC'], (line, random) =>
    otherNumber(line, /=\d+/, random),
  ),
  'result of an operation and its state': changed(/^Exploring.*\[\d+\]$/, ['TRACE_ARITHMETIC'], (line) =>
    line.replace(
      /=(\d+), Resulting Numbers: \[(\d+)\]/,
      (_, result) => `=${Number(result) + 700}, Resulting Numbers: [${Number(result) + 700}]`,
    ),
  ),
  'numbers after an operation': changed(EXPLORING, ['TRACE_STATE'], (line, random) =>
    otherNumber(line, /\[.*\]/, random),
  ),
  'one number too many': changed(EXPLORING, ['TRACE_STATE'], (line) => line.replace(']', ', 777]')),
  'numbers that are spent': changed(EXPLORING, ['TRACE_ILLEGAL_ACTION'], (line) =>
    line.replace(/(\d+)([-+*/])(\d+)=\d+/, (_, left, sign, right) => {
      const number = Number(right) * 1000;
      const result = {
        '+': number + Number(right),
        '-': number - Number(right),
        '*': number * Number(right),
        '/': 1000,
      };
      return Number(right) === 0
        ? `${Number(left) + 9000}${sign}${right}=${Number(left) + 9000}`
        : `${number}${sign}${right}=${result[sign as '+']}`;
    }),
  ),
  'a negative difference': changed(/^Exploring Operation: \d+-/, ['TRACE_ILLEGAL_ACTION'], (line) =>
    line.replace(/(\d+)-(\d+)=(\d+)/, (all, left, right, result) =>
      left === right ? all : `${right}-${left}=-${result}`,
    ),
  ),
  'state of a generated node': changed(GENERATED, ['TRACE_REPEATED'], (line, random) =>
    otherNumber(line, /\[.*\]/, random),
  ),
  'operation of a generated node': changed(GENERATED, ['TRACE_REPEATED', 'TRACE_ARITHMETIC'], (line, random) =>
    otherNumber(line, /Operation:.*/, random),
  ),
  'numbers of the first line': (lines, random) => {
    const line = otherNumber(lines[0] ?? '', /\[[\d, ]+\]/, random);
    const isRepeated = lines.filter((other) => other === lines[0]).length > 2;
    if (line === undefined || !isRepeated) return undefined;
    return { text: withLine(lines, 0, line), codes: ['TRACE_REPEATED'], lines: [0] };
  },
  'target of the first line': (lines) => {
    const isRepeated = lines.filter((other) => other === lines[0]).length > 2;
    const line = (lines[0] ?? '').replace(/(\d+):/, (_, target) => `${Number(target) + 1}:`);
    return isRepeated ? { text: withLine(lines, 0, line), codes: ['TRACE_GOAL'], lines: [0] } : undefined;
  },
  'state of a visit': changed(CURRENT, ['TRACE_REPEATED'], (line, random) => otherNumber(line, /\[[\d, ]*\]/, random)),
  'operations of a visit': changed(CURRENT, ['TRACE_REPEATED'], (line, random) => otherNumber(line, /'.*'/, random)),
  'an operation left out of a visit': changed(CURRENT, ['TRACE_REPEATED'], (line) =>
    line.replace(/'[^']*'(?:, )?/, ''),
  ),
  'target of a line': changed(
    /^(?:Current State|Generated|\d+,\d+ )/,
    ['TRACE_GOAL'],
    (line) =>
      line
        .replace(/(Current State: |#[\d,]+: )(\d+)/, (_, head, target) => `${head}${Number(target) + 1}`)
        .replace(/^(\d+),(\d+) /, (_, number, target) => `${number},${Number(target) + 100} `),
    1,
  ),
  'a claimed goal': changed(LEAF, ['TRACE_FALSE_GOAL'], (line) =>
    line.replace('unequal: No Solution', 'equal: Goal Reached'),
  ),
  'a claimed goal with its number': changed(LEAF, ['TRACE_FALSE_GOAL'], (line) =>
    line.replace(/^\d+,(\d+) .*/, '$1,$1 equal: Goal Reached'),
  ),
  'a goal that is none': changed(/ equal: Goal Reached/, ['TRACE_MISSED_GOAL'], (line) =>
    line.replace('equal: Goal Reached', 'unequal: No Solution'),
  ),
  'number of a leaf': changed(LEAF, ['TRACE_REPEATED'], (line, random) => otherNumber(line, /^\d+/, random)),
  'name of a visit': changed(/^Moving/, ['TRACE_NODE_NAME', 'TRACE_UNKNOWN_NODE'], (_, random, lines, at) => {
    const isLeaf = /\[\d+\]/.test(lines[at + 1] ?? '');
    const name = pick([...namesOf(lines), '0,77', '0,5,88'], random);
    return isLeaf || name === undefined ? undefined : `Moving to Node #${name}`;
  }),
  'name that a node had': (lines, random) => {
    const at = place(lines, GENERATED, random);
    const name = at === undefined ? undefined : pick(namesOf(lines.slice(0, at)), random);
    if (at === undefined || name === undefined) return undefined;
    const line = (lines[at] ?? '').replace(/#[\d,]+/, `#${name}`);
    return { text: withLine(lines, at, line), codes: ['TRACE_DUPLICATE_NODE', 'TRACE_NODE_NAME'], lines: [at] };
  },
  'name that skips one': changed(GENERATED, ['TRACE_NODE_NAME'], (line) =>
    line.replace(/#([\d,]*,)(\d+)/, (_, head, last) => `#${head}${Number(last) + 40}`),
  ),
  'name of another parent': changed(/^Generated Node #\d+,\d+,/, ['TRACE_NODE_NAME'], (line) =>
    line.replace(/#(\d+),(\d+),/, (_, root, second) => `#${root},${Number(second) + 50},`),
  ),
  'a node twice': (lines, random) => {
    const at = place(lines, GENERATED, random);
    if (at === undefined) return undefined;
    const text = [...lines.slice(0, at + 1), ...lines.slice(at - 1, at + 1), ...lines.slice(at + 1)].join('\n');
    return { text, codes: ['TRACE_SAME_NODE'], lines: [at + 1, at + 2] };
  },
  'a node without its line': (lines, random) => {
    const at = place(lines, GENERATED, random);
    if (at === undefined) return undefined;
    const name = /#([\d,]+)/.exec(lines[at] ?? '')?.[0] ?? '';
    const left = spliced(lines, at, 1);
    const visit = left.findIndex((line, i) => i >= at && line === `Moving to Node ${name}`);
    return visit < 0 ? undefined : { text: left.join('\n'), codes: ['TRACE_UNKNOWN_NODE'], lines: [visit] };
  },
  'a node that was never explored': (lines, random) => {
    const at = place(lines, GENERATED, random);
    if (at === undefined) return undefined;
    const name = /#([\d,]+)/.exec(lines[at] ?? '')?.[0] ?? '';
    const left = spliced(lines, at - 1, 2);
    const visit = left.findIndex((line) => line === `Moving to Node ${name}`);
    return visit < 0
      ? undefined
      : { text: left.join('\n'), codes: ['TRACE_UNKNOWN_NODE', 'TRACE_NODE_NAME'], lines: [visit, at - 1, at] };
  },
  'a node that is finished': (lines, random) => {
    const at = place(lines, /^Moving/, random, 8);
    if (at === undefined) return undefined;
    const moves = lines.slice(0, at - 1).flatMap((line, i) => (line.startsWith('Moving') ? [i] : []));
    const back = pick(moves, random);
    const name = back === undefined ? '' : (/#([\d,]+)/.exec(lines[back] ?? '')?.[1] ?? '');
    const here = /#([\d,]+)/.exec(lines[lastPlace(lines.slice(0, at), /^Moving/)] ?? '')?.[1] ?? '0';
    if (back === undefined || here === name || here.startsWith(`${name},`) || /\[\d+\]/.test(lines[back + 1] ?? ''))
      return undefined;
    const text = [...lines.slice(0, at), ...lines.slice(back, back + 2), ...lines.slice(at)].join('\n');
    return { text, codes: ['TRACE_FINISHED_NODE'], lines: [at] };
  },
  'an unknown line': (lines, random) => {
    const at = uniformInt(random, 1, lines.length - 1);
    return {
      text: spliced(lines, at, 0, 'Let me think about it.').join('\n'),
      codes: ['TRACE_UNKNOWN_LINE'],
      lines: [at],
    };
  },
  'a torn line': (lines, random) => {
    const at = place(lines, /^(?:Exploring|Generated|Moving|Current)/, random, 1);
    const line = lines[at ?? 0] ?? '';
    if (at === undefined) return undefined;
    const text = [...lines.slice(0, at), line.slice(0, uniformInt(random, 4, line.length - 2))].join('\n');
    return { text, codes: ['TRACE_CUT_OFF'], lines: [at] };
  },
  'a loop': (lines, random) => {
    const at = uniformInt(random, 2, lines.length - 3);
    const from = Math.max(1, at - uniformInt(random, 1, 5));
    const part = lines.slice(from, at + 1);
    const text = [...lines.slice(0, at + 1), ...Array.from({ length: 5 }, () => part).flat()].join('\n');
    return { text, codes: ['TRACE_LOOP'], lines: [...part, ...part].map((_, i) => at + 1 - part.length + i) };
  },
};

/** Returns the text of a trace of a maze, a step a line. */
export const mazeLines = ({ prompt, steps, plan }: MazeTrace): string[] => [prompt, ...steps, ...plan];

const cellOf = (line: string): string => /(\d+ \d+)/.exec(line)?.[1] ?? '';
const numbersOf = (line: string): readonly [number, number] => {
  const found = /c(\d+) c(\d+)/.exec(line);
  return [Number(found?.[1]), Number(found?.[2])];
};
const CREATE = /^create/;
const CLOSE = /^close/;
const PLAN = /^plan/;

const toCell = (line: string, cell: string): string => line.replace(/\d+ \d+/, cell);
const areNext = (a: string, b: string): boolean => {
  const [ax = 0, ay = 0] = a.split(' ').map(Number);
  const [bx = 0, by = 0] = b.split(' ').map(Number);
  return Math.abs(ax - bx) + Math.abs(ay - by) === 1;
};
const wallsOf = (lines: readonly string[]): string[] =>
  Array.from((lines[0] ?? '').matchAll(/wall (\d+ \d+)/g), ([, cell = '']) => cell);

/** Faults in the words of A*, a step a line, by name. */
export const MAZE_FAULTS: Readonly<Record<string, Injector<readonly string[]>>> = {
  'a node in a wall': changed(
    CREATE,
    ['TRACE_IMPOSSIBLE_STATE'],
    (line, random, lines) => toCell(line, pick(wallsOf(lines), random) ?? ''),
    2,
  ),
  'a node outside': changed(CREATE, ['TRACE_IMPOSSIBLE_STATE'], (line) => toCell(line, '30 31'), 2),
  'a node that is not next to another': changed(
    CREATE,
    ['TRACE_STATE', 'TRACE_DUPLICATE_NODE', 'TRACE_SAME_NODE'],
    (line, random, lines, at) => {
      const walls = new Set(wallsOf(lines));
      const known = lines.slice(1, at).map(cellOf);
      const free = Array.from({ length: 64 }, (_, i) => `${i % 8} ${i >> 3}`);
      const cell = pick(
        free.filter((name) => !walls.has(name) && !known.some((other) => areNext(name, other))),
        random,
      );
      return cell === undefined ? undefined : toCell(line, cell);
    },
    2,
  ),
  g: changed(CREATE, ['TRACE_COST'], (line, random, lines) => {
    const isAgain = lines.filter((other) => CREATE.test(other) && cellOf(other) === cellOf(line)).length > 1;
    return isAgain ? undefined : line.replace(/c(\d+)/, (_, g) => `c${Number(g) + uniformInt(random, 2, 9)}`);
  }),
  h: changed(CREATE, ['TRACE_HEURISTIC'], (line, random) =>
    line.replace(/c(\d+)$/, (_, h) => `c${Number(h) + uniformInt(random, 1, 9)}`),
  ),
  'a lower h': changed(CREATE, ['TRACE_HEURISTIC'], (line) =>
    line.replace(/c(\d+)$/, (_, h) => `c${Math.max(0, Number(h) - 1)}`),
  ),
  'g of a close': changed(CLOSE, ['TRACE_REPEATED'], (line) => line.replace(/c(\d+)/, (_, g) => `c${Number(g) + 1}`)),
  'h of a close': changed(CLOSE, ['TRACE_REPEATED'], (line) => line.replace(/c(\d+)$/, (_, h) => `c${Number(h) + 1}`)),
  'a close of an unknown node': changed(
    CLOSE,
    ['TRACE_UNKNOWN_NODE'],
    (line, random, lines) => {
      const walls = new Set([...wallsOf(lines), ...lines.slice(1).map(cellOf)]);
      const free = Array.from({ length: 64 }, (_, i) => `${i % 8} ${i >> 3}`);
      const cell = pick(
        free.filter((name) => !walls.has(name)),
        random,
      );
      return cell === undefined ? undefined : toCell(line, cell);
    },
    2,
  ),
  'a node without its line': (lines, random) => {
    const at = place(lines, CREATE, random, 2);
    if (at === undefined) return undefined;
    const [cell, rest] = [cellOf(lines[at] ?? ''), spliced(lines, at, 1)];
    if (rest.slice(1).some((line) => line.startsWith('create') && cellOf(line) === cell)) return undefined;
    const close = rest.findIndex((line) => line.startsWith('close') && cellOf(line) === cell);
    return close < 0 ? undefined : { text: rest.join('\n'), codes: ['TRACE_UNKNOWN_NODE'], lines: [close] };
  },
  'a node twice': (lines, random) => {
    const at = place(lines, CREATE, random, 2);
    const line = lines[at ?? 0] ?? '';
    if (at === undefined) return undefined;
    return { text: spliced(lines, at + 1, 0, line).join('\n'), codes: ['TRACE_SAME_NODE'], lines: [at + 1] };
  },
  'a node again at a higher cost': (lines, random) => {
    const at = place(lines, CREATE, random, 2);
    const line = (lines[at ?? 0] ?? '').replace(/c(\d+)/, (_, g) => `c${Number(g) + 2}`);
    if (at === undefined) return undefined;
    return { text: spliced(lines, at + 1, 0, line).join('\n'), codes: ['TRACE_DUPLICATE_NODE'], lines: [at + 1] };
  },
  'a close twice': (lines, random) => {
    const at = place(lines.slice(0, lastPlace(lines, CLOSE)), CLOSE, random);
    if (at === undefined) return undefined;
    return {
      text: spliced(lines, at + 1, 0, lines[at] ?? '').join('\n'),
      codes: ['TRACE_FINISHED_NODE'],
      lines: [at + 1],
    };
  },
  'two closes in the wrong order': (lines, random) => {
    const closes = lines.flatMap((line, i) => (CLOSE.test(line) ? [i] : []));
    const f = (at: number): number => numbersOf(lines[at] ?? '').reduce((sum, number) => sum + number);
    const pairs = closes.flatMap((a, i) => {
      const b = closes[i + 1];
      const created =
        b === undefined ? -1 : lines.findIndex((line) => CREATE.test(line) && cellOf(line) === cellOf(lines[b] ?? ''));
      return b !== undefined && f(a) < f(b) && created < a ? [[a, b] as const] : [];
    });
    const pair = pick(pairs, random);
    if (pair === undefined) return undefined;
    const [a, b] = pair;
    const text = spliced(spliced(lines, a, 1, lines[b] ?? ''), b, 1, lines[a] ?? '').join('\n');
    return { text, codes: ['TRACE_CLOSE_ORDER'], lines: [a] };
  },
  'another start': changed(/^create.* c0 c/, ['TRACE_START'], (line, random, lines) => {
    const walls = new Set([...wallsOf(lines), cellOf(line)]);
    const free = Array.from({ length: 64 }, (_, i) => `${i % 8} ${i >> 3}`);
    return toCell(
      line,
      pick(
        free.filter((name) => !walls.has(name)),
        random,
      ) ?? '',
    );
  }),
  'another start in the prompt': (lines, random) => {
    const walls = new Set([...wallsOf(lines), cellOf(lines[0] ?? '')]);
    const free = Array.from({ length: 64 }, (_, i) => `${i % 8} ${i >> 3}`);
    const cell = pick(
      free.filter((name) => !walls.has(name) && !lines[0]?.includes(`goal ${name} `)),
      random,
    );
    const prompt = (lines[0] ?? '').replace(/start \d+ \d+/, `start ${cell ?? ''}`);
    return { text: withLine(lines, 0, prompt), codes: ['TRACE_START'], lines: [1] };
  },
  'a goal that is passed over': (lines) => {
    const goal = lastPlace(lines, CLOSE);
    const closed = new Set(lines.filter((line) => CLOSE.test(line)).map(cellOf));
    const open = lines.filter((line) => CREATE.test(line) && !closed.has(cellOf(line)));
    const least = open.sort((a, b) => numbersOf(a)[0] + numbersOf(a)[1] - numbersOf(b)[0] - numbersOf(b)[1])[0];
    const isOnce = lines.filter((line) => CREATE.test(line) && cellOf(line) === cellOf(least ?? '')).length === 1;
    if (least === undefined || !isOnce) return undefined;
    const text = spliced(lines, goal + 1, 0, least.replace('create', 'close')).join('\n');
    return { text, codes: ['TRACE_MISSED_GOAL'], lines: [goal] };
  },
  'a step of the plan in a wall': changed(PLAN, ['TRACE_PLAN_ILLEGAL'], (line, random, lines) =>
    toCell(line, pick(wallsOf(lines), random) ?? ''),
  ),
  'a step of the plan left out': (lines, random) => {
    const first = lines.findIndex((line) => PLAN.test(line));
    const at = uniformInt(random, first, lines.length - 2);
    return { text: spliced(lines, at, 1).join('\n'), codes: ['TRACE_PLAN_ILLEGAL'], lines: [at] };
  },
  'a plan that does not reach the goal': (lines) => {
    const text = lines.slice(0, -1).join('\n');
    return { text, codes: ['TRACE_PLAN_GOAL'], lines: [lines.length - 2] };
  },
  'a plan with a detour': (lines, random) => {
    const first = lines.findIndex((line) => PLAN.test(line));
    const at = uniformInt(random, first, lines.length - 2);
    const [here = '', next = ''] = lines.slice(at, at + 2);
    return { text: spliced(lines, at + 1, 0, next, here).join('\n'), codes: ['TRACE_PLAN_LENGTH'], lines: [first] };
  },
  'unknown words': (lines, random) => {
    const at = uniformInt(random, 2, lines.length - 1);
    return { text: spliced(lines, at, 0, 'perhaps 3 4').join('\n'), codes: ['TRACE_UNKNOWN_LINE'], lines: [at] };
  },
  'a torn step': (lines, random) => {
    const at = place(lines, /^(?:create|close)/, random, 2);
    const words = (lines[at ?? 0] ?? '').split(' ');
    if (at === undefined) return undefined;
    const text = [...lines.slice(0, at), words.slice(0, uniformInt(random, 1, 4)).join(' ')].join('\n');
    return { text, codes: ['TRACE_CUT_OFF'], lines: [at] };
  },
  'a loop': (lines, random) => {
    const last = lastPlace(lines, CLOSE);
    const at = uniformInt(random, 2, last - 1);
    const part = lines.slice(Math.max(1, at - uniformInt(random, 0, 5)), at + 1);
    const text = [
      ...lines.slice(0, at + 1),
      ...Array.from({ length: 5 }, () => part).flat(),
      ...lines.slice(at + 1),
    ].join('\n');
    return { text, codes: ['TRACE_LOOP'], lines: [...part, ...part].map((_, i) => at + 1 - part.length + i) };
  },
};
