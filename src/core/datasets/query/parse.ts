import { distance } from 'fastest-levenshtein';
import { err, ok, type Result } from '../../base/result.ts';
import {
  type FrameTest,
  type PatternFault,
  readLinePattern,
  readMaterialPattern,
  readPositionPattern,
} from '../../games/chess/position-patterns.ts';
import { type Field, fieldNamed, isPrefixed, KNOWN_NAMES, valueFault } from './fields.ts';
import {
  BOARD_TESTS,
  type BoardTest,
  MAX_LENGTH,
  MAX_NESTING,
  OPERATORS,
  type Operator,
  type Query,
  type QueryFault,
  RESERVED_WORDS,
  type Token,
  tokenizeQuery,
  type ValueSpan,
} from './syntax.ts';

type Parsed<T> = Result<T, QueryFault>;

const READERS: Readonly<Record<BoardTest, (text: string) => Result<FrameTest, PatternFault>>> = {
  position: readPositionPattern,
  material: readMaterialPattern,
  line: readLinePattern,
};

/** Reads the text of a test of positions. */
export const readBoardTest = (test: BoardTest, text: string): Result<FrameTest, PatternFault> => READERS[test](text);

const END: Token = { kind: 'end', value: '', start: 0, end: 0 };
/** Signs of other languages for the words that join tests. */
const JOINTS: Readonly<Record<string, string>> = { '&&': 'and', '&': 'and', '||': 'or', '|': 'or', ',': 'and' };

