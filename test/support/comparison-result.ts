import fs from 'node:fs';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import type { Range } from '../../src/core/base/text/range.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import { pgnPredictions } from '../../src/core/notation/predictions/pgn-predictions.ts';
import type { ChessPrediction } from '../../src/core/notation/predictions/prediction.ts';
import type { ComparedPrediction, ComparisonResult, LspRange } from '../../src/protocol/lsp.ts';

/** Truncated games with the predictions of three models and a baseline. */
export const SAMPLE = fs.readFileSync('test/fixtures/pgn2fen/comparison.pgn', 'utf8');

/** All predictions of a game of the sample, as `statelens/comparison` gives them. */
export function sampleComparison(game: number): ComparisonResult {
  const predictions = pgnPredictions(SAMPLE).filter((p) => p.game === game);
  return comparisonOf(predictions, SAMPLE);
}

/** What the server says of predictions of one position, all real numbers; the places of moves are made up. */
export function comparisonOf(predictions: readonly ChessPrediction[], text: string): ComparisonResult {
  const first = predictions[0];
  if (first?.trueFen === undefined) throw new Error('no prediction with a true state');
  const { trueFen, variant } = first;
  const lines = new LineIndex(text);
  const lsp = ({ start, end }: Range): LspRange => ({ start: lines.positionAt(start), end: lines.positionAt(end) });
  const comparer = new PairComparer(variant);
  const history = first.history();
  const compared = predictions.map((prediction): ComparedPrediction => {
    const input = { trueFen, predictedFen: prediction.fen, history };
    const scored = comparer.compare(input, { moves: true, setBased: true });
    if (!scored.ok) throw new Error(scored.error);
    return {
      label: prediction.label.text,
      fen: prediction.fen ?? null,
      range: lsp(prediction.range),
      comparison: scored.value,
      text: comparer.text(input),
      moveRanges: history.map(({ ply }) =>
        ply === 0 ? null : { start: { line: ply, character: 0 }, end: { line: ply, character: 4 } },
      ),
    };
  });
  return {
    title: 'White – Black, a sample',
    trueFen,
    history,
    lastMove: null,
    variant,
    predictions: compared,
    labels: 'models',
    lists: [],
  };
}
