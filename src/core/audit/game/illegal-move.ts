import { moveReason } from '../../games/chess/san-reason.ts';
import type { MoveItem } from '../mentions/mention.ts';
import { otherPiece } from './move-kinds.ts';
import type { GameNode } from './node.ts';
import { lastLegal, nextOn } from './play-runs.ts';
import { readMove } from './read-move.ts';
import type { Report } from './row-judge.ts';

/** Reports a move that cannot be played, with the reason and what was meant; none that may be another piece's. */
export function reportIllegal(item: MoveItem, node: GameNode, report: Report): void {
  const loose = readMove(item.san);
  if (loose === undefined || item.others !== undefined) return;
  const after = node.parent === undefined ? `in ${node.name}` : `after ${node.name}`;
  const meant = otherPiece(node, loose);
  const { kind, message } = moveReason(node.words, 0, loose);
  if (kind === 'ambiguous') {
    report('AUDIT_MISNAMED_MOVE', item.range, `${item.san} ${after} is ${message}`, node.ply + 1, node);
    return;
  }
  if (meant !== undefined) {
    report(
      'AUDIT_MISNAMED_MOVE',
      item.range,
      `${item.san} is no move ${after}: ${message}; ${meant} is legal`,
      node.ply + 1,
      node,
    );
    return;
  }
  const before = lastLegal(node, loose);
  const missed = before === undefined ? undefined : nextOn(before, node);
  const until = missed === undefined ? '' : `; it was legal until ${missed.name}`;
  report('AUDIT_ILLEGAL_MOVE', item.range, `${item.san} is illegal ${after}: ${message}${until}`, node.ply + 1, node);
}