/** Parses an expression; its fields and values are checked, so that it can be evaluated. */
export function parseQuery(text: string): Parsed<Query> {
  if (text.length > MAX_LENGTH)
    return err({ message: `the expression is longer than ${MAX_LENGTH} characters`, start: 0, end: 1 });
  const tokens = tokenizeQuery(text);
  return tokens.ok ? new Parser(tokens.value).whole() : tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? this.#tokens.at(-1) ?? END;
  }

  /** Takes the next token if it is of a kind. */
  #take(kind: Token['kind']): Token | undefined {
    const next = this.#next;
    if (next.kind !== kind || kind === 'end') return undefined;
    this.#at++;
    return next;
  }

  /** Takes the next token if it is this word. */
  #takeWord(word: string): boolean {
    const { kind, value } = this.#next;
    if (kind !== 'word' || value.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  whole(): Parsed<Query> {
    const query = this.#either();
    if (!query.ok || this.#next.kind === 'end') return query;
    const { kind, value } = this.#next;
    if (kind === ')') return fault('this parenthesis closes nothing', this.#next);
    const meant = JOINTS[value] ?? nearest(value, ['and', 'or']);
    return fault(`expected and, or, or the end${meant === undefined ? '' : `; did you mean ${meant}?`}`, this.#next);
  }

  #either(): Parsed<Query> {
    return this.#joined('or', () => this.#joined('and', () => this.#negated()));
  }

  #joined(kind: 'and' | 'or', part: () => Parsed<Query>): Parsed<Query> {
    const parts: Query[] = [];
    do {
      const next = part();
      if (!next.ok) return next;
      parts.push(next.value);
    } while (this.#takeWord(kind));
    const [only] = parts;
    return ok(parts.length === 1 && only !== undefined ? only : { kind, parts });
  }

  #negated(): Parsed<Query> {
    const opening = this.#next;
    const isNot = this.#takeWord('not');
    if (!isNot && this.#take('(') === undefined) return this.#test();
    if (++this.#depth > MAX_NESTING) return fault(`the expression is nested more than ${MAX_NESTING} deep`, opening);
    const part = isNot ? this.#negated() : this.#either();
    this.#depth--;
    if (!part.ok) return part;
    if (isNot) return ok({ kind: 'not', part: part.value });
    if (this.#take(')') !== undefined) return part;
    if (this.#next.kind === 'end') return fault('this parenthesis is not closed', opening);
    const meant = JOINTS[this.#next.value] ?? nearest(this.#next.value, ['and', 'or']);
    return fault(`expected and, or, or )${meant === undefined ? '' : `; did you mean ${meant}?`}`, this.#next);
  }

  #test(): Parsed<Query> {
    const name = this.#next;
    if (name.kind !== 'word' || RESERVED_WORDS.has(name.value.toLowerCase()))
      return fault(name.kind === 'end' ? 'expected a field at the end' : 'expected a field such as elo or White', name);
    this.#at++;
    const small = name.value.toLowerCase();
    const test = BOARD_TESTS.find((one) => one === small);
    if (test !== undefined) return this.#boardTest(test);
    const field = fieldNamed(name.value);
    if (field === undefined) return fault(unknownField(name.value), name);
    return this.#comparison(field);
  }

  #boardTest(test: BoardTest): Parsed<Query> {
    const token = this.#next;
    const text = this.#take('text');
    if (text === undefined) return fault(`expected a text in quotation marks after ${test}`, token);
    const read = readBoardTest(test, text.value);
    if (read.ok) return ok({ kind: 'board', test, text: text.value });
    const { message, start, end } = read.error;
    // Escapes shift the text after them.
    const isPlain = text.end - text.start === text.value.length + 2;
    const from = text.start + 1;
    return err({ message, start: isPlain ? from + start : text.start, end: isPlain ? from + end : text.end });
  }

  #comparison(field: Field): Parsed<Query> {
    const sign = this.#next;
    const operator = this.#operator();
    const isIn = operator === undefined && this.#takeWord('in');
    const isMatch = operator === undefined && !isIn && this.#take('~') !== undefined;
    if (operator === undefined && !isIn && !isMatch) return this.#alone(field);
    if (field.kind === 'flag')
      return fault(`${field.name} is true or false; write ${field.name} or not ${field.name}`, sign);
    if (isMatch) return this.#match(field);
    if (isIn) return this.#spans(field);
    if (operator === 'contains' && (field.kind === 'number' || field.kind === 'date'))
      return fault(`contains compares texts; ${field.name} is a ${field.kind}`, sign);
    const other = operator === 'contains' ? undefined : this.#otherField(field);
    if (other !== undefined)
      return ok({ kind: 'fields', field: field.name, operator: operator ?? '=', other: other.name });
    const value = this.#value(field, operator === 'contains');
    if (!value.ok) return value;
    if (this.#next.kind === '..') return fault(`a range needs in: ${field.name} in ${value.value}..`, this.#next);
    return ok({ kind: 'compare', field: field.name, operator: operator ?? '=', value: value.value });
  }

  /** Parses a field without a comparison. */
  #alone(field: Field): Parsed<Query> {
    const { kind, value } = this.#next;
    const isOperand = kind === 'text' || kind === '..' || (kind === 'word' && !RESERVED_WORDS.has(value.toLowerCase()));
    if (!isOperand || JOINTS[value] !== undefined || nearest(value, ['and', 'or']) !== undefined)
      return ok({ kind: 'is', field: field.name });
    const meant = nearest(value, ['in', 'contains']);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    return fault(`expected a comparison after ${field.name}, such as = or in${hint}`, this.#next);
  }

  #operator(): Operator | undefined {
    const { kind, value } = this.#next;
    if (kind !== 'operator' && kind !== 'word') return undefined;
    const operator = OPERATORS.find((one) => one === value.toLowerCase());
    if (operator !== undefined) this.#at++;
    return operator;
  }

  /**
   * Takes the name of a field in the place of a value. Any word may be a text, so a field there is a tag with its
   * prefix: `White = tag.Black`.
   */
  #otherField({ kind }: Field): Field | undefined {
    const { kind: token, value } = this.#next;
    if (token !== 'word' || RESERVED_WORDS.has(value.toLowerCase())) return undefined;
    const isText = kind === 'text' || kind === 'tag';
    if (isText ? !isPrefixed(value) : valueFault(kind, value) === undefined) return undefined;
    const other = fieldNamed(value);
    if (other === undefined || (!isText && other.kind !== kind && other.kind !== 'tag')) return undefined;
    this.#at++;
    return other;
  }

  /** @param isPart true if the value is a part of a text, of any form */
  #value(field: Field, isPart = false): Parsed<string> {
    const token = this.#next;
    const isWord = token.kind === 'word' && !RESERVED_WORDS.has(token.value.toLowerCase());
    if (!isWord && token.kind !== 'text') return fault(`expected a value for ${field.name}`, token);
    this.#at++;
    const wrong = isPart ? undefined : valueFault(field.kind, token.value);
    return wrong === undefined ? ok(token.value) : fault(`${wrong} for ${field.name}`, token);
  }

  #spans(field: Field): Parsed<Query> {
    const opening = this.#take('(');
    const spans: ValueSpan[] = [];
    for (let isOpen = true; isOpen; isOpen = opening !== undefined && this.#take(',') !== undefined) {
      const span = this.#span(field);
      if (!span.ok) return span;
      spans.push(span.value);
    }
    if (opening !== undefined && this.#take(')') === undefined)
      return fault('expected , or ) in the list of values', this.#next.kind === 'end' ? opening : this.#next);
    return ok({ kind: 'in', field: field.name, spans });
  }

  #span(field: Field): Parsed<ValueSpan> {
    const { start } = this.#next;
    const isOpen = this.#next.kind === '..';
    const from = isOpen ? undefined : this.#value(field);
    if (from?.ok === false) return from;
    if (this.#take('..') === undefined) return ok(from === undefined ? {} : { from: from.value, to: from.value });
    const { kind, value } = this.#next;
    const isBounded = kind === 'text' || (kind === 'word' && !RESERVED_WORDS.has(value.toLowerCase()));
    if (!isBounded)
      return from === undefined
        ? err({ message: 'a range needs a value before or after ..', start, end: start + 2 })
        : ok({ from: from.value });
    const last = this.#next;
    const to = this.#value(field);
    if (!to.ok || from === undefined) return to.ok ? ok({ to: to.value }) : to;
    if (field.kind === 'number' && Number(from.value) > Number(to.value)) {
      const message = `no value is in ${from.value}..${to.value}; did you mean ${to.value}..${from.value}?`;
      return err({ message, start, end: last.end });
    }
    return ok({ from: from.value, to: to.value });
  }

  #match(field: Field): Parsed<Query> {
    const token = this.#next;
    if (field.kind === 'number' || field.kind === 'date')
      return fault(`a regular expression compares texts; ${field.name} is a ${field.kind}`, token);
    const pattern = this.#take('pattern');
    if (pattern === undefined) return fault('expected a regular expression such as /carlsen/i', token);
    const { value, flags = '' } = pattern;
    if (!/^[iu]*$/.test(flags)) return fault('the flags of a regular expression are i and u', pattern);
    const wrong = patternFault(value, flags);
    if (wrong !== undefined) return fault(wrong, pattern);
    return ok({ kind: 'match', field: field.name, pattern: value, flags });
  }
}

const fault = (message: string, { start, end }: Token): Result<never, QueryFault> => err({ message, start, end });

/** Returns the reason why a regular expression is invalid or refused; undefined if it is accepted. */
function patternFault(pattern: string, flags: string): string | undefined {
  try {
    ''.search(new RegExp(pattern, flags));
    return patternCost(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/: /, '') : '';
    return `invalid regular expression: ${reason}`;
  }
}

function unknownField(name: string): string {
  const joint = JOINTS[name];
  if (joint !== undefined) return `expected a field; did you mean ${joint}?`;
  const meant = nearest(name, [...KNOWN_NAMES, ...BOARD_TESTS]);
  if (meant !== undefined) return `unknown field ${name}; did you mean ${meant}?`;
  return `unknown field ${name}; a tag of that name is tag.${name}`;
}

/** Returns the name that a misspelled one probably means; undefined if none is close. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const small = name.toLowerCase();
  const near = known
    .map((one) => ({
      one,
      apart: lettersOf(one.toLowerCase()) === lettersOf(small) ? 1 : distance(one.toLowerCase(), small),
    }))
    .filter(
      ({ one, apart }) =>
        one.toLowerCase() !== small && apart <= Math.max(1, Math.floor(one.length / 3)) && apart < small.length,
    );
  near.sort((a, b) => a.apart - b.apart);
  return near[0]?.one;
}

/** Returns a key that is equal for words with the same letters in another order. */
const lettersOf = (word: string): string => Array.from(word).sort().join('');

/** Maximum number of unbounded repetitions in a pattern: the time of a match grows with the text to the power of their number. */
const MAX_OPEN = 5;

/** Group that is being read, or the whole pattern. */
interface Group {
  /** True if the length of its matches varies. */
  isLoose: boolean;
  /** First atoms of its alternatives. */
  firsts: (string | undefined)[];
}

const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;
/** Class, escape, head of a group, or single character. */
const ATOM = /\[(?:\\[^]|[^\]\\])*\]|\\(?:k<\w+>|[pP]\{[^}]*\}|[^])|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[^]/uy;

