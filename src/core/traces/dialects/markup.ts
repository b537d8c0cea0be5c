import type { Range } from '../../base/text/range.ts';
import type { Span } from '../events.ts';
import { isListWord, textSpan, trimRange } from './text-lines.ts';

/** An attribute of a tag; its value is decoded, its range is that of the value as written. */
export interface MarkupAttribute {
  readonly name: string;
  readonly value: Span;
}

/** A tag, with the text up to the next one. */
export interface MarkupTag {
  /** From `<` to `>`. */
  readonly range: Range;
  readonly name: string;
  /** `broken` if something else than attributes stands before its end. */
  readonly form: 'open' | 'close' | 'empty' | 'broken';
  readonly attributes: readonly MarkupAttribute[];
  /** Text up to the next tag, without white space around it, as written. */
  readonly text: Range | undefined;
}

/** Start of a tag: any other `<` is text. */
const TAG_START = /<(\/?)([A-Za-z][\w.-]*)(?=[\s/>]|$)/g;
const SPACE = /\s*/y;
const NAME = /[A-Za-z_][\w.-]*/y;
const IN_DOUBLE = /[^"<\n]*/y;
const IN_SINGLE = /[^'<\n]*/y;
const BARE = /[^\s"'<>]+/y;

/**
 * Reads the tags of a text in any order and nesting, as models write them: attributes in any order, in either kind of
 * quotation marks or bare. Returns them in the order of the text, and the place of a tag that the end of the text cuts.
 */
export function readMarkup(text: string): { readonly tags: readonly MarkupTag[]; readonly cut: Range | undefined } {
  const tags: MarkupTag[] = [];
  const heads: Omit<MarkupTag, 'text'>[] = [];
  let cut: Range | undefined;
  TAG_START.lastIndex = 0;
  for (let head = TAG_START.exec(text); head !== null; head = TAG_START.exec(text)) {
    const [words, slash, name = ''] = head;
    const { at, attributes, isEmpty, isClosed } = readAttributes(text, head.index + words.length);
    const end = isClosed ? at : brokenEnd(text, at);
    const range = { start: head.index, end };
    TAG_START.lastIndex = end;
    if (!isClosed && end === text.length) cut = range;
    else {
      const form = !isClosed ? 'broken' : slash === '/' ? 'close' : isEmpty ? 'empty' : 'open';
      heads.push({ range, name: name.toLowerCase(), form, attributes });
    }
  }
  for (const [i, tag] of heads.entries()) {
    const end = heads[i + 1]?.range.start ?? cut?.start ?? text.length;
    tags.push({ ...tag, text: trimRange(text, { start: tag.range.end, end }) });
  }
  return { tags, cut };
}

/** Returns the end of a broken tag: after its `>`, or before the next tag or line. */
function brokenEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !'<>\n'.includes(text.charAt(end))) end++;
  return text[end] === '>' ? end + 1 : end;
}

interface ReadAttributes {
  readonly at: number;
  readonly attributes: readonly MarkupAttribute[];
  readonly isEmpty: boolean;
  /** False if something else than attributes stands before the `>`. */
  readonly isClosed: boolean;
}

function readAttributes(text: string, from: number): ReadAttributes {
  const attributes: MarkupAttribute[] = [];
  let at = from;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  for (;;) {
    take(SPACE);
    const isEmpty = text[at] === '/';
    if (isEmpty) at++;
    if (text[at] === '>') return { at: at + 1, attributes, isEmpty, isClosed: true };
    const name = take(NAME);
    if (name === undefined) return { at, attributes, isEmpty, isClosed: false };
    take(SPACE);
    if (text[at] !== '=') {
      attributes.push({ name, value: { text: '', range: { start: at, end: at } } });
      continue;
    }
    at++;
    take(SPACE);
    const quote = text[at];
    const isQuoted = quote === '"' || quote === "'";
    const start = isQuoted ? at + 1 : at;
    if (isQuoted) {
      at = start;
      take(quote === '"' ? IN_DOUBLE : IN_SINGLE);
      // A line end or another tag before the quotation mark: it is missing.
      if (text[at] !== quote) return { at: start, attributes, isEmpty, isClosed: false };
      attributes.push({ name, value: decodedSpan(text, { start, end: at }) });
      at++;
    } else {
      take(BARE);
      // The slash of `<visit node=3/>` ends the tag.
      if (text[at] === '>' && text[at - 1] === '/' && at - 1 > start) at--;
      attributes.push({ name, value: decodedSpan(text, { start, end: at }) });
    }
  }
}

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes entities; those that name no character stay as written. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return SIGNS[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

/** Returns the decoded words of a range. */
export function decodedSpan(text: string, range: Range): Span {
  const span = textSpan(text, range);
  return { range, text: decodeEntities(span.text) };
}

const entity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Encodes every character, so that a word is not read as one with a meaning. */
export const encodeAll = (text: string): string => text.replace(/[^]/g, entity);

/** Encodes a text for an attribute in quotation marks. */
export const encodeAttribute = (text: string): string =>
  text.replace(/[&<>"\r\n]/g, (sign) => NAMED[sign] ?? entity(sign));

/** Encodes a text between tags, so that it keeps the white space at its ends and has no blank line. */
export const encodeContent = (text: string): string =>
  text
    .replace(/[&<>]/g, (sign) => NAMED[sign] ?? sign)
    .replace(/^\s+/, (space) => space.replace(/[^]/g, entity))
    .replace(/(?<!\s)\s+$/, (space) => space.replace(/[^]/g, entity))
    .replace(/\r|\n(?=[^\S\n]*\n)/g, entity);

/** Encodes a word of a list that spaces and commas divide. */
export const encodeListWord = (word: string): string => {
  if (isListWord(word)) return encodeAttribute(word);
  return word === '' ? "''" : word.replace(/[^\w.+*/=-]/g, entity);
};
