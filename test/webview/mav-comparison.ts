import type { StateStep } from '../../src/core/evaluation/game-trace/timeline.ts';
import type { CompareOptions } from '../../src/core/metrics/compare.ts';
import { Comparers } from '../../src/core/metrics/comparers.ts';
import type { ComparisonResult } from '../../src/protocol/lsp.ts';
import type { Comparer } from '../../src/server/comparison/comparer.ts';
import { type DocumentPrediction, ServerDocument } from '../../src/server/documents/document.ts';
import { compareAt } from '../../src/server/features/comparison.ts';
import { Views } from '../../src/server/games/game-view.ts';
import { mavLocation } from '../../src/server/languages/mav.ts';

const uri = 'file:///a.mav';

function read(text: string): ServerDocument {
  const document = new ServerDocument(uri, 'mav', 1, text);
  while (document.step());
  return document;
}

/** The line that the server gives of a MAV text, without predictions: what stands at its steps. */
export function mavSteps(text: string, offset = 0): StateStep[] {
  const document = read(text);
  const place = mavLocation(document, document.sections.at(document.sections.indexAt(offset)), offset);
  return 'here' in place ? [...place.draft().steps] : [];
}

/** Scores in this thread. */
const comparer = {
  compare(_: ServerDocument, { prediction }: DocumentPrediction, trueFen: string, options: CompareOptions) {
    const { variant, fen } = prediction;
    const scored = new Comparers().of(variant).compare({ trueFen, predictedFen: fen ?? undefined }, options);
    return Promise.resolve(scored.ok ? scored.value : undefined);
  },
} as Pick<Comparer, 'compare'> as Comparer;

/** What the server says of a position of a MAV text. */
export async function mavComparison(text: string, position: number): Promise<ComparisonResult> {
  const result = await compareAt(read(text), { uri, game: 0, ply: position, path: [] }, comparer, new Views());
  if (result === null) throw new Error('nothing to compare there');
  return result;
}
