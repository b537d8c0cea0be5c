import { err, ok, type Result } from '../../base/result.ts';
import type { QueryFault } from './syntax.ts';

export type TokenKind = 'word' | 'text' | 'pattern' | 'operator' | '~' | '..' | '(' | ')' | ',' | 'end';

/** A token of an expression, with its place. */
export interface Token {
  readonly kind: TokenKind;
  /** The word; the text without quotation marks and escapes; the regular expression without slashes. */
  readonly value: string;
  /** Flags of a regular expression. */
  readonly flags?: string;
  readonly start: number;
  readonly end: number;
}

const OPERATOR = /(?:!=|<=|>=|<|>|=)/y;
/** A word ends at a space, a sign with a meaning of its own, or `..`. */
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

/** The tokens of an expression, with one for its end. */
export function tokensOf(text: string): Result<readonly Token[], QueryFault> {
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
