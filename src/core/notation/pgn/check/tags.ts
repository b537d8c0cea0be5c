import type { Range } from '../../../base/text/range.ts';
import { closestVariant, isForeignVariant } from '../../../games/variants/names.ts';
import { CODES, type Code } from '../../diagnostics/codes.ts';
import type { FenReading } from '../../fen/reading.ts';
import { isTypographicQuote } from '../habit-words.ts';
import type { GameStart, Tag } from '../tags.ts';
import { type GameFindings, quoted } from './findings.ts';
import { addBadTag, addTypographicTag } from './tag-form.ts';

/**
 * True for problems that every reader resolves to the same position: many programs count the first move as 0, or omit
 * both counters, as EPD does.
 */
const isHarmless = (code: Code, { fields }: FenReading): boolean =>
  code === 'FEN_FULLMOVE_ZERO' || (code === 'FEN_MISSING_FIELDS' && fields.length === 4);

const NO_PLACE = Number.POSITIVE_INFINITY;

/**
 * The end of a tag if its line contains a `\"` before it, else `NO_PLACE`. Such a sign is not an escape if it would
 * leave its value open, so a quotation mark written after it changes the reading.
 */
function escapeBehind(text: string, { start, end }: Range, before: number): number {
  const written = text.slice(start, end);
  const last = written.lastIndexOf('\\"');
  if (last < 0 && before === NO_PLACE) return NO_PLACE;
  return /[\r\n]/.test(written.slice(Math.max(0, last))) ? NO_PLACE : end;
}

/** Checks malformed tags, the FEN tag, and unknown variants. */
export function checkTags(text: string, tags: readonly Tag[], start: GameStart, findings: GameFindings): void {
  let escape = NO_PLACE;
  for (const tag of tags) {
    if (/[\r\n]/.test(text.slice(escape, tag.range.start))) escape = NO_PLACE;
    const isFree = escape === NO_PLACE;
    if (tag.form !== 'good') addBadTag(text, tag, isFree, findings);
    else if (isTypographicQuote(text.charCodeAt(tag.valueRange.start - 1)))
      addTypographicTag(text, tag, isFree, findings);
    escape = escapeBehind(text, tag.range, escape);
  }
  if (start.unknownVariant !== undefined) {
    const { value, valueRange } = start.unknownVariant;
    const meant = closestVariant(value);
    const message = `the moves of the variant ${quoted(value)} are not checked`;
    findings.add(
      'PGN_UNKNOWN_VARIANT',
      valueRange,
      meant === undefined ? message : `${message}; did you mean ${meant}?`,
      meant === undefined
        ? isForeignVariant(value)
          ? { severity: 'info' }
          : {}
        : { fixes: [{ title: `Write ${meant}`, edits: [{ range: valueRange, newText: meant }], safe: false }] },
    );
  }
  const empty = start.emptyFen;
  if (empty !== undefined) {
    const message = `FEN ${quoted(empty.value)} is not a position; the standard start position is used`;
    findings.add('PGN_BAD_FEN', empty.range, message, { severity: 'info' });
  }
  if (start.fen === undefined) return;
  const { tag, reading, refusal } = start.fen;
  // a malformed tag has its own finding, and may be read otherwise once it is mended
  if (tag.form !== 'good') return;
  let explained = false;
  for (const problem of reading.problems) {
    const isError = CODES[problem.code].severity === 'error';
    explained ||= isError;
    const range = problem.range.start === problem.range.end ? tag.range : problem.range;
    const { fixes } = problem;
    if (isError) {
      // the start position decides the meaning of all moves: such a repair needs review
      const offered = fixes === undefined ? {} : { fixes: fixes.map((fix) => ({ ...fix, safe: false })) };
      findings.add('PGN_BAD_FEN', range, `invalid FEN tag: ${problem.message}`, offered);
    } else if (refusal === undefined) {
      findings.add(problem.code, range, problem.message, {
        ...(fixes !== undefined && { fixes }),
        ...(isHarmless(problem.code, reading) && { severity: 'info' }),
      });
    }
  }
  if (refusal !== undefined && !explained) {
    findings.add('PGN_BAD_FEN', tag.valueRange, `invalid FEN tag: ${refusal}`);
  }
}
