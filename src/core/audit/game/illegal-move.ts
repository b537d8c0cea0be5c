import { legalMoves } from '../../games/chess/chess.ts';
import { hasPiece } from '../../games/chess/frame.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import { printSan } from '../../games/chess/san-print.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { Findings } from '../findings.ts';
import type { MoveItem } from '../reading/mention.ts';
import type { TranscriptPart } from '../transcript-text.ts';
import type { GameNode } from './game-node.ts';
import { readMove } from './play-moves.ts';

/** Maximum number of earlier moves of the same side that are searched for one that could play the move. */
const MAX_BACK = 30;

type Written = Pick<MoveItem, 'san' | 'range' | 'others'>;

/**
 * Reports a move that cannot be played, with the reason and what was meant; no report if it may be another piece's
 * move.
 */
export function reportIllegal(
  { san, range, others }: Written,
  node: GameNode,
  part: TranscriptPart,
  out: Findings,
): void {
  const loose = readMove(san);
  if (loose === undefined || others !== undefined) return;
  const after = node.parent === undefined ? `in ${node.name}` : `after ${node.name}`;
  const about = { node, ply: node.ply + 1 };
  const meant = otherPiece(node, loose);
  const { kind, message } = moveReason(node.words, 0, loose);
  if (kind === 'ambiguous') {
    out.add('AUDIT_MISNAMED_MOVE', part, range, `${san} ${after} is ${message}`, about);
  } else if (meant === undefined) {
    const missed = nextAfterLegal(node, loose);
    const until = missed === undefined ? '' : `; it was legal until ${missed.name}`;
    out.add('AUDIT_ILLEGAL_MOVE', part, range, `${san} is illegal ${after}: ${message}${until}`, about);
  } else {
    out.add('AUDIT_MISNAMED_MOVE', part, range, `${san} is no move ${after}: ${message}; ${meant} is legal`, about);
  }
}

/** Returns the position in which a move was tried: of several, one in which its piece belongs to the side to move. */
export function findTriedPosition(nodes: readonly GameNode[], san: string): GameNode | undefined {
  const loose = readMove(san);
  const [first] = nodes;
  if (loose === undefined || loose.file < 0 || loose.rank < 0) return first;
  const source = loose.file + 8 * loose.rank;
  return nodes.find(({ words, turn }) => hasPiece(words, 0, turn, source)) ?? first;
}

/** Reports signs that claim something a played move does not do. A missing sign claims nothing. */
export function judgeSigns({ san, range }: Written, node: GameNode, part: TranscriptPart, out: Findings): void {
  const fault =
    san.includes('x') && !node.san.includes('x')
      ? 'captures nothing'
      : san.endsWith('#') && !node.san.endsWith('#')
        ? 'does not give mate'
        : san.endsWith('+') && !/[+#]$/.test(node.san)
          ? 'gives no check'
          : undefined;
  if (fault === undefined) return;
  out.add('AUDIT_MISNAMED_MOVE', part, range, `${node.name} ${fault}, but is written ${san}`, { node });
}

/** Returns the only legal move of another piece to the square of a move, in SAN. */
function otherPiece({ words, state }: GameNode, { role, target, castling, promotion }: LooseSan): string | undefined {
  if (role === 0 || castling !== 0 || promotion !== 0) return undefined;
  const there = [...legalMoves(state)].filter((move) => ((move >>> 6) & 63) === target);
  const [move] = there;
  const san = there.length === 1 && move !== undefined ? printSan(words, 0, move) : '';
  return /^[NBRQK]/.test(san) ? san : undefined;
}

/** Returns the position after the last one before `node` in which the same side could play a move. */
function nextAfterLegal(node: GameNode, move: LooseSan): GameNode | undefined {
  let next = node.parent;
  for (let back = 0; next?.parent !== undefined && back < MAX_BACK; back++, next = next.parent.parent)
    if (next.parent.play(move) !== undefined) return next;
  return undefined;
}
