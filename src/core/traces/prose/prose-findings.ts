import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ProseReading, UnplacedMention } from './read-prose.ts';

/**
 * Returns the findings of a search in prose: the moves that are legal in no position that the text reaches, with the
 * reason in the first position, or in that of the line that they stand in.
 */
export function proseFindings({ nodes, unplaced, language }: ProseReading): Diagnostic[] {
  const [root] = nodes;
  return unplaced.flatMap((item) => {
    if (!item.isHallucinated || root === undefined) return [];
    const { mention, at } = item;
    const reason = language.whyNot(at?.state ?? root.state, mention);
    const where = at === undefined || at === root ? '' : ` after ${at.mention?.text ?? at.action}`;
    const why = reason === undefined ? '' : `;${where === '' ? '' : `${where},`} ${reason}`;
    return [
      diagnostic('TRACE_HALLUCINATED_MOVE', mention.range, `${mention.text} is legal nowhere in this search${why}`),
    ];
  });
}

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
    case 'no-root':
      return 'the position in which the search begins is unknown';
    default:
      return isHallucinated ? 'it is legal nowhere in this search' : 'it is not legal where it stands';
  }
}
