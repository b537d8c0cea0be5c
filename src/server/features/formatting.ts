import type { CancellationToken, TextEdit as LspEdit } from 'vscode-languageserver';
import { type LineEnding, LineEndings } from '../../core/base/text/lines.ts';
import { EditList } from '../../core/base/text/long-text-edits.ts';
import { type Range, shiftRange, type TextSource } from '../../core/base/text/range.ts';
import type { GameChunk } from '../../core/notation/pgn/document.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';

/** Formatting of a document, or of the lines that a selection touches. */
export const formattingFeature: ServerFeature = {
  name: 'formatting',
  register(context) {
    const { connection, documents } = context;
    connection.onDocumentFormatting(({ textDocument }, token) =>
      format(documents.get(textDocument.uri), undefined, context, token),
    );
    connection.onDocumentRangeFormatting(({ textDocument, range }, token) =>
      format(documents.get(textDocument.uri), range, context, token),
    );
    return { documentFormattingProvider: true, documentRangeFormattingProvider: true };
  },
};

/** Formats a document; null if there is nothing to format, or the text was edited meanwhile. */
async function format(
  document: ServerDocument | undefined,
  range: LspRange | undefined,
  context: FeatureContext,
  token: CancellationToken,
): Promise<LspEdit[] | null> {
  const kit = document?.kit;
  if (document === undefined || kit?.format === undefined) return null;
  const { version } = document;
  const { turns, work } = context;
  if (range !== undefined && !(await work.whenRead(document))) return null;
  if (document.version !== version) return null;
  const { part, span } = range === undefined ? { part: wholeOf(document), span: undefined } : partOf(document, range);
  const pieces = kit.format(part.text, {
    style: context.settings().formatStyle,
    chunkAt: chunksOf(document, part.offset),
    ...(span !== undefined && {
      range: shiftRange(span, -part.offset),
      within: { lineEnd: lineEndingIn(document.buffer), isEnd: part.isEnd },
    }),
  });
  const list = new EditList(part.text);
  for (const piece of pieces) {
    list.add(piece);
    const pause = turns.pause();
    if (pause === undefined) continue;
    await pause;
    if (token.isCancellationRequested || document.signal.aborted || document.version !== version) return null;
  }
  return list.edits().map((edit) => ({ range: document.rangeAt(edit.range, part.offset), newText: edit.newText }));
}

/**
 * Returns a lookup of the games that were read of a document, by their offset in a part that starts at `from`; offsets
 * must ascend.
 */
function chunksOf({ sections }: ServerDocument, from: number): (offset: number) => GameChunk | undefined {
  let next = 0;
  return (offset) => {
    while (next < sections.count && sections.at(next).offset < from + offset) next++;
    const placed = next < sections.count ? sections.at(next) : undefined;
    return placed?.offset === from + offset ? placed.section.reading?.chunk : undefined;
  };
}

const wholeOf = ({ text }: ServerDocument): DocumentPart => ({ text, offset: 0, isEnd: true });

function partOf(document: ServerDocument, { start, end }: LspRange): { part: DocumentPart; span: Range } {
  const span = { start: document.buffer.offsetAt(start), end: document.buffer.offsetAt(end) };
  return { part: partAround(document, span), span };
}

/** A part of a document that can be read as a whole text. */
interface DocumentPart {
  readonly text: string;
  /** Start of the part in the document. */
  readonly offset: number;
  /** True if the document ends with it. */
  readonly isEnd: boolean;
}

/** UTF-16 code units after the sections of a part that the end of the last section can depend on. */
const LOOKAHEAD = 1000;

/**
 * Returns the sections that a span touches, with the context that their reading depends on: the section before them,
 * and some text after.
 */
export function partAround({ sections, buffer }: ServerDocument, { start, end }: Range): DocumentPart {
  if (sections.count === 0) return { text: '', offset: 0, isEnd: true };
  const { offset } = sections.at(Math.max(0, sections.indexAt(start) - 1));
  let last = Math.min(sections.count - 1, sections.indexAt(end) + 1);
  const endOf = (index: number): number => sections.at(index).offset + sections.at(index).section.length;
  const until = endOf(last) + LOOKAHEAD;
  while (last + 1 < sections.count && endOf(last) < until) last++;
  return { text: buffer.slice(offset, endOf(last)), offset, isEnd: last === sections.count - 1 };
}

/** Returns the `firstLineEnding` of a text, reading only as much as needed. */
export function lineEndingIn(text: TextSource): LineEnding {
  const endings = new LineEndings();
  for (let at = 0, length = 4096; at < text.length && endings.settledFirst === undefined; at += length, length *= 4)
    endings.push(text.slice(at, at + length));
  endings.end();
  return endings.first;
}
