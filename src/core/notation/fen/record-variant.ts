import type { Range } from '../../base/text/range.ts';
import { chessNamed, isForeignVariant, leavesRules } from '../../games/chess/chess-variants.ts';
import { closestVariant, VARIANT_TITLES, type VariantRules, variantNamed, variantStart } from '../../games/variants.ts';
import type { CastlingVariant } from './castling-field.ts';
import { type FenProblem, rewrite } from './fields.ts';

/** The variant of a record. */
export type RecordVariant =
  | { readonly kind: 'chess'; readonly variant: CastlingVariant }
  | { readonly kind: 'rules'; readonly rules: VariantRules }
  | { readonly kind: 'unknown' };

/** Returns the variant that a name means. */
export function parseRecordVariant(name: string): RecordVariant {
  const chess = chessNamed(name);
  if (chess !== undefined) return { kind: 'chess', variant: leavesRules(name) ? undefined : chess };
  const rules = variantNamed(name);
  return rules === undefined ? { kind: 'unknown' } : { kind: 'rules', rules };
}

/** The operation of a FEN or EPD record that names its variant: `variant "Crazyhouse";`. */
const DECLARATION = /(?<=[\s;])variant\s+(?:"([^"\r\n]{1,40})"|([^\s;"]{1,40}))\s*(?:;|$)/;

/** A declared name and its place. */
export interface Declaration {
  readonly name: string;
  readonly range: Range;
}

/** Returns the variant that the record `text[start, end)` declares; undefined if none. */
export function declaredVariant(text: string, start: number, end: number): Declaration | undefined {
  const record = text.slice(start, end);
  if (!record.includes('variant')) return undefined;
  const match = DECLARATION.exec(record);
  const name = match?.[1] ?? match?.[2];
  if (match === null || name === undefined) return undefined;
  const at = start + match.index + match[0].indexOf(name, 'variant'.length);
  return { name, range: { start: at, end: at + name.length } };
}

/** A counter, the checks that are left in Three-check, or nothing. */
const REST = /^(?:-|\d{1,4}|\+?\d\+\d)$/;
const MAX_FIELDS = 7;

/** Returns the end of the fields at the start of a variant's record: four, then counters and checks. */
function fieldsEnd(text: string, start: number, end: number): number {
  let last = start;
  let count = 0;
  for (const match of text.slice(start, end).matchAll(/\S+/g)) {
    if (count >= MAX_FIELDS || (count >= 4 && !REST.test(match[0]))) break;
    last = start + match.index + match[0].length;
    count++;
  }
  return last;
}

/** Returns the problem of a record by the rules of its variant; its fields are checked as a whole. */
export function variantProblems(text: string, { start, end }: Range, rules: VariantRules): FenProblem[] {
  const range = { start, end: fieldsEnd(text, start, end) };
  const position = variantStart(rules, text.slice(range.start, range.end));
  if (position.ok) return [];
  const message = `not a position of ${VARIANT_TITLES[rules]}: ${position.error}`;
  return [{ code: 'FEN_VARIANT', range, message }];
}

/** Returns the finding of a declared variant with unknown rules. */
export function unknownVariantProblem({ name, range }: Declaration): FenProblem {
  const meant = closestVariant(name);
  const message = `the rules of the variant ${JSON.stringify(name)} are not known, so the position is not checked`;
  return {
    code: 'FEN_UNKNOWN_VARIANT',
    range,
    message: meant === undefined ? message : `${message}; did you mean ${meant}?`,
    ...(isForeignVariant(name) && { severity: 'info' as const }),
    ...(meant !== undefined && { fixes: [rewrite(`Write ${meant}`, range, meant, false)] }),
  };
}
