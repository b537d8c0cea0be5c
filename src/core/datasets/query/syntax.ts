import { err, ok, type Result } from '../../base/result.ts';
import { isPrefixed } from './fields.ts';

/** Operators of comparisons; `contains` is for texts. */
export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Words that join tests: values only in quotation marks. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'contains']);

/** Tests of the positions of a game, each with a text that describes them. */
export const BOARD_TESTS = ['position', 'material', 'line'] as const;
export type BoardTest = (typeof BOARD_TESTS)[number];

/** Values from `from` to `to`, both included; open where one is missing. A single value is both. */
export interface ValueSpan {
  readonly from?: string;
  readonly to?: string;
}

/** Expression that selects games. Fields have their canonical names (`fields.ts`), values are as written. */
export type Query =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  /** True where the field is present; a count is not 0, a flag is set. */
  | { readonly kind: 'is'; readonly field: string }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: Operator; readonly value: string }
  /** Comparison of two fields of one kind; no `contains`. */
  | { readonly kind: 'fields'; readonly field: string; readonly operator: Operator; readonly other: string }
  | { readonly kind: 'in'; readonly field: string; readonly spans: readonly ValueSpan[] }
  /** Match of a regular expression, given without its slashes. */
  | { readonly kind: 'match'; readonly field: string; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'board'; readonly test: BoardTest; readonly text: string };

/** Syntax error of an expression, at UTF-16 offsets in it. */
export interface QueryFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the probably intended text in place of the fault; undefined where nothing is near. */
export const suggestName = ({ message }: QueryFault): string | undefined => /did you mean (\S+)\?$/.exec(message)?.[1];

/** Maximum length of an expression, in UTF-16 code units. */
export const MAX_LENGTH = 10_000;
/** Maximum nesting of `not` and parentheses. */
export const MAX_NESTING = 100;
/** Maximum number of shown characters before the fault. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 40;

/** Returns the place of a fault in two lines: the expression, and carets below the fault. */
export function faultLines(text: string, { start, end }: QueryFault): readonly [string, string] {
  const from = Math.max(0, start - SHOWN_BEFORE);
  const to = Math.min(text.length, Math.max(end, start + 1) + SHOWN_AFTER);
  const before = from > 0 ? '…' : '';
  const shown = `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`.replace(/\s/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(end, to) - start));
  return [shown, ' '.repeat(before.length + start - from) + carets];
}

export type TokenKind = 'word' | 'text' | 'pattern' | 'operator' | '~' | '..' | '(' | ')' | ',' | 'end';

/** Token of an expression, with its place. */
export interface Token {
  readonly kind: TokenKind;
  /** Word; text without quotation marks and escapes; regular expression without slashes. */
  readonly value: string;
  /** Flags of a regular expression. */
  readonly flags?: string;
  readonly start: number;
  readonly end: number;
}

const OPERATOR = /(?:!=|<=|>=|<|>|=)/y;
/** A word ends at a space, a sign with its own meaning, or `..`. */
const WORD = /(?:(?!\.\.)[^\s(),"'=<>!~])+/y;
const PATTERN = /\/((?:[^\\/]|\\.)+)\/([a-z]*)/y;
const ENDS: Readonly<Record<string, RegExp>> = { '"': /"((?:[^"\\]|\\.)*)"/sy, "'": /'((?:[^'\\]|\\.)*)'/sy };
/** Signs of other languages, and the words for them. */
const FOREIGN: readonly (readonly [sign: string, instead: string])[] = [
  ['==', '='],
  ['=>', '>='],
  ['=<', '<='],
  ['<>', '!='],
  ['=~', '~'],
  ['!', 'not'],
];

/** Returns the tokens of an expression, with one for its end. */
export function tokenizeQuery(text: string): Result<readonly Token[], QueryFault> {
  const tokens: Token[] = [];
  const push = (kind: TokenKind, value: string, start: number, end: number, flags?: string): void => {
    tokens.push({ kind, value, start, end, ...(flags !== undefined && { flags }) });
  };
  let at = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const c = text.charAt(at);
    if (/\s/.test(c)) {
      at++;
      continue;
    }
    const start = at;
    const fault = (message: string, length = 1): Result<never, QueryFault> =>
      err({ message, start, end: Math.min(text.length, start + length) });
    const quoted = ENDS[c];
    if (quoted !== undefined) {
      const found = matched(quoted);
      if (found === null) return fault(`the quotation mark ${c} is not closed`);
      at += found[0].length;
      push('text', (found[1] ?? '').replace(/\\(.)/gs, '$1'), start, at);
    } else if (c === '/' && tokens.at(-1)?.kind === '~') {
      const found = matched(PATTERN);
      if (found === null) return fault('the regular expression has no closing /');
      at += found[0].length;
      push('pattern', found[1] ?? '', start, at, found[2] ?? '');
    } else if (c === '(' || c === ')' || c === ',' || c === '~') push(c, c, start, ++at);
    else if (text.startsWith('..', at)) {
      at += 2;
      push('..', '..', start, at);
    } else {
      const foreign = FOREIGN.find(([sign]) => text.startsWith(sign, at) && !text.startsWith('!=', at));
      if (foreign !== undefined)
        return fault(`unknown sign ${foreign[0]}; did you mean ${foreign[1]}?`, foreign[0].length);
      const operator = matched(OPERATOR);
      const word = operator === null ? matched(WORD) : null;
      const value = operator?.[0] ?? word?.[0] ?? c;
      at += value.length;
      push(operator === null ? 'word' : 'operator', value, start, at);
    }
  }
  push('end', '', text.length, text.length);
  return ok(tokens);
}

// A dot at an end would join the `..` of a span.
const BARE = /^(?!\.)(?:(?!\.\.)[^\s(),"'=<>!~])+(?<!\.)$/;

/** Returns a value in the syntax of expressions: in quotation marks where it would be read as something else. */
export const printValue = (value: string): string =>
  BARE.test(value) && !RESERVED_WORDS.has(value.toLowerCase()) && !isPrefixed(value) ? value : quoted(value);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function printSpan({ from, to }: ValueSpan): string {
  if (from !== undefined && from === to) return printValue(from);
  return `${from === undefined ? '' : printValue(from)}..${to === undefined ? '' : printValue(to)}`;
}

/** Returns the text of an expression: parsing it gives the same expression. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.map((part) => printPart(part, query.kind)).join(` ${query.kind} `);
    case 'not':
      return `not ${printPart(query.part, 'not')}`;
    case 'is':
      return query.field;
    case 'compare':
      return `${query.field} ${query.operator} ${printValue(query.value)}`;
    case 'fields':
      return `${query.field} ${query.operator} ${query.other}`;
    case 'in': {
      const spans = query.spans.map(printSpan).join(', ');
      return `${query.field} in ${query.spans.length === 1 ? spans : `(${spans})`}`;
    }
    case 'match':
      return `${query.field} ~ /${query.pattern}/${query.flags}`;
    case 'board':
      return `${query.test} ${quoted(query.text)}`;
  }
}

/** Prints an operand, in parentheses where it binds less tightly than its parent, or equally. */
function printPart(part: Query, parent: 'and' | 'or' | 'not'): string {
  const isOpen = part.kind === 'or' || (part.kind === 'and' && parent !== 'or');
  return isOpen ? `(${printQuery(part)})` : printQuery(part);
}
