import type { Range, TextEdit } from '../../../base/text/range.ts';
import { isForeignVariant } from '../../../games/chess/chess-variants.ts';
import { closestVariant } from '../../../games/variants.ts';
import type { DiagnosticExtra } from '../../diagnostic.ts';
import { CODES, type Code } from '../../diagnostic-codes.ts';
import type { FenReading } from '../../fen/fields.ts';
import { characterClass, LINE_END } from '../characters.ts';
import type { GameStart, Tag } from '../tags.ts';
import type { GameTree } from '../tree.ts';
import { isTypographicQuote } from '../words.ts';
import { type GameFindings, quoted } from './findings.ts';

/**
 * Returns true for problems that every reader resolves to the same position: many programs count the first move as 0,
 * or omit both counters, as EPD does.
 */
const isHarmless = (code: Code, { fields }: FenReading): boolean =>
  code === 'FEN_FULLMOVE_ZERO' || (code === 'FEN_MISSING_FIELDS' && fields.length === 4);

const NO_PLACE = Number.POSITIVE_INFINITY;

/**
 * Returns the end of a tag if its line contains a `\"` before it, else `NO_PLACE`. Such a sign is not an escape if it
 * would leave its value open, so a quotation mark written after it changes the reading.
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
    else if (
      /(?<!\\)(?:\\\\)*\\$/.test(
        text.slice(Math.max(tag.valueRange.start, tag.valueRange.end - MAX_SLASHES), tag.valueRange.end),
      )
    )
      addEscapedQuote(text, tag, findings);
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
  // A malformed tag has its own finding, and may read differently once it is fixed.
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

/** Tags whose repair changes the game, so it is not applied without review. */
const DECIDES_THE_GAME: ReadonlySet<string> = new Set(['fen', 'setup', 'variant', 'result']);

/**
 * Reports a tag pair with typographic quotation marks, which is still read.
 *
 * @param isFree true if a quotation mark can be written here without changing the reading of earlier text
 */
function addTypographicTag(
  text: string,
  { range, valueRange, name, value }: Tag,
  isFree: boolean,
  findings: GameFindings,
): void {
  const newText = pairText(name, value);
  const written = quoted(text.slice(range.start, range.end));
  const message = `${written} is not of the form [Name "value"]: it has typographic quotation marks instead of "`;
  // in `«a "b"` it is unclear which quotation mark is missing
  const safe = isFree && (text.charAt(valueRange.end) !== '"' || !value.includes('"'));
  findings.add('PGN_BAD_TAG', range, message, {
    severity: 'warning',
    fixes: [{ title: `Write ${shown(newText)}`, edits: [{ range, newText }], safe }],
  });
}

/** Most backslashes at the end of a value that are looked at. */
const MAX_SLASHES = 16;

/**
 * Reports a backslash before the quotation mark that closes a value: by the standard (7) it belongs to the mark, so that
 * the value is open.
 */
function addEscapedQuote(text: string, { range, name, value }: Tag, findings: GameFindings): void {
  const newText = pairText(name, value);
  const message = `${quoted(text.slice(range.start, range.end))} is not of the form [Name "value"]: a backslash before the last quotation mark must be written \\\\`;
  const fixes = [{ title: `Write ${shown(newText)}`, edits: [{ range, newText }], safe: false }];
  findings.add('PGN_BAD_TAG', range, message, { severity: 'warning', fixes });
}

