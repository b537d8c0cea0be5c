import type { Range } from '../../../base/text/range.ts';
import type { ChessVariant } from '../../../games/chess/chess-variants.ts';
import { printChess } from '../../../games/chess/state.ts';
import { fieldsPosition } from '../../fen/record-position.ts';
import { fenAfter, PLAYED, type Replay } from '../replay.ts';
import { MOVETEXT, tokenRange } from '../tree.ts';

/** Returns the address of a position on a public analysis board; nothing is fetched. */
export function analysisUrl(fen: string, variant: ChessVariant): string {
  const path = fen
    .trim()
    .split(/\s+/)
    .map((field) => field.split('/').map(encodeURIComponent).join('/'))
    .join('_');
  const color = fen.trim().split(/\s+/)[1] === 'b' ? '?color=black' : '';
  return `https://lichess.org/analysis/${variant === 'chess960' ? 'chess960' : 'standard'}/${path}${color}`;
}

/** A place that leads to a position. */
export interface PositionLink {
  readonly range: Range;
  readonly url: string;
}

/** Returns the link from the FEN tag's value to the start of the game. */
export function startLink(replay: Replay): PositionLink | undefined {
  const { fen, variant } = replay.start;
  const position = fenAfter(replay, -1);
  if (fen === undefined || position === undefined) return undefined;
  return { range: fen.tag.valueRange, url: analysisUrl(position, variant) };
}

/** Returns the range of the link to the final position: the result. Undefined without a result or without moves. */
export function resultRange({ tree }: Replay): Range | undefined {
  return tree.result < 0 || tree.moveToken.length === 0 ? undefined : tokenRange(tree, tree.result);
}

/** Returns the address of the main line's final position; undefined if it cannot be reached. */
export function finalUrl(replay: Replay): string | undefined {
  const { tree, status } = replay;
  let last = tree.moveToken.length - 1;
  while (last >= 0 && tree.nodeKind[tree.moveNode[last]!] !== MOVETEXT) last--;
  const fen = last < 0 || status[last] !== PLAYED ? undefined : fenAfter(replay, last);
  return fen === undefined ? undefined : analysisUrl(fen, replay.start.variant);
}

/**
 * Returns the address for the fields of a FEN line; undefined if they are not a position. Chess960 if nothing else
 * fits.
 */
export function fenUrl(fields: readonly string[]): string | undefined {
  if (fields.length === 0) return undefined;
  const found = fieldsPosition(fields);
  return found.ok ? analysisUrl(printChess(found.value.state), found.value.variant) : undefined;
}
