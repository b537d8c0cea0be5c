import type { Position } from 'chessops/chess';
import { afterPass, variantMove, variantReason } from '../../../games/variants/san.ts';
import { moveText } from '../replay.ts';
import type { VariantGame } from '../tags.ts';
import { NULL_MOVE } from '../tokens.ts';
import { type GameTree, nodeRange, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/**
 * Maximum number of moves checked in a variant game; its positions are objects, ten times as large as those of chess.
 */
export const MAX_VARIANT_MOVES = 20_000;

/**
 * Checks the moves of all lines against the rules of a variant (by chessops). Check and mate signs, notation and
 * results are not checked. A move that cannot be played ends the check of its line.
 */
export function checkVariant(text: string, tree: GameTree, { start, fen }: VariantGame, findings: GameFindings): void {
  if (!start.ok) {
    const range = fen?.valueRange ?? nodeRange(tree, 0);
    findings.add('PGN_BAD_FEN', range, `invalid FEN tag: ${start.error}`);
    return;
  }
  const count = Math.min(tree.moveToken.length, MAX_VARIANT_MOVES);
  if (count < tree.moveToken.length) {
    const range = tokenRange(tree, tree.moveToken[count]!);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${count} of a variant game are not checked`);
  }
  const positions: (Position | undefined)[] = [];
  for (let m = 0; m < count; m++) {
    const previous = tree.movePrevious[m]!;
    const before = previous < 0 ? start.value : positions[previous];
    positions.push(before === undefined ? undefined : after(text, tree, m, before, findings));
  }
}

/** The position after a move; undefined, with a finding, if it cannot be played. */
function after(
  text: string,
  tree: GameTree,
  m: number,
  before: Position,
  findings: GameFindings,
): Position | undefined {
  if (tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE) return afterPass(before);
  const written = moveText(text, tree, m);
  const move = variantMove(before, written);
  if (move !== undefined) {
    const position = before.clone();
    position.play(move);
    return position;
  }
  const { kind, message } = variantReason(before, written);
  const code =
    kind === 'ambiguous' ? 'PGN_AMBIGUOUS_MOVE' : kind === 'over' ? 'PGN_MOVE_AFTER_END' : 'PGN_ILLEGAL_MOVE';
  const number = `${before.fullmoves}${before.turn === 'white' ? '.' : '...'} ${written}`;
  const what = kind === 'ambiguous' ? '' : 'illegal move ';
  findings.add(code, tokenRange(tree, tree.moveToken[m]!), `${what}${number}: ${message}`, { ply: tree.movePly[m]! });
  return undefined;
}
