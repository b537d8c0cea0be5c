import type { DocumentLink } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import type { ServerDocument } from '../documents/document.ts';
import { DETAILED } from './sections-of.ts';

const TOOLTIP = 'Open this position on the analysis board of lichess.org';

/** A link to an analysis board. @param by where the text starts that the range counts from */
export const linkAt = (document: ServerDocument, range: Range, by: number, target: string): DocumentLink => ({
  range: document.rangeAt(range, by),
  target,
  tooltip: TOOLTIP,
});

/** The part with links: all of a document; in a large one the visible part, or its start where the client does not state it. */
export const shownOf = (document: ServerDocument): Range =>
  document.length <= DETAILED
    ? { start: 0, end: document.length }
    : (document.visibleSpan() ?? { start: 0, end: DETAILED });
