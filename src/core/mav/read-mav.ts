import { diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { Cursor } from './cursor.ts';
import { ESCAPED_LINE, escapedText } from './escaped.ts';
import type { Faults } from './fixing.ts';
import { HEAD_WITHIN } from './heads.ts';
import { formattingFound, hasFormatting, type Unformatted, unformatted } from './markup.ts';
import { MAX_PROSE_LENGTH, readExample } from './read-example.ts';
import { readTrace } from './read-trace.ts';
import type { MavSection } from './syntax.ts';

/** More than whatever decides where a section ends: the words behind it, and what is looked over there. */
export const MAV_LOOKAHEAD = MAX_PROSE_LENGTH + 200;

/**
 * Reads the section of a MAV text that starts at `from`: the comments and stray lines before an example or trace,
 * that itself and the blank lines below it; behind the last one what is left of the text. Ranges are offsets of `text`. Any text is read.
 */
export function readMavSection(given: string, from: number): MavSection {
  const plain = unformatted(given);
  const { text } = plain;
  const section = toLineEnd(plain, given, from, readPlain(text, from));
  const found = formattingFound(plain, given, from, from + section.length);
  return found === undefined ? section : { ...section, faults: [...section.faults, found] };
}

/** What is left of a line behind a section is looked at up to so many characters. */
const MAX_REST = 400;

/**
 * A section that ends within a line with formatting goes to the end of that line: formatting is told by whole lines, and what follows
 * has to be read as it would be by itself.
 */
function toLineEnd(plain: Unformatted, given: string, from: number, section: MavSection): MavSection {
  const start = from + section.length;
  if (start >= given.length || /[\r\n\uFEFF]/.test(given.charAt(start - 1))) return section;
  const [line = ''] = /^[^\r\n]*/.exec(given.slice(start, start + MAX_REST + 1)) ?? [];
  if (line.length > MAX_REST) return section;
  const end = start + line.length;
  const within = given.slice(from, start);
  const own = from + Math.max(within.lastIndexOf('\n'), within.lastIndexOf('\r')) + 1;
  const isAsAlone = hasFormatting(plain, own, start) === unformatted(given.slice(own, start)).edits.length > 0;
  if (isAsAlone && !hasFormatting(plain, start, end) && unformatted(line).edits.length === 0) return section;
  const rest = diagnostic('MAV_STRAY_TEXT', { start, end }, 'unexpected text behind this example or trace');
  const length = endOfSection(new Cursor(plain.text, end)) - from;
  return { ...section, length, faults: [...section.faults, rest] };
}

function readPlain(text: string, from: number): MavSection {
  let section = readOnce(text, from);
  // what is loosely written is read by what follows it, which may turn out to be another section
  while (section.faults.length > 0 && from + section.length < text.length) {
    const own = readOnce(text.slice(0, from + section.length), from);
    const isSettled = own.length === section.length;
    section = own;
    if (isSettled) break;
  }
  return section;
}

function readOnce(text: string, from: number): MavSection {
  const cursor = new Cursor(text, from);
  const faults: Faults = [];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd) return { length: cursor.at - from, item: undefined, faults };
    if (isAtLineStart(cursor) && cursor.sees(ESCAPED_LINE)) {
      faults.push(escapedText(text, cursor.restOfLine()));
      continue;
    }
    const item = readTrace(cursor, faults) ?? readExample(cursor, faults);
    if (item !== undefined) return { length: endOfSection(cursor) - from, item, faults };
    const start = cursor.at;
    const line = cursor.restOfLine();
    // an example may start behind words on its line
    const head = text.slice(start, line.end).search(HEAD_WITHIN);
    if (head > 0) cursor.at = start + head;
    const range = head > 0 ? { start, end: start + text.slice(start, start + head).trimEnd().length } : line;
    faults.push(diagnostic('MAV_STRAY_TEXT', range, 'this line belongs to neither an example nor a trace'));
  }
}

const isAtLineStart = ({ text, at }: Cursor): boolean => at === 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1));

/** Up to a line break, and the blank lines behind it. */
const LINE_END = /(?:[ \t]*(?:\r\n?|\n))+/y;

/** A section ends with its last line and the blank ones below it; comments at the end of a text belong to the last section. */
function endOfSection(cursor: Cursor): number {
  cursor.take(LINE_END);
  const end = cursor.at;
  cursor.skipBlanks();
  return cursor.isAtEnd ? cursor.at : end;
}

/** All sections of a text; they tile it. */
export function readMav(text: string): { readonly offset: number; readonly section: MavSection }[] {
  const sections: { offset: number; section: MavSection }[] = [];
  for (let at = 0; at < text.length; ) {
    const section = readMavSection(text, at);
    sections.push({ offset: at, section });
    at += section.length;
  }
  return sections;
}
