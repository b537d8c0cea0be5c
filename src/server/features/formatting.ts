import type { CancellationToken, TextEdit as LspEdit } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { formatPieces } from '../../core/languages/format.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';

/** Formatting of a document, or of what a selection touches. */
export const formattingFeature: ServerFeature = {
  name: 'formatting',
  register(context) {
    const { connection, documents } = context;
    connection.onDocumentFormatting(({ textDocument }, token) =>
      format(documents.get(textDocument.uri), undefined, context, token),
    );
    connection.onDocumentRangeFormatting(({ textDocument, range }, token) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined) return null;
      const span = { start: document.buffer.offsetAt(range.start), end: document.buffer.offsetAt(range.end) };
      return format(document, span, context, token);
    });
    return { documentFormattingProvider: true, documentRangeFormattingProvider: true };
  },
};

/** Null when there is nothing to format, and when the text was edited meanwhile. */
async function format(
  document: ServerDocument | undefined,
  range: Range | undefined,
  context: FeatureContext,
  token: CancellationToken,
): Promise<LspEdit[] | null> {
  if (document?.language === undefined) return null;
  const { text, language, version } = document;
  const pieces = formatPieces(text, language, {
    style: context.settings().formatStyle,
    ...(range !== undefined && { range }),
  });
  if (pieces === undefined) return null;
  const { turns } = context;
  const edits: LspEdit[] = [];
  for (const piece of pieces) {
    for (const edit of piece) edits.push({ range: document.rangeAt(edit.range), newText: edit.newText });
    const pause = turns.pause();
    if (pause === undefined) continue;
    await pause;
    if (token.isCancellationRequested || document.signal.aborted || document.version !== version) return null;
  }
  return edits;
}
