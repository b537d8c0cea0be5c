import { Comparers } from '../../core/metrics/comparers.ts';
import type { VariationStep } from '../../core/notation/pgn/tree-lookup.ts';
import {
  COMPARISON_REQUEST,
  type ComparedPrediction,
  type ComparisonParams,
  type ComparisonResult,
  LINE_COMPARISON_REQUEST,
  type LineComparisonParams,
  type LspRange,
} from '../../protocol/lsp.ts';
import { type Comparer, textComparison } from '../comparison/comparer.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import type { Views } from '../games/game-view.ts';
import { serverPart } from '../languages/parts.ts';

/** The requests for comparisons of the predictions at a position. */
export const comparisonFeature: ServerFeature = {
  name: 'comparison',
  register({ connection, documents, work, views, comparer }) {
    connection.onRequest(COMPARISON_REQUEST, async (params: ComparisonParams) => {
      const document = documents.get(params.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return compareAt(document, params, comparer, views);
    });
    connection.onRequest(LINE_COMPARISON_REQUEST, (params: LineComparisonParams) => compareLine(params, comparer));
    return {};
  },
};

/**
 * Compares all predictions at a position, in the order of the document. The document is read as it is now; the pool
 * computes the scores. Null if there is no such position, or the moves up to it cannot be replayed.
 */
export async function compareAt(
  document: ServerDocument,
  { game, ply, path, label }: ComparisonParams,
  comparer: Comparer,
  views: Views,
): Promise<ComparisonResult | null> {
  const index = document.sections.indexOfGame(game);
  if (index < 0) return null;
  const section = document.sections.at(index);
  const predictions = section.section.predictions
    .map((prediction, i): DocumentPrediction => ({ prediction, offset: section.offset, game, index: i }))
    .filter(
      ({ prediction: p }) => p.ply === ply && samePath(p.path, path) && (label === undefined || p.label === label),
    );
  const place = serverPart(document).position?.(document, section, { ply, path }, predictions, views);
  if (place === undefined) return null;
  const { title, trueFen, history, lastMove, variant, moveRanges, lists = [] } = place;
  const compared = predictions.map(async (placed): Promise<ComparedPrediction> => {
    const { label, fen, range } = placed.prediction;
    const text = textComparison(document, placed, trueFen);
    const options = { moves: true, setBased: true, conditional: true };
    const before = { label, fen, range: document.rangeAt(range, placed.offset), text, moveRanges };
    return { ...before, comparison: (await comparer.compare(document, placed, trueFen, options)) ?? null };
  });
  return {
    title,
    trueFen,
    history,
    lastMove,
    variant,
    labels: document.kit?.isAnswer === true ? 'states' : 'models',
    predictions: await Promise.all(compared),
    lists: lists.filter((list) => label === undefined || list.label === label),
  };
}

const samePath = (a: readonly VariationStep[], b: readonly VariationStep[]): boolean =>
  a.length === b.length && a.every((step, i) => step.ply === b[i]?.ply && step.index === b[i]?.index);

const COMPARERS = new Comparers();
const START = { line: 0, character: 0 };
const NOWHERE: LspRange = { start: START, end: START };

/** Compares states that were predicted for the end of a line outside any document; null for a line without states. */
async function compareLine(
  { title, history, lastMove, variant, labels, m, predictions }: LineComparisonParams,
  comparer: Pick<Comparer, 'compareStates'>,
): Promise<ComparisonResult | null> {
  const trueFen = history.at(-1)?.fen;
  if (trueFen === undefined) return null;
  const compared = predictions.map(async ({ label, fen }): Promise<ComparedPrediction> => {
    const options = { moves: true, setBased: true, conditional: true, affordance: { m } };
    return {
      label,
      fen,
      range: NOWHERE,
      text: COMPARERS.of(variant).text({ trueFen, predictedFen: fen ?? undefined, history }),
      comparison: (await comparer.compareStates({ variant, trueFen, predictedFen: fen, history, options })) ?? null,
      moveRanges: history.map(() => null),
    };
  });
  return { title, trueFen, history, lastMove, variant, labels, predictions: await Promise.all(compared), lists: [] };
}