const pairText = (name: string, value: string): string => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`;
const shown = (text: string): string => quoted(text).slice(1, -1).replaceAll('\\"', '"');

/**
 * Reports a tag pair that does not have the form `[Name "value"]` (PGN standard 8.1), with a repair if there is one.
 *
 * @param isFree true if a quotation mark can be written here without changing the reading of earlier text
 */
function addBadTag(text: string, tag: Tag, isFree: boolean, findings: GameFindings): void {
  const { range, name } = tag;
  const safe = isFree && !DECIDES_THE_GAME.has(name.toLowerCase());
  if (tag.form === 'open') {
    const { start, end } = tag.valueRange;
    const value = text.slice(start, end).trimEnd();
    const before = text.slice(tag.nameRange.end, start - 1).trim();
    if (value === ']' && before !== '' && !/["\\[\]]/.test(before)) {
      const at = text.indexOf(before, tag.nameRange.end);
      findings.add('PGN_BAD_TAG', range, `the value of ${name} has no opening quotation mark`, {
        fixes: [{ title: 'Open the value with "', edits: [{ range: { start: at, end: at }, newText: '"' }], safe }],
      });
      return;
    }
    const isClosed = value.endsWith(']');
    const isApart = text.slice(tag.nameRange.end, start - 1).trim() === '';
    const isPlain = isApart && !value.slice(0, -1).includes(']') && !/["\\]/.test(value);
    const inner = value.slice(0, isClosed ? -1 : undefined).trimEnd();
    const signs = Array.from(inner).filter((c) => QUOTES.includes(c));
    const isSigned = signs.length > 0 && QUOTES.includes(inner.charAt(inner.length - 1));
    // a typographic sign at the end closes the value, unless another one opened it
    const replaces = isSigned && signs.length === 1;
    const stop = start + value.length - (isClosed ? 1 : 0);
    const at = { start: replaces ? start + inner.length - 1 : stop, end: stop };
    const edits = [{ range: at, newText: isClosed ? '"' : '"]' }];
    const title = `${replaces ? `Replace ${signs[0]}` : `Close the value${isClosed ? '' : ' and the tag'}`} with ${isClosed ? '"' : '"]'}`;
    const fixes = isPlain ? [{ title, edits, safe: safe && isClosed && inner !== '' && (replaces || !isSigned) }] : [];
    const message = `the value of ${name} has no closing quotation mark`;
    findings.add('PGN_UNCLOSED_STRING', { start: start - 1, end }, message, fixes.length > 0 ? { fixes } : {});
    return;
  }
  const written = text.slice(range.start, range.end);
  const { reason, repaired, isDoubtful }: Explanation = isWrapped(text, tag)
    ? { reason: 'its value continues on the next line', repaired: pairText(name, tag.value) }
    : explain(written, name);
  const extra: DiagnosticExtra =
    repaired === undefined
      ? {}
      : {
          fixes: [
            {
              title: `Write ${shown(repaired)}`,
              edits: [{ range, newText: repaired }],
              safe: safe && isDoubtful !== true,
            },
          ],
        };
  findings.add('PGN_BAD_TAG', range, `${quoted(written)} is not of the form [Name "value"]: ${reason}`, extra);
}

/** Returns true if the only problem of a tag is that its value is not on one line. */
const isWrapped = (text: string, { range, nameRange, valueRange }: Tag): boolean =>
  /[\r\n]/.test(text.slice(valueRange.start, valueRange.end)) &&
  /^\s*"$/.test(text.slice(nameRange.end, valueRange.start)) &&
  /^"\s*\]$/.test(text.slice(valueRange.end, range.end));

interface Explanation {
  readonly reason: string;
  readonly repaired?: string;
  /** True if a quotation mark that the repair removes may belong to the value. */
  readonly isDoubtful?: boolean;
}

const QUOTES = '“”„‟«»″';
const SINGLE = "'‘’‚`´";
const SIGNED_VALUE = new RegExp(`^([=:]+)\\s*["${QUOTES}]([^"\\\\${QUOTES}]*)["${QUOTES}]$`);