/**
 * Returns the reason why a valid regular expression may take unbounded time: backtracking tries all ways to divide a
 * text over a repeated group whose parts vary. Undefined if it does not; some harmless patterns are refused, too.
 */
function patternCost(pattern: string): string | undefined {
  const groups: Group[] = [];
  let group: Group = { isLoose: false, firsts: [undefined] };
  let open = 0;
  for (let at = 0; at < pattern.length; ) {
    ATOM.lastIndex = at;
    const atom = ATOM.exec(pattern)?.[0] ?? pattern.charAt(at);
    at += atom.length;
    if (atom.startsWith('(')) {
      groups.push(group);
      group = { isLoose: false, firsts: [undefined] };
      continue;
    }
    if (atom === '|') {
      group.firsts.push(undefined);
      continue;
    }
    let isLoose = false;
    if (atom === ')') {
      isLoose = group.isLoose || isAmbiguous(group);
      group = groups.pop() ?? group;
    }
    group.firsts[group.firsts.length - 1] ??= atom;
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(pattern)?.[0] ?? '';
    at += quantifier.length;
    const [, least = '', most = least] = /^\{(\d+)(?:,(\d*))?\}/.exec(quantifier) ?? [];
    const isOpen = /^[*+]/.test(quantifier) || (least !== '' && most === '');
    const isRepeated = isOpen || Number(most) > 1;
    if (isRepeated && isLoose)
      return 'a repeated group in which a part varies can take forever; write it without the outer or the inner repetition';
    if (isOpen && ++open > MAX_OPEN) return `more than ${MAX_OPEN} repetitions without a bound can take forever`;
    group.isLoose ||= isLoose || (quantifier !== '' && (isOpen || least !== most || quantifier.startsWith('?')));
  }
  return undefined;
}

/** Returns true if two alternatives may begin alike: only different letters, digits and the like are certain not to. */
function isAmbiguous({ firsts }: Group): boolean {
  if (firsts.length === 1) return false;
  const plain = firsts.map((first) =>
    /^(?:[^.^$\\[)]|\\[^\w])$/.test(first ?? '') ? first?.toLowerCase() : undefined,
  );
  return plain.includes(undefined) || new Set(plain).size < plain.length;
}
