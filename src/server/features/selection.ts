import type { SelectionRange } from 'vscode-languageserver';
import { selectionsAt } from '../../core/notation/pgn/outline/selection.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import type { Views } from '../games/views.ts';

/** Selection ranges: word, move, variation, movetext, game, file. */
export const selectionFeature: ServerFeature = {
  name: 'selection',
  register({ connection, documents, work, views }) {
    connection.onSelectionRanges(async ({ textDocument, positions }) => {
      const document = documents.get(textDocument.uri);
      if (document?.language !== 'pgn' || !(await work.whenRead(document))) return null;
      return positions.map((position) => chainAt(document, views, document.buffer.offsetAt(position)));
    });
    return { selectionRangeProvider: true };
  },
};

function chainAt(document: ServerDocument, views: Views, offset: number): SelectionRange {
  const file = { start: 0, end: document.length };
  let chain: SelectionRange = { range: document.rangeAt(file) };
  const game = views.gameAt(document, offset);
  if (game === undefined) return chain;
  const { view, placed } = game;
  const steps = selectionsAt(view.text, view.replay.tree, offset - placed.offset);
  for (const step of steps.reverse()) {
    if (step.end - step.start === file.end) continue;
    chain = { range: document.rangeAt(step, placed.offset), parent: chain };
  }
  return chain;
}
