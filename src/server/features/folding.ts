import type { FoldingRange } from 'vscode-languageserver';
import type { Fold } from '../../core/notation/pgn/outline/folding-and-selection.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/turns.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';
import { takeFirst } from '../languages/section-texts.ts';

/** Maximum number of folds; editors use fewer: VS Code keeps 5,000. */
const MAX_FOLDS = 50_000;

/**
 * Folding: games, tag sections, variations, comments; in FEN files a record with its predictions; walks; examples,
 * traces and their nodes.
 */
export const foldingFeature: ServerFeature = {
  name: 'folding',
  register(context) {
    const { connection, documents } = context;
    connection.onFoldingRanges(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const folds = document && serverPart(document).folds;
      if (document === undefined || folds === undefined) return null;
      return (
        (await inTurns(context, document, token, () => takeFirst(MAX_FOLDS, overLines(document, folds(document))))) ??
        null
      );
    });
    return { foldingRangeProvider: true };
  },
};

/** Yields folds as lines, without those within a single line. */
function* overLines(document: ServerDocument, folds: Iterable<Fold>): Generator<FoldingRange> {
  for (const { kind, range } of folds) {
    const { start, end } = document.rangeAt(range);
    if (end.line > start.line) yield { startLine: start.line, endLine: end.line, ...(kind === 'comment' && { kind }) };
  }
}
