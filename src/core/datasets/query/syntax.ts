/** How a value is compared; `contains` is for texts. */
export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Words that join tests, which are values only in quotation marks. */
export const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'contains']);

/** What is asked of the positions of a game, with a text that describes it. */
export const BOARD_TESTS = ['position', 'material', 'line'] as const;
export type BoardTest = (typeof BOARD_TESTS)[number];

/** Values from `from` to `to`, both included; open where one is missing. One value is both. */
export interface Span {
  readonly from?: string;
  readonly to?: string;
}

/** An expression that chooses games. Fields have their canonical names (`fields.ts`), values are as written. */
export type Query =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  /** The field is present; a count is not 0, a flag is set. */
  | { readonly kind: 'is'; readonly field: string }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: Operator; readonly value: string }
  /** Two fields of one kind; no `contains`. */
  | { readonly kind: 'fields'; readonly field: string; readonly operator: Operator; readonly other: string }
  | { readonly kind: 'in'; readonly field: string; readonly spans: readonly Span[] }
  /** A regular expression without its slashes. */
  | { readonly kind: 'match'; readonly field: string; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'board'; readonly test: BoardTest; readonly text: string };

/** Why a text is no expression, and where: UTF-16 offsets in it. */
export interface QueryFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What was probably meant in place of the fault; undefined where nothing is near. */
export const suggestionOf = ({ message }: QueryFault): string | undefined => /did you mean (\S+)\?$/.exec(message)?.[1];

/** Longest expression, in UTF-16 code units. */
export const MAX_LENGTH = 10_000;
/** Maximum nesting of `not` and parentheses. */
export const MAX_NESTING = 100;
/** Characters before the fault that are still shown. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 40;

/** The place of a fault in two lines: the expression, and carets below the fault. */
export function faultLines(text: string, { start, end }: QueryFault): readonly [string, string] {
  const from = Math.max(0, start - SHOWN_BEFORE);
  const to = Math.min(text.length, Math.max(end, start + 1) + SHOWN_AFTER);
  const before = from > 0 ? '…' : '';
  const shown = `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`.replace(/\s/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(end, to) - start));
  return [shown, ' '.repeat(before.length + start - from) + carets];
}
