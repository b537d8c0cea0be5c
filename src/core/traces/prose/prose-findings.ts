import { type Diagnostic, diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import type { ActionPlacements, UnplacedMention } from './mention-placement.ts';

/** Returns the finding of a move that is legal in no position that the text reaches. */
function hallucination({ mention, at }: UnplacedMention, { nodes: [root], language }: ActionPlacements): Diagnostic[] {
  if (root === undefined) return [];
  const reason = language.whyNot(at?.state ?? root.state, mention);
  const where = at === undefined || at === root ? '' : ` after ${at.mention?.text ?? at.action}`;
  const why = reason === undefined ? '' : `;${where === '' ? '' : `${where},`} ${reason}`;
  return [
    diagnostic('TRACE_HALLUCINATED_MOVE', mention.range, `${mention.text} is legal nowhere in this search${why}`),
  ];
}

/**
 * Returns the moves of a search in prose that are legal in no position that the text reaches, with the reason in the
 * first position, or in that of the line that they stand in.
 */
export const proseFindings = (reading: ActionPlacements): Diagnostic[] =>
  reading.unplaced.flatMap((item) => (item.isHallucinated ? hallucination(item, reading) : []));

/**
 * Returns all findings of a search in prose: moves that are legal nowhere, moves without a place, and positions that it
 * does not reach; or the one that the position in which it begins is unknown.
 */
export function placingFindings(reading: ActionPlacements): Diagnostic[] {
  const { nodes, unplaced, strange } = reading;
  const [first] = unplaced;
  if (nodes.length === 0 && first !== undefined)
    return [diagnostic('TRACE_UNKNOWN_POSITION', first.mention.range, NO_ROOT)];
  return sortDiagnostics([
    ...strange.map((range) => diagnostic('TRACE_UNKNOWN_POSITION', range, STRANGE)),
    ...proseFindings(reading),
    ...unplaced.flatMap((item) =>
      item.isHallucinated
        ? []
        : diagnostic(
            'TRACE_UNPLACED_MOVE',
            item.mention.range,
            `${item.mention.text} has no place: ${unplacedReason(item)}`,
          ),
    ),
  ]);
}

const NO_ROOT =
  'The position in which this search begins is unknown: state it in a line "FEN: …" before the text, or with --state';
const STRANGE = 'The search neither begins in this position nor reaches it: what follows it has no place';

/** Returns the reason why an action has no place, as a clause, with the positions that it could follow. */
export function unplacedReason({ why, candidates, isHallucinated }: UnplacedMention): string {
  const [first, second] = candidates.map((node) =>
    node.parent === undefined ? 'the start' : (node.mention?.text ?? node.action),
  );
  switch (why) {
    case 'two':
      return first === undefined || second === undefined
        ? 'the text does not tell from which number it counts'
        : `it fits after ${first} and after ${second}`;
    case 'lost':
      return 'it follows an action that has no place';
    case 'past':
      return 'it was made before the search';
    case 'unmade':
      return 'it is threatened, prevented or listed, not made';
    case 'described':
      return 'it describes the position';
    case 'elsewhere':
      return 'it follows a position that the search has not reached';
    case 'no-root':
      return 'the position in which the search begins is unknown';
    default:
      return isHallucinated ? 'it is legal nowhere in this search' : 'it is not legal where it stands';
  }
}
