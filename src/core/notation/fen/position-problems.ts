import type { Range } from '../../base/text/range.ts';
import { squareName } from '../../games/chess/moves.ts';
import { type CastlingVariant, castlingProblems } from './castling-field.ts';
import { checkProblems } from './check-problems.ts';
import { counterProblems } from './counter-fields.ts';
import { enPassantProblems } from './en-passant-field.ts';
import type { FenProblem } from './fields.ts';
import { materialProblems } from './material.ts';
import { passedOf } from './passed.ts';
import type { Placement } from './placement.ts';
import type { FenReading } from './reading.ts';

const KING = 6;
const PAWN = 1;
const SIDES = ['White', 'Black'] as const;

/** The parts of the fields that can be checked. */
export interface Judged {
  /** True if the piece placement describes a board. */
  readonly board: boolean;
  /** True if the fields after the side to move are in their places. */
  readonly rest: boolean;
}

/**
 * Problems of the position that the fields describe: kings, pawns, material, checks, rights, en passant square,
 * counters.
 */
export function positionProblems(
  text: string,
  fen: Omit<FenReading, 'problems'>,
  placement: Placement,
  judged: Judged,
  variant: CastlingVariant,
): FenProblem[] {
  const problems: FenProblem[] = [];
  const { squares, letters } = placement;
  const [board, side, castling, enPassant] = fen.fields;
  const passed = judged.board && judged.rest ? passedOf(text, fen) : undefined;
  let hasKings = true;
  if (judged.board && board !== undefined) {
    const kings = hasTwoKings(squares) ? [] : [...kingProblems(board, squares, letters)];
    problems.push(...kings);
    hasKings = kings.length === 0;
    addBackrankProblems(squares, letters, problems);
    problems.push(...materialProblems(board, squares, letters));
    if (hasKings && fen.turn !== undefined && side !== undefined) {
      problems.push(...checkProblems(text, { board, side, turn: fen.turn, passed }, placement));
    }
  }
  if (!judged.rest) return problems;
  const known = judged.board ? squares : undefined;
  // a side without its king lacks its rights for that reason
  if (castling !== undefined) problems.push(...castlingProblems(text, castling, hasKings ? known : undefined, variant));
  if (enPassant !== undefined) problems.push(...enPassantProblems(text, enPassant, known, fen.turn));
  problems.push(...counterProblems(text, fen.fields, passed?.range));
  return problems;
}

/** True if each side has one king. */
function hasTwoKings(squares: Uint8Array): boolean {
  let white = 0;
  let black = 0;
  for (let s = 0; s < 64; s++) {
    if (squares[s] === KING) white++;
    else if (squares[s] === KING + 6) black++;
  }
  return white === 1 && black === 1;
}

function* kingProblems(board: Range, squares: Uint8Array, letters: Uint32Array): Generator<FenProblem> {
  for (const color of [0, 1]) {
    const king = KING + 6 * color;
    const places = [...squares.keys()].filter((s) => squares[s] === king).sort((a, b) => letters[a]! - letters[b]!);
    if (places.length === 1) continue;
    const second = places[1] === undefined ? board : { start: letters[places[1]]!, end: letters[places[1]]! + 1 };
    const count = places.length === 0 ? 'no king' : `${places.length} kings (${places.map(squareName).join(', ')})`;
    yield { code: 'FEN_KINGS', range: second, message: `${SIDES[color]} has ${count}` };
  }
}

function addBackrankProblems(squares: Uint8Array, letters: Uint32Array, problems: FenProblem[]): void {
  for (let s = 0; s < 64; s++) {
    if ((squares[s] !== PAWN && squares[s] !== PAWN + 6) || (s >= 8 && s < 56)) continue;
    problems.push({
      code: 'FEN_BACKRANK_PAWN',
      range: { start: letters[s]!, end: letters[s]! + 1 },
      message: `a pawn on ${squareName(s)}: pawns cannot be on the first or last rank`,
    });
  }
}
