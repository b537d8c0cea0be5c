import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { makeUci } from 'chessops/util';
import { afterPass, variantMove } from '../games/variants/san.ts';
import { moveText } from '../notation/pgn/replay.ts';
import type { VariantGame } from '../notation/pgn/tags.ts';
import { NULL_MOVE } from '../notation/pgn/tokens.ts';
import type { GameTree } from '../notation/pgn/tree.ts';

/** How often something was played on the main line, as far as it can be replayed. */
export interface Played {
  readonly castling: number;
  readonly enPassant: number;
  readonly promotions: number;
  readonly captures: number;
  readonly checks: number;
  readonly isMate: boolean;
  readonly isStalemate: boolean;
}

/** The main line of a game with other rules than those of chess, up to the first move that cannot be played. */
export interface VariantLine {
  /** The FEN of the start; undefined where the FEN tag is invalid. */
  readonly start: string | undefined;
  /** The moves in SAN and in UCI, `--` and `0000` for null moves. */
  readonly san: readonly string[];
  readonly uci: readonly string[];
  readonly played: Played;
  /** The result by the rules of the variant; undefined while the game could continue. */
  readonly result: string | undefined;
}

const NOTHING = { castling: 0, enPassant: 0, promotions: 0, captures: 0, checks: 0, isMate: false, isStalemate: false };

/** Plays a main line by the rules of its variant (those of chessops, as the checks do). */
export function variantLine(
  text: string,
  tree: GameTree,
  line: readonly number[],
  { start }: VariantGame,
): VariantLine {
  const san: string[] = [];
  const uci: string[] = [];
  if (!start.ok) return { start: undefined, san, uci, played: NOTHING, result: undefined };
  let position = start.value.clone();
  const played = { ...NOTHING };
  for (const m of line) {
    if (tree.chunk.kinds[tree.moveToken[m] ?? -1] === NULL_MOVE) {
      position = afterPass(position);
      san.push('--');
      uci.push('0000');
      continue;
    }
    const move = variantMove(position, moveText(text, tree, m));
    if (move === undefined) break;
    const name = makeSan(position, move);
    if (name.startsWith('O')) played.castling++;
    if (name.includes('x')) {
      played.captures++;
      if (!position.board.occupied.has(move.to)) played.enPassant++;
    }
    if (name.includes('=')) played.promotions++;
    san.push(name);
    uci.push(uciOf(move, name));
    position.play(move);
    if (position.isCheck()) played.checks++;
  }
  const outcome = position.outcome();
  const winner = outcome?.winner;
  return {
    start: makeFen(start.value.toSetup()),
    san,
    uci,
    played: { ...played, isMate: position.isCheckmate(), isStalemate: position.isStalemate() },
    result: outcome === undefined ? undefined : winner === undefined ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1',
  };
}

/** Castling from the e-file is the king's two steps, as in chess; from another file the king goes onto its rook. */
function uciOf(move: Move, san: string): string {
  const name = makeUci(move);
  if (!san.startsWith('O') || !name.startsWith('e')) return name;
  return `${name.slice(0, 2)}${san.startsWith('O-O-O') ? 'c' : 'g'}${name.charAt(1)}`;
}
