import type { FoldingRange } from 'vscode-languageserver';
import type { Fold } from '../../core/notation/pgn/outline/folding-and-selection.ts';
import { isFoldable } from '../../core/notation/predictions/prediction-lines.ts';
import { PREDICTION_FOLDS_REQUEST, type PredictionFoldsResult } from '../../protocol/marks.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/turns.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';
import { DETAILED, takeFirst } from '../languages/section-texts.ts';
import { groupsIn } from '../lenses/chips.ts';

/** Maximum number of folds; editors use fewer: VS Code keeps 5,000. */
const MAX_FOLDS = 50_000;

/**
 * Folding: predictions of a position below its line; games, tag sections, variations, comments; in FEN files a record
 * with its predictions; walks; examples, traces and their nodes.
 */
export const foldingFeature: ServerFeature = {
  name: 'folding',
  register(context) {
    const { connection, documents } = context;
    connection.onFoldingRanges(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const folds = document && serverPart(document).folds;
      if (document === undefined || folds === undefined) return null;
      const all = () => takeFirst(MAX_FOLDS, allFolds(document, folds(document)));
      return (await inTurns(context, document, token, all)) ?? null;
    });
    connection.onRequest<PredictionFoldsResult | null, void>(
      PREDICTION_FOLDS_REQUEST,
      async ({ uri }: { readonly uri: string }, token) => {
        const document = documents.get(uri);
        if (document === undefined) return null;
        const folds = await inTurns(context, document, token, () => takeFirst(MAX_FOLDS, predictionFolds(document)));
        return folds === undefined ? null : { version: document.version, folds };
      },
    );
    return { foldingRangeProvider: true };
  },
};

/**
 * Yields the folds of predictions first: of folds with one start, editors keep the first. A record with nothing but its
 * predictions folds once.
 */
function* allFolds(document: ServerDocument, folds: Iterable<Fold>): Generator<FoldingRange> {
  const ends = new Map<number, number>();
  for (const [startLine, endLine] of predictionFolds(document)) {
    ends.set(startLine, endLine);
    yield { startLine, endLine, kind: 'comment' };
  }
  for (const fold of overLines(document, folds)) if (ends.get(fold.startLine) !== fold.endLine) yield fold;
}

/** Yields the first and last lines of the folds of predictions; none in a large document, or of what is its content. */
function* predictionFolds(document: ServerDocument): Generator<[head: number, last: number]> {
  if (document.length > DETAILED || document.kit?.isAnswer === true) return;
  const { list } = document.sections;
  for (let i = 0; i < list.length; i++) {
    if ((list[i]?.predictions.length ?? 0) === 0) continue;
    for (const group of groupsIn(document, i)) if (isFoldable(group)) yield [group.head, group.last];
  }
}

/** Yields folds as lines, without those within a single line. */
function* overLines(document: ServerDocument, folds: Iterable<Fold>): Generator<FoldingRange> {
  for (const { kind, range } of folds) {
    const { start, end } = document.rangeAt(range);
    if (end.line > start.line) yield { startLine: start.line, endLine: end.line, ...(kind === 'comment' && { kind }) };
  }
}
