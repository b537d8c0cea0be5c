import { err, ok, type Result } from '../../base/result.ts';
import type { Range } from '../../base/text/range.ts';
import {
  type CharacterSet,
  type LinePatternFault,
  type ParsedPattern,
  type PatternNode,
  parsePattern,
} from './pattern-syntax.ts';

/** Maximum number of instructions of a pattern: the upper bound of the steps of a match per character. */
export const MAX_INSTRUCTIONS = 1000;
/** Maximum number of groups with names: a thread of a match keeps the places of all. */
const MAX_GROUPS = 30;

type Instruction =
  | { readonly op: 'set'; readonly set: CharacterSet }
  /** Continues at both places, at `first` with priority. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly where: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly op: 'match' };

/** A place in the program with the places of the groups on the way to it; -1 for those that are not entered. */
interface Thread {
  readonly pc: number;
  readonly slots: Int32Array;
}

/**
 * A pattern that matches whole lines. All ways to match are followed at the same time (Thompson 1968, with the groups of
 * Pike), so that the number of steps is at most the length of the line times the number of instructions.
 */
export class LinePattern {
  readonly groups: readonly string[];
  readonly #program: readonly Instruction[];
  readonly #ignoresCase: boolean;
  /** Text at the start of every match, so that most lines need no search. */
  readonly prefix: string;
  /** Marks of the instructions that are in the list of the current step. */
  readonly #seen: Int32Array;
  #step = 0;

  constructor(parsed: ParsedPattern, program: readonly Instruction[]) {
    this.groups = parsed.groups;
    this.#program = program;
    this.#ignoresCase = parsed.ignoresCase;
    this.prefix = parsed.ignoresCase ? '' : literalPrefix(parsed.node);
    this.#seen = new Int32Array(program.length);
  }

  get size(): number {
    return this.#program.length;
  }

  /** Returns the ranges of the groups in a match of the whole range; undefined if it does not match. */
  match(text: string, { start, end }: Range): ReadonlyMap<string, Range> | undefined {
    if (!text.startsWith(this.prefix, start)) return undefined;
    let threads: Thread[] = [];
    this.#step++;
    this.#follow(threads, 0, new Int32Array(2 * this.groups.length).fill(-1), text, start, { start, end });
    let at = start;
    while (at < end && threads.length > 0) {
      const code = text.codePointAt(at) ?? 0;
      const next = Math.min(end, at + (code > 0xffff ? 2 : 1));
      const reached: Thread[] = [];
      this.#step++;
      for (const { pc, slots } of threads) {
        const instruction = this.#program[pc];
        if (instruction?.op === 'set' && this.#contains(instruction.set, code))
          this.#follow(reached, pc + 1, slots, text, next, { start, end });
      }
      threads = reached;
      at = next;
    }
    const found = at < end ? undefined : threads.find(({ pc }) => this.#program[pc]?.op === 'match');
    return found && this.#groupRanges(found.slots);
  }

  #groupRanges(slots: Int32Array): ReadonlyMap<string, Range> {
    const ranges = new Map<string, Range>();
    for (const [i, name] of this.groups.entries()) {
      const [from = -1, to = -1] = [slots[2 * i], slots[2 * i + 1]];
      if (from >= 0 && to >= from) ranges.set(name, { start: from, end: to });
    }
    return ranges;
  }

  /** Adds the instructions that can be reached without a character, those with priority first. */
  #follow(threads: Thread[], from: number, own: Int32Array, text: string, at: number, whole: Range): void {
    const open: Thread[] = [{ pc: from, slots: own }];
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      const { pc, slots } = thread;
      if (this.#seen[pc] === this.#step) continue;
      this.#seen[pc] = this.#step;
      const instruction = this.#program[pc];
      switch (instruction?.op) {
        case 'jump':
          open.push({ pc: instruction.to, slots });
          break;
        case 'split':
          open.push({ pc: instruction.second, slots }, { pc: instruction.first, slots });
          break;
        case 'save': {
          const saved = slots.slice();
          saved[instruction.slot] = at;
          open.push({ pc: pc + 1, slots: saved });
          break;
        }
        case 'assert':
          if (holds(instruction.where, text, at, whole)) open.push({ pc: pc + 1, slots });
          break;
        default:
          threads.push(thread);
      }
    }
  }

