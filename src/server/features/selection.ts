import type { SelectionRange } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';

/** Selection ranges: word, move, variation, movetext, game, file. */
export const selectionFeature: ServerFeature = {
  name: 'selection',
  register({ connection, documents, work, views }) {
    connection.onSelectionRanges(async ({ textDocument, positions }) => {
      const document = documents.get(textDocument.uri);
      const selections = document && serverPart(document).selections;
      if (document === undefined || selections === undefined || !(await work.whenRead(document))) return null;
      return positions.map((position) =>
        chainAt(document, selections(document, document.buffer.offsetAt(position), views)),
      );
    });
    return { selectionRangeProvider: true };
  },
};

function chainAt(document: ServerDocument, steps: readonly Range[]): SelectionRange {
  const file = { start: 0, end: document.length };
  let chain: SelectionRange = { range: document.rangeAt(file) };
  for (const step of [...steps].reverse()) {
    if (step.end - step.start === file.end) continue;
    chain = { range: document.rangeAt(step), parent: chain };
  }
  return chain;
}
