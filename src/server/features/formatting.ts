import type { CancellationToken, TextEdit as LspEdit } from 'vscode-languageserver';
import { EditList } from '../../core/base/text/edit-list.ts';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import type { GameChunk } from '../../core/notation/pgn/document.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import { type DocumentPart, lineEndingIn, partAround } from '../documents/part-around.ts';
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

/** Null when there is nothing to format, and when the text was edited meanwhile. */
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

/** The games that were read of a document, by their place in a part that starts at `from`, asked for in order. */
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
