import type { TextEdit } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { fixing } from '../fixing.ts';
import type { ActionValue, Example, MavDialect } from '../syntax.ts';
import { BUCKETS, bucketOf, bucketToken } from '../values.ts';
import { gatherMissingValues } from './missing-values.ts';

/** So many values that are no buckets are a habit. */
const HABIT = 3;

/** A share of 1 with a decimal point, or 0 or 1. */
const PROBABILITY = /^(?:0?\.\d+|1\.0+|[01])$/;
/** Pawns or centipawns of an engine. */
const SCORE = /^[+-]\d+(?:\.\d+)?$/;
const PERCENT = /^\d+(?:\.\d+)?\s?%$/;

/** What values look like that are no buckets, in words; undefined where they look like nothing that is known. */
export function looksOf(texts: readonly string[]): string | undefined {
  if (texts.every((text) => PROBABILITY.test(text))) return 'they look like probabilities';
  if (texts.every((text) => SCORE.test(text))) return "they look like an engine's scores in pawns or centipawns";
  return texts.every((text) => PERCENT.test(text)) ? 'they look like percentages' : undefined;
}

/**
 * The findings of a section, where a habit of its values is one finding at the first of them: no values at all, three and more that
 * are no buckets, with what they look like, and three and more actions without one.
 *
 * @param examples of the section
 */
export function gatherValues(
  found: readonly Diagnostic[],
  examples: readonly Example[],
  dialect: MavDialect,
): readonly Diagnostic[] {
  const missing = gatherMissingValues(found, examples);
  const wrong = missing.filter(({ code }) => code === 'MAV_BUCKET');
  if (wrong.length < HABIT) return missing;
  const starts = new Set(wrong.map(({ range }) => range.start));
  const listed = examples.flatMap(({ lines }) =>
    lines.flatMap(({ body }) => (body.kind === 'list' ? body.actions : [])),
  );
  const values = listed.filter(({ value }) => value !== undefined && starts.has(value.range.start));
  const [first, ...others] = wrong;
  if (first === undefined) return missing;
  const one = together(first, values, listed, dialect);
  return missing.flatMap((finding) => (finding === first ? [one] : others.includes(finding) ? [] : [finding]));
}

function together(
  { range }: Diagnostic,
  values: readonly ActionValue[],
  listed: readonly ActionValue[],
  dialect: MavDialect,
): Diagnostic {
  const { base } = dialect;
  const texts = values.map(({ value }) => value?.text ?? '');
  const range64 = `buckets from ${base} to ${base + BUCKETS - 1}`;
  const count = `${values.length} of ${listed.length} values are not ${range64}`;
  const report = (looks: string, fix = {}): Diagnostic => diagnostic('MAV_BUCKET', range, `${count}: ${looks}`, fix);
  if (texts.every((text) => PROBABILITY.test(text))) {
    const edits = values.flatMap(({ value }): TextEdit[] =>
      value === undefined
        ? []
        : [{ range: value.range, newText: bucketToken(bucketOf(Number(value.text), dialect), dialect) }],
    );
    return report(looksOf(texts) ?? '', fixing('Write the buckets of these probabilities', edits));
  }
  if (texts.every((text) => SCORE.test(text)))
    return report("they look like an engine's scores in pawns or centipawns");
  if (texts.every((text) => PERCENT.test(text))) return report('they look like percentages');
  const isFromZero = base === 1 && !listed.some(({ bucket }) => bucket === BUCKETS);
  if (isFromZero && values.every(({ bucket }) => bucket === 0))
    return report('values look like buckets from 0, which --mav-dialect base0 reads');
  const some = texts.slice(0, HABIT).join(', ');
  return report(`${some}${texts.length > HABIT ? ' and so on' : ''}`);
}
