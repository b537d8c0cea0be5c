import { resultOf } from '../../notation/pgn/words.ts';
import type { FieldKind, FieldValue } from './fields.ts';

/** The comparisons with one value of an expression; each is false for what cannot be compared with it. */
export interface Comparison {
  readonly equal: (value: FieldValue) => boolean;
  readonly less: (value: FieldValue) => boolean;
  readonly more: (value: FieldValue) => boolean;
  readonly least: (value: FieldValue) => boolean;
  readonly most: (value: FieldValue) => boolean;
}

const NUMBER = /^\s*[+-]?\d{1,15}(?:\.\d+)?\s*$/;
const DATE = /^\s*(\d{4})(?:[./-](\d{1,2}|\?\?)(?:[./-](\d{1,2}|\?\?))?)?\s*$/;

const numberOf = (value: FieldValue): number | undefined =>
  typeof value === 'number' ? value : NUMBER.test(value) ? Number(value) : undefined;

/** The first and the last day that a date with unknown parts can mean, as numbers in order. */
export function daysOf(value: FieldValue): { readonly first: number; readonly last: number } | undefined {
  const match = DATE.exec(String(value));
  if (match === null) return undefined;
  const [, year = '', month = '??', day = '??'] = match;
  const part = (text: string, unknown: number): number => (text === '??' ? unknown : Number(text));
  const dayOf = (m: number, d: number): number => Number(year) * 10_000 + m * 100 + d;
  return { first: dayOf(part(month, 1), part(day, 1)), last: dayOf(part(month, 12), part(day, 31)) };
}

/** A comparison by order, of values as `read` makes them of a field's. */
function ordered<T extends FieldValue>(read: (value: FieldValue) => T | undefined, given: T): Comparison {
  const by =
    (test: (value: T) => boolean) =>
    (value: FieldValue): boolean => {
      const own = read(value);
      return own !== undefined && test(own);
    };
  return {
    equal: by((value) => value === given),
    less: by((value) => value < given),
    more: by((value) => value > given),
    least: by((value) => value >= given),
    most: by((value) => value <= given),
  };
}

/** A date with unknown parts is equal to a longer span that includes it, and less than one that it cannot reach. */
function byDate({ first, last }: { readonly first: number; readonly last: number }): Comparison {
  const by =
    (test: (first: number, last: number) => boolean) =>
    (value: FieldValue): boolean => {
      const own = daysOf(value);
      return own !== undefined && test(own.first, own.last);
    };
  return {
    equal: by((from, to) => from >= first && to <= last),
    less: by((_, to) => to < first),
    more: by((from) => from > last),
    least: by((from) => from >= first),
    most: by((_, to) => to <= last),
  };
}

const small = (value: FieldValue): string => String(value).toLowerCase();

/** Compares with a value of an expression, which fits the kind (`valueFault`). Texts are compared without letter case. */
export function comparisonWith(kind: FieldKind, value: string): Comparison {
  const text = ordered(small, value.toLowerCase());
  if (kind === 'number') return ordered(numberOf, numberOf(value) ?? Number.NaN);
  if (kind === 'date') return byDate(daysOf(value) ?? { first: Number.NaN, last: Number.NaN });
  if (kind === 'result') return ordered(small, resultOf(value) ?? value);
  if (kind === 'text') return text;
  const number = numberOf(value);
  const days = /[./-]/.test(value) ? daysOf(value) : undefined;
  if (number === undefined && days === undefined) return text;
  const order = number === undefined ? byDate(days ?? { first: 0, last: 0 }) : ordered(numberOf, number);
  return { ...order, equal: (own) => order.equal(own) || text.equal(own) };
}

/** Why a value does not fit a field of a kind; undefined if it does. */
export function valueFault(kind: FieldKind, value: string): string | undefined {
  if (kind === 'number' && numberOf(value) === undefined) return 'expected a number';
  if (kind === 'date' && daysOf(value) === undefined) return 'expected a date such as 2019, 2019.05 or 2019.05.31';
  if (kind === 'result' && resultOf(value) === undefined) return 'expected a result: 1-0, 0-1, 1/2-1/2 or *';
  return undefined;
}