  #contains(set: CharacterSet, code: number): boolean {
    if (!this.#ignoresCase) return isIn(set, code);
    const sign = String.fromCodePoint(code);
    const [lower = code, upper = code] = [sign.toLowerCase().codePointAt(0), sign.toUpperCase().codePointAt(0)];
    const { ranges } = set;
    const isListed = [code, lower, upper].some((one) => isIn({ ranges, isNegated: false }, one));
    return isListed !== set.isNegated;
  }
}

function isIn({ ranges, isNegated }: CharacterSet, code: number): boolean {
  for (const [low, high] of ranges) if (code >= low && code <= high) return !isNegated;
  return isNegated;
}

function holds(
  where: 'start' | 'end' | 'boundary' | 'inside',
  text: string,
  at: number,
  { start, end }: Range,
): boolean {
  if (where === 'start') return at === start;
  if (where === 'end') return at === end;
  const isWord = (i: number): boolean => i >= start && i < end && /\w/.test(text.charAt(i));
  return (isWord(at - 1) !== isWord(at)) === (where === 'boundary');
}

/** Compiles a pattern, or says what in it is wrong, or that it is too large. */
export function compilePattern(source: string): Result<LinePattern, LinePatternFault> {
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const { groups } = parsed.value;
  if (groups.length > MAX_GROUPS)
    return err({ message: `a pattern has at most ${MAX_GROUPS} named groups`, offset: 0 });
  const target: Target = { program: [], groups, steps: 0 };
  const isSmall = emit(target, parsed.value.node);
  target.program.push({ op: 'match' });
  return isSmall
    ? ok(new LinePattern(parsed.value, target.program))
    : err({
        message: `the pattern is too large: its counts multiply to more than ${MAX_INSTRUCTIONS} steps`,
        offset: 0,
      });
}

/** A program that is being made. */
interface Target {
  readonly program: Instruction[];
  readonly groups: readonly string[];
  /** Number of nodes that were visited: one that makes no instruction can still be repeated without end. */
  steps: number;
}

/** Adds the instructions of a node; false once there are too many. */
function emit(target: Target, node: PatternNode): boolean {
  const { program, groups } = target;
  if (program.length > MAX_INSTRUCTIONS || ++target.steps > 10 * MAX_INSTRUCTIONS) return false;
  switch (node.kind) {
    case 'set':
      program.push({ op: 'set', set: node.set });
      return true;
    case 'assert':
      program.push({ op: 'assert', where: node.where });
      return true;
    case 'sequence':
      return node.parts.every((part) => emit(target, part));
    case 'group': {
      const slot = 2 * groups.indexOf(node.name);
      program.push({ op: 'save', slot });
      if (!emit(target, node.part)) return false;
      program.push({ op: 'save', slot: slot + 1 });
      return true;
    }
    case 'choice':
      return emitChoice(target, node.parts);
    default:
      return emitRepeat(target, node);
  }
}

function emitChoice(target: Target, parts: readonly PatternNode[]): boolean {
  const { program } = target;
  const exits: { to: number }[] = [];
  for (const [i, part] of parts.entries()) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    const isLast = i === parts.length - 1;
    if (!isLast) program.push(split);
    if (!emit(target, part)) return false;
    if (isLast) break;
    const exit = { op: 'jump' as const, to: 0 };
    program.push(exit);
    exits.push(exit);
    split.second = program.length;
  }
  for (const exit of exits) exit.to = program.length;
  return true;
}

function emitRepeat(
  target: Target,
  { part, least, most, isGreedy }: Extract<PatternNode, { kind: 'repeat' }>,
): boolean {
  const { program } = target;
  for (let i = 0; i < least; i++) if (!emit(target, part)) return false;
  const splits: { first: number; second: number }[] = [];
  const split = (): void => {
    const own = { op: 'split' as const, first: program.length + 1, second: program.length + 1 };
    program.push(own);
    splits.push(own);
  };
  if (most === Number.POSITIVE_INFINITY) {
    const start = program.length;
    split();
    if (!emit(target, part)) return false;
    program.push({ op: 'jump', to: start });
  } else
    for (let i = least; i < most; i++) {
      split();
      if (!emit(target, part)) return false;
    }
  for (const own of splits) own[isGreedy ? 'second' : 'first'] = program.length;
  return true;
}

/** Returns the text that every match starts with, as far as it is certain. */
function literalPrefix(node: PatternNode): string {
  let prefix = '';
  for (const part of node.kind === 'sequence' ? node.parts : []) {
    const [only, ...others] = part.kind === 'set' && !part.set.isNegated ? part.set.ranges : [];
    if (only === undefined || others.length > 0 || only[0] !== only[1]) break;
    prefix += String.fromCodePoint(only[0]);
  }
  return prefix;
}
