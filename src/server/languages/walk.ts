import type { DocumentSymbol } from 'vscode-languageserver';
import { shiftRange } from '../../core/base/text/range.ts';
import { completeWalk } from '../../core/notation/walk/complete-walk.ts';
import { walkEntry } from '../../core/notation/walk/walk-outline.ts';
import { positionInWalk } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import { linkTo } from '../hover/hover-layout.ts';
import { walkHover } from '../hover/walk-hover.ts';
import { placeInWalk } from '../state/walk-line.ts';
import { walkOf } from '../walks/walk-at.ts';
import { RECORD_SYMBOL } from './outline.ts';
import type { ServerPart } from './part.ts';
import { countedSections, DETAILED } from './sections-of.ts';
import { pushSpan, sectionsIn } from './tokens.ts';

function* symbols(document: ServerDocument): Generator<DocumentSymbol> {
  for (const placed of countedSections(document)) {
    const replayed = walkOf(document, placed);
    if (replayed === undefined) continue;
    const { range, line, name, detail } = walkEntry(replayed);
    yield {
      name,
      detail,
      kind: RECORD_SYMBOL,
      range: document.rangeAt(range, placed.offset),
      selectionRange: document.rangeAt(line, placed.offset),
    };
  }
}

/** Walks, which stay replayed as long as their section is there. */
export const WALK_PART: ServerPart = {
  *folds(document) {
    for (const placed of countedSections(document)) {
      const replayed = walkOf(document, placed);
      if (replayed !== undefined) yield { kind: 'region', range: shiftRange(replayed.walk.range, placed.offset) };
    }
  },
  symbols,
  complete(document, offset) {
    const { sections } = document;
    if (sections.count === 0) return completeWalk('', 0, undefined);
    // Text at the end of a walk belongs to it, though the next one may start there.
    const placed = sections.at(sections.indexAt(Math.max(0, offset - 1)));
    const found = completeWalk(document.sectionText(placed), offset - placed.offset, walkOf(document, placed));
    return found.map((item) => ({ ...item, range: shiftRange(item.range, placed.offset) }));
  },
  tokens: {
    most: DETAILED,
    // what else is in walks the grammar colors
    add(builder, document, span) {
      for (const placed of sectionsIn(document, span)) {
        const replayed = walkOf(document, placed);
        if (replayed === undefined) continue;
        const { walk, states } = replayed;
        for (const [at, action] of walk.actions.entries()) {
          const range = shiftRange(action.range, placed.offset);
          if (range.end <= span.start || range.start >= span.end) continue;
          const kind = at + 1 < states.length ? 'move' : at === replayed.illegal ? 'illegalMove' : 'uncheckedMove';
          pushSpan(builder, document, range, kind);
        }
      }
    },
  },
  hover(document, placed, offset, { style, hover }) {
    const replayed = walkOf(document, placed);
    const found = replayed && walkHover(replayed, offset - placed.offset, style, [linkTo(document, offset)]);
    return found === undefined ? null : hover(found.value, document.rangeAt(found.range, placed.offset));
  },
  noBoard: 'Walks have no board to move pieces on.',
  place: placeInWalk,
  noState: 'there is no walk here',
  position: (document, section, { ply }) => positionInWalk(document, section, ply),
};
