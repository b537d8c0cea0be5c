import {
  exampleAt,
  findSectionState,
  missingExamplePositionReason,
  missingPositionReason,
  sectionStates,
} from '../../core/mav/features/section-states.ts';
import type { MavView } from '../../core/mav/view.ts';
import { historyAt } from '../comparison/comparer.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from './located.ts';

/** Returns a location in a MAV file: a position among those of its example or trace. */
export function mavLocation(document: ServerDocument, placed: SectionLocation, offset: number): Place {
  const view = document.mavView(placed);
  const states = sectionStates(view);
  if (states === undefined) return { reason: missingPositionReason(view) };
  const own = offset - placed.offset;
  const at = findSectionState(view, states.places, own);
  const label = labelAt(placed.section, own);
  return {
    key: `${sectionKey(document, placed)} ${JSON.stringify(view.dialect)}`,
    draft: () => draftOf(document, placed),
    here: {
      at,
      place: { game: placed.game, ply: states.places[at]?.position ?? 0, path: [] },
      label: label === null ? null : rowOf(label),
      board: null,
      instead: [],
    },
    reason: faultAt(view, own),
  };
}

/** Returns the reason why the example at an offset has no position, if the one of another node is shown instead. */
function faultAt(view: MavView, offset: number): string | null {
  const judged = view.examples[exampleAt(view, offset)];
  if (judged === undefined || judged.truth !== undefined || judged.printed !== undefined) return null;
  return missingExamplePositionReason(judged);
}

/** Returns the row of a label: a state after the best action shares that of its command, in another step. */
const rowOf = (label: string): string => label.replace(/^final /, '');

function draftOf(document: ServerDocument, placed: SectionLocation): LineDraft {
  const view = document.mavView(placed);
  const { game = 'chess', places = [] } = sectionStates(view) ?? {};
  const text = document.sectionText(placed);
  const indexOf = new Map(places.map(({ position }, at) => [position, at]));
  const predictions = documentPredictions(placed).flatMap((item): LinePrediction[] => {
    const { label, ply, trueFen, fen, range } = item.prediction;
    const at = indexOf.get(ply);
    if (at === undefined || trueFen === null) return [];
    const printed = text.slice(range.start, range.end);
    const asPrinted = printed.includes(fen ?? printed) ? {} : { printed };
    return [{ at, row: rowOf(label), placed: item, trueFen, line: () => historyAt(document, item), ...asPrinted }];
  });
  return {
    title: `${view.trace === undefined ? 'Example' : 'Trace'} ${placed.game + 1}`,
    variant: game,
    labels: 'states',
    kind: 'apart',
    steps: places.map(({ position, name, state, lastMove, basis, unjudged }) => ({
      ply: position,
      name,
      fen: state,
      lastMove,
      ...(basis !== undefined && { basis }),
      ...(unjudged !== undefined && { unjudged }),
    })),
    cursors: places.map(({ range }) => document.buffer.positionAt(placed.offset + range.start)),
    accepts: false,
    predicts: false,
    section: document.sectionRange(placed),
    predictions,
  };
}