function explain(written: string, name: string): Explanation {
  if (name === '') return { reason: 'the name is missing' };
  const after = written.indexOf(name) + name.length;
  const isClosed = written.endsWith(']');
  const rest = written.slice(after, isClosed ? -1 : undefined);
  const value = rest.trim();
  if (value === '')
    return { reason: isClosed ? 'the value is missing' : 'the value and the closing bracket are missing' };
  // before a quotation mark, the signs at the end of a name are not part of it
  const pair = (content: string): string => pairText(name.replace(/[=:]+$/, ''), content);
  const signs = /^[=:]+/.exec(value);
  if (signs !== null) {
    const reason = `${quoted(signs[0])} is between its name and its value`;
    const content = SIGNED_VALUE.exec(value)?.[2];
    return isClosed && content !== undefined ? { reason, repaired: pair(content) } : { reason };
  }
  const glued = rest.charAt(0);
  if (glued.trim() !== '' && glued !== '"' && !QUOTES.includes(glued) && !SINGLE.includes(glued)) {
    return { reason: `${quoted(glued)} is not allowed in a name, only letters, digits and _ + # = : -` };
  }
  if (!isClosed && /^"[^"]*"$/.test(value)) {
    return { reason: 'the closing bracket is missing', repaired: `[${name} ${value}]` };
  }
  const first = value.charAt(0);
  const last = value.charAt(value.length - 1);
  if (QUOTES.includes(first) || QUOTES.includes(last)) {
    const reason = 'it has typographic quotation marks instead of "';
    const isPaired = value.length > 1 && isQuote(first) && isQuote(last);
    const inner = value.slice(isQuote(first) ? 1 : 0, isQuote(last) ? -1 : undefined);
    if (!isClosed || inner.trim() === '' || hasQuote(inner)) return { reason };
    return { reason, repaired: pair(inner), isDoubtful: !isPaired };
  }
  if (SINGLE.includes(first)) {
    const inner = value.slice(1, -1);
    const reason = 'its value is in single quotation marks instead of "';
    return isClosed && value.length > 1 && SINGLE.includes(last) && !inner.includes('"')
      ? { reason, repaired: pair(inner) }
      : { reason };
  }
  if (!value.includes('"')) {
    const reason = 'its value has no quotation marks';
    return isClosed && !/[[\]\\]/.test(value) ? { reason, repaired: pair(value) } : { reason };
  }
  if (first !== '"') {
    const word = value.slice(0, value.indexOf('"')).trim();
    return { reason: `${quoted(word)} is between its name and its value` };
  }
  const close = value.indexOf('"', 1);
  if (last === '"' && isClosed && close < value.length - 1) {
    const reason = 'a quotation mark inside the value must be written \\"';
    const inner = value.slice(1, -1);
    // two strings side by side, or a doubled quotation mark
    const isDoubtful = /"\s*"/.test(inner);
    return inner.includes('\\') ? { reason } : { reason, repaired: pair(inner), isDoubtful };
  }
  if (!isClosed) return { reason: 'the closing bracket is missing' };
  return { reason: `${quoted(value.slice(value.lastIndexOf('"') + 1).trim())} follows its value` };
}

const isQuote = (c: string): boolean => QUOTES.includes(c) || c === '"';
const hasQuote = (text: string): boolean => /["“”„‟«»″]/.test(text);

/** Returns the end of the white space from an offset on, and the offset after each of its line ends. */
function gapAfter(
  text: string,
  from: number,
  end: number,
): { readonly end: number; readonly lines: readonly number[] } {
  const lines: number[] = [];
  let i = from;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (characterClass(c) === LINE_END) {
      if (c === 0x0d && text.charCodeAt(i + 1) === 0x0a) i++;
      lines.push(i + 1);
    } else if (c !== 0x20 && c !== 0x09) break;
  }
  return { end: i, lines };
}

/**
 * Checks the blank lines between tags, where there must be none, and between tags and moves, where there must be one:
 * some line-based readers take the next one as the end of the tags or of the game (PGN standard 8.1 and 8.2).
 */
export function checkTagGaps(text: string, tree: GameTree, tags: readonly Tag[], findings: GameFindings): void {
  const chunkEnd = tree.offset + tree.chunk.length;
  const inner: TextEdit[] = [];
  for (const [i, tag] of tags.entries()) {
    const next = tags[i + 1];
    const { end, lines } = gapAfter(text, tag.range.end, chunkEnd);
    const allowed = next === undefined ? 2 : 1;
    const [start, stop] = [lines[allowed - 1], lines.at(-1)];
    if (start === undefined || stop === undefined || lines.length <= allowed || end === chunkEnd) continue;
    const range = { start, end: stop };
    if (next !== undefined) {
      if (end === next.range.start) inner.push({ range, newText: '' });
      continue;
    }
    const message = 'several blank lines between the tags and the moves; some readers end the game here';
    findings.add('PGN_BLANK_LINE', range, message, {
      fixes: [{ title: 'Leave one blank line', edits: [{ range, newText: '' }], safe: true }],
    });
  }
  const [first] = inner;
  if (first === undefined) return;
  const count = inner.length > 1 ? ` (${inner.length} places in this game)` : '';
  findings.add('PGN_BLANK_LINE', first.range, `a blank line between tags; some readers end the tags here${count}`, {
    severity: 'info',
    fixes: [{ title: inner.length > 1 ? 'Delete the blank lines' : 'Delete the blank line', edits: inner, safe: true }],
  });
}
