import { squareName } from '../../games/chess/moves.ts';
import type { Claim, Color } from '../mentions/mention.ts';
import { countOf, pieceAt, reaches } from './attackers.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';

/** Claims about the next move, pawns, pairs and how often a square is attacked. */
export type PositionClaim = Extract<Claim, { kind: 'castles' | 'gives' | 'times' | 'file' | 'pair' }>;

const SIDES = ['White', 'Black'] as const;

/** What is wrong with such a claim; undefined if it holds or cannot be decided. */
export function positionFault(claim: PositionClaim, node: GameNode): string | undefined {
  switch (claim.kind) {
    case 'castles':
      return castlesFault(claim, node);
    case 'gives':
      return givesFault(claim, node);
    case 'times': {
      const [least, most] = [false, true].map((isThrough) => attackers(node, claim.square, claim.color, isThrough));
      // pieces behind others may count
      if (least === undefined || most === undefined || (claim.count >= least && claim.count <= most)) return undefined;
      return `${SIDES[claim.color]} attacks ${squareName(claim.square)} ${least === 1 ? 'once' : `${least} times`}`;
    }
    case 'file':
      return fileFault(claim, node);
    case 'pair':
      return countOf(node, claim.color, 2) < 2 ? `${SIDES[claim.color]} does not have two bishops` : undefined;
  }
}

/** Of the side to move alone: of the other nobody knows what will be possible. */
function castlesFault({ color, side, isNot }: Extract<Claim, { kind: 'castles' }>, node: GameNode): string | undefined {
  if (!node.isExact || (color ?? node.turn) !== node.turn) return undefined;
  const wings = side === undefined ? ['O-O', 'O-O-O'] : [side === 'king' ? 'O-O' : 'O-O-O'];
  const legal = wings.filter((san) => {
    const loose = readMove(san);
    return loose !== undefined && node.play(loose) !== undefined;
  });
  if (legal.length > 0 !== isNot) return undefined;
  const mover = SIDES[node.turn === 0 ? 0 : 1];
  return isNot ? `${mover} can castle: ${legal[0]} is legal` : `${wings.join(' and ')} is not legal for ${mover}`;
}

/** Of the last move, or of one that can be played. */
function givesFault({ san, isNot }: Extract<Claim, { kind: 'gives' }>, node: GameNode): string | undefined {
  const loose = readMove(san);
  if (loose === undefined) return undefined;
  const played = node.parent?.play(loose) === node ? node : node.play(loose);
  if (played === undefined || /[+#]$/.test(played.san) !== isNot) return undefined;
  return `${played.name} gives ${isNot ? '' : 'no '}check`;
}

function attackers(node: GameNode, square: number, color: Color, isThrough: boolean): number {
  let count = 0;
  for (let from = 0; from < 64; from++) {
    const piece = pieceAt(node, from);
    if (piece?.color === color && from !== square && reaches(node, from, square, piece, isThrough)) count++;
  }
  return count;
}

function fileFault({ file, what, color, isNot }: Extract<Claim, { kind: 'file' }>, node: GameNode): string | undefined {
  const pawns = ([0, 1] as const).map((one) => countOf(node, one, 0, (square) => (square & 7) === file));
  const [white = 0, black = 0] = pawns;
  const own = color === 1 ? black : white;
  const others = color === 1 ? white : black;
  const isIt =
    what === 'open'
      ? white + black === 0
      : what === 'half-open'
        ? own === 0 && others > 0
        : what === 'doubled'
          ? own > 1
          : own === 0;
  if (isIt !== isNot) return undefined;
  const name = `${'abcdefgh'.charAt(file)}-file`;
  return `the ${name} has ${white} white and ${black} black ${white + black === 1 ? 'pawn' : 'pawns'}`;
}
