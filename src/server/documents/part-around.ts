import { type LineEnding, LineEndings } from '../../core/base/text/line-ending.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { TextSource } from '../../core/base/text/text-source.ts';
import type { ServerDocument } from './document.ts';

/** A part of a document that is read like a text of its own. */
export interface DocumentPart {
  readonly text: string;
  /** Where it starts in the document. */
  readonly offset: number;
  /** True if the document ends with it. */
  readonly isEnd: boolean;
}

/** Code units behind the sections of a part on which the end of the last of them may depend. */
const LOOKAHEAD = 1000;

/** The sections that a span touches, with what decides how they are read: the section before them, and some text behind. */
export function partAround({ sections, buffer }: ServerDocument, { start, end }: Range): DocumentPart {
  if (sections.count === 0) return { text: '', offset: 0, isEnd: true };
  const { offset } = sections.at(Math.max(0, sections.indexAt(start) - 1));
  let last = Math.min(sections.count - 1, sections.indexAt(end) + 1);
  const endOf = (index: number): number => sections.at(index).offset + sections.at(index).section.length;
  const until = endOf(last) + LOOKAHEAD;
  while (last + 1 < sections.count && endOf(last) < until) last++;
  return { text: buffer.slice(offset, endOf(last)), offset, isEnd: last === sections.count - 1 };
}

/** `firstLineEnding` of a text of which no more is read than needed. */
export function lineEndingIn(text: TextSource): LineEnding {
  const endings = new LineEndings();
  for (let at = 0, length = 4096; at < text.length && endings.settledFirst === undefined; at += length, length *= 4)
    endings.push(text.slice(at, at + length));
  endings.end();
  return endings.first;
}
