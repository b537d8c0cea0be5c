import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { opposite } from 'chessops/util';
import { variantMove } from '../../../games/variants/san.ts';
import { moveText } from '../replay.ts';
import { NULL_MOVE } from '../tokens.ts';
import type { GameTree } from '../tree.ts';
import { type Boards, NULL } from './boards.ts';
import { readWord, type Word } from './word.ts';

const ROLES = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const PROMOTIONS = ['knight', 'bishop', 'rook', 'queen', 'king'] as const;
const DROP = 1 << 20;

const numberOf = (move: Move): number =>
  'role' in move
    ? DROP | (ROLES.indexOf(move.role) << 6) | move.to
    : move.from | (move.to << 6) | (ROLES.indexOf(move.promotion ?? '') << 12);

function moveOf(number: number): Move {
  const role = ROLES[(number & DROP) === 0 ? (number >> 12) & 7 : (number >> 6) & 7];
  if ((number & DROP) !== 0) return { role: role === undefined || role === '' ? 'pawn' : role, to: number & 63 };
  const squares = { from: number & 63, to: (number >> 6) & 63 };
  return role === undefined || role === '' ? squares : { ...squares, promotion: role };
}

/** Positions of the variants of chessops. Their signs are not judged. */
export class VariantBoards implements Boards {
  readonly cost = 25;
  readonly #slots: Position[];

  constructor(slots: number, start: Position) {
    this.#slots = new Array<Position>(slots).fill(start);
  }

  /** Boards with the position after a move of a game (-1: the start); undefined if it cannot be reached. */
  static after(text: string, tree: GameTree, start: Position, move: number, slots: number): VariantBoards | undefined {
    const path: number[] = [];
    for (let m = move; m >= 0; m = tree.movePrevious[m]!) path.push(m);
    const boards = new VariantBoards(slots, start);
    for (const m of path.reverse()) {
      const word = readWord(moveText(text, tree, m), undefined, tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE);
      if (boards.playWord(0, 0, word) < 0) return undefined;
    }
    return boards;
  }

  #at(slot: number): Position {
    return this.#slots[slot]!;
  }

  playWord(from: number, to: number, { text, isNull }: Word): number {
    const position = this.#at(from);
    if (isNull) {
      const passed = position.clone();
      passed.turn = opposite(position.turn);
      passed.epSquare = undefined;
      this.#slots[to] = passed;
      return NULL;
    }
    const move = variantMove(position, text);
    if (move === undefined) return -1;
    this.#play(position, to, move);
    return numberOf(move);
  }

  #play(position: Position, to: number, move: Move): void {
    const after = position.clone();
    after.play(move);
    this.#slots[to] = after;
  }

  legal(at: number): readonly number[] {
    const position = this.#at(at);
    if (position.isEnd()) return [];
    const moves: Move[] = [];
    for (const [from, targets] of position.allDests()) {
      const isPawn = position.board.getRole(from) === 'pawn';
      for (const to of targets) {
        if (!isPawn || (to >= 8 && to < 56)) moves.push({ from, to });
        else
          for (const promotion of PROMOTIONS)
            if (position.isLegal({ from, to, promotion })) moves.push({ from, to, promotion });
      }
    }
    for (const to of position.dropDests())
      for (const role of ['pawn', 'knight', 'bishop', 'rook', 'queen'] as const)
        if (position.isLegal({ role, to })) moves.push({ role, to });
    return moves.map(numberOf);
  }

  playMove(from: number, to: number, move: number): void {
    this.#play(this.#at(from), to, moveOf(move));
  }

  san(at: number, move: number): string {
    return makeSan(this.#at(at), moveOf(move));
  }

  contradictions(): number {
    return 0;
  }

  result(at: number): string | undefined {
    const position = this.#at(at);
    if (!position.isEnd()) return undefined;
    const winner = position.outcome()?.winner;
    return winner === undefined ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1';
  }
}
