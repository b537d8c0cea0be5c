import { err, ok, type Result } from '../../base/result.ts';

// Patterns of own dialects: the regular part of what JavaScript reads, as RE2 has it. Without references and
// assertions about what is around, a match needs time proportional to the text.

/** A set of code points as ranges, both ends included; `isNegated` for all others. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [number, number])[];
  readonly isNegated: boolean;
}

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      /** Infinity without a limit. */
      readonly most: number;
      readonly isGreedy: boolean;
    }
  | { readonly kind: 'group'; readonly part: PatternNode; readonly name: string }
  | { readonly kind: 'assert'; readonly where: 'start' | 'end' | 'boundary' | 'inside' };

/** A fault of a pattern and its offset in it. */
export interface LinePatternFault {
  readonly message: string;
  readonly offset: number;
}

/** A pattern that is read, before it is compiled. */
export interface ParsedPattern {
  readonly node: PatternNode;
  /** Names of its groups, in order. */
  readonly groups: readonly string[];
  readonly ignoresCase: boolean;
}

const MAX_REPEAT = 200;
const MAX_DEPTH = 50;

const set = (...ranges: (readonly [number, number])[]): CharacterSet => ({ ranges, isNegated: false });
const DIGITS = set([48, 57]);
const WORDS = set([48, 57], [65, 90], [95, 95], [97, 122]);
const SPACES = set(
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
);
const not = ({ ranges, isNegated }: CharacterSet): CharacterSet => ({ ranges, isNegated: !isNegated });
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: not(DIGITS),
  w: WORDS,
  W: not(WORDS),
  s: SPACES,
  S: not(SPACES),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, v: 11, f: 12, '0': 0 };
/** Any character of a line. */
const ANY = not(set([10, 10], [13, 13]));

/** Reads a pattern, or says what in it is wrong or cannot be matched in linear time. */
export function parsePattern(source: string): Result<ParsedPattern, LinePatternFault> {
  const reader = new PatternReader(source);
  try {
    return ok(reader.read());
  } catch (error) {
    if (error instanceof PatternStop) return err(error.fault);
    throw error;
  }
}

/** Leaves the recursion at the first fault. */
class PatternStop extends Error {
  readonly fault: LinePatternFault;

  constructor(fault: LinePatternFault) {
    super(fault.message);
    this.fault = fault;
  }
}

class PatternReader {
  readonly #source: string;
  readonly #groups: string[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): ParsedPattern {
    const ignoresCase = this.#take('(?i)');
    const node = this.#choice(0);
    if (this.#at < this.#source.length) this.#stop('this bracket closes nothing; write \\) for the sign');
    return { node, groups: this.#groups, ignoresCase };
  }

  #choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) this.#stop('groups are nested too deeply');
    const parts = [this.#sequence(depth)];
    while (this.#take('|')) parts.push(this.#sequence(depth));
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at)))
      parts.push(this.#repeated(this.#atom(depth)));
    return { kind: 'sequence', parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const start = this.#at;
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    if (part.kind === 'assert') this.#stop('a place cannot be repeated', start);
    const [least, most] = bounds;
    if (least > MAX_REPEAT || (most !== Number.POSITIVE_INFINITY && most > MAX_REPEAT))
      this.#stop(`counts go up to ${MAX_REPEAT}`, start);
    if (most < least) this.#stop('the counts are in the wrong order', start);
    const isGreedy = !this.#take('?');
    if ('*+?'.includes(this.#source.charAt(this.#at) || ' '))
      this.#stop('this repeats a repetition; put it into a group');
    return { kind: 'repeat', part, least, most, isGreedy };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    const counts = /^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (counts === null) return undefined;
    const [whole, least = '', comma, most] = counts;
    this.#at += whole.length;
    return [
      Number(least),
      comma === undefined ? Number(least) : most === undefined ? Number.POSITIVE_INFINITY : Number(most),
    ];
  }

  #atom(depth: number): PatternNode {
    const start = this.#at;
    const sign = this.#sign();
    switch (sign) {
      case '(':
        return this.#group(depth, start);
      case '[':
        return { kind: 'set', set: this.#class(start) };
      case '.':
        return { kind: 'set', set: ANY };
      case '^':
        return { kind: 'assert', where: 'start' };
      case '$':
        return { kind: 'assert', where: 'end' };
      case '\\':
        return this.#escape(start);
      case '*':
      case '+':
      case '?':
        return this.#stop(`there is nothing to repeat before ${sign}; write \\${sign} for the sign`, start);
      default:
        return literal(sign);
    }
  }

  #group(depth: number, start: number): PatternNode {
    let name: string | undefined;
    if (this.#take('?')) {
      if (/^<?[=!]/.test(this.#source.slice(this.#at)))
        this.#stop(
          'patterns cannot look at what is around (lookahead, lookbehind): they are matched in linear time',
          start,
        );
      const named = /^P?<([A-Za-z_]\w{0,40})>/.exec(this.#source.slice(this.#at, this.#at + 50));
      if (named !== null) {
        name = named[1] ?? '';
        this.#at += named[0].length;
        if (this.#groups.includes(name)) this.#stop(`the group ${name} exists already`, start);
        this.#groups.push(name);
      } else if (!this.#take(':')) this.#stop('groups are (…), (?:…) and (?<name>…)', start);
    }
    const part = this.#choice(depth + 1);
    if (!this.#take(')')) this.#stop('this bracket is never closed; write \\( for the sign', start);
    return name === undefined ? part : { kind: 'group', part, name };
  }

  #escape(start: number): PatternNode {
    const sign = this.#source.charAt(this.#at);
    if (sign === 'b' || sign === 'B') {
      this.#at++;
      return { kind: 'assert', where: sign === 'b' ? 'boundary' : 'inside' };
    }
    if (/[1-9]/.test(sign) || sign === 'k')
      this.#stop('patterns cannot refer to a group (backreference): they are matched in linear time', start);
    return { kind: 'set', set: this.#escapedSet(start) };
  }

  /** Reads what follows a backslash, in a class or outside. */
  #escapedSet(start: number): CharacterSet {
    const sign = this.#sign();
    if (sign === '') return this.#stop('the pattern ends with a backslash', start);
    const known = CLASSES[sign];
    if (known !== undefined) return known;
    const control = CONTROLS[sign];
    if (control !== undefined) return set([control, control]);
    const hex = (sign === 'x' ? /^[0-9a-fA-F]{2}/ : /^[0-9a-fA-F]{4}/).exec(
      this.#source.slice(this.#at, this.#at + 4),
    )?.[0];
    if ((sign === 'x' || sign === 'u') && hex !== undefined) {
      this.#at += hex.length;
      const code = Number.parseInt(hex, 16);
      return set([code, code]);
    }
    if (/[A-Za-z0-9]/.test(sign)) return this.#stop(`there is no escape \\${sign}`, start);
    const code = sign.codePointAt(0) ?? 0;
    return set([code, code]);
  }

  #class(start: number): CharacterSet {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const at = this.#at;
      const first = this.#classItem(start);
      const [low] = first.ranges[0] ?? [0, 0];
      const isSingle = !first.isNegated && first.ranges.length === 1 && first.ranges[0]?.[1] === low;
      if (isSingle && this.#source.charAt(this.#at) === '-' && !['', ']'].includes(this.#source.charAt(this.#at + 1))) {
        this.#at++;
        const high = this.#classItem(start).ranges[0]?.[1] ?? 0;
        if (high < low) this.#stop('this range ends before it begins', at);
        ranges.push([low, high]);
      } else ranges.push(...(first.isNegated ? complement(first.ranges) : first.ranges));
    }
    if (ranges.length === 0) this.#stop('this class is empty', start);
    return { ranges, isNegated };
  }

  #classItem(start: number): CharacterSet {
    const at = this.#at;
    const sign = this.#sign();
    if (sign === '') return this.#stop('this class is never closed; write \\[ for the sign', start);
    if (sign === '\\') return this.#escapedSet(at);
    const code = sign.codePointAt(0) ?? 0;
    return set([code, code]);
  }

  /** Takes the next character; '' at the end. */
  #sign(): string {
    const code = this.#source.codePointAt(this.#at);
    const sign = code === undefined ? '' : String.fromCodePoint(code);
    this.#at += sign.length;
    return sign;
  }

  #take(words: string): boolean {
    if (!this.#source.startsWith(words, this.#at)) return false;
    this.#at += words.length;
    return true;
  }

  #stop(message: string, offset = this.#at): never {
    throw new PatternStop({ message, offset });
  }
}

function literal(sign: string): PatternNode {
  const code = sign.codePointAt(0) ?? 0;
  return { kind: 'set', set: set([code, code]) };
}

/** Returns the ranges of all other code points. @param ranges in ascending order */
function complement(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const others: (readonly [number, number])[] = [];
  let from = 0;
  for (const [low, high] of ranges) {
    if (low > from) others.push([from, low - 1]);
    from = high + 1;
  }
  others.push([from, 0x10ffff]);
  return others;
}
