import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { opposite } from 'chessops/util';
import { inCheck } from '../../../games/chess/attacks.ts';
import { FRAME, MAP, play, TURN } from '../../../games/chess/frame.ts';
import { fillMap, hasNoMove } from '../../../games/chess/movegen.ts';
import { listMoves, MAX_LEGAL } from '../../../games/chess/moves.ts';
import { playNull, playSan } from '../../../games/chess/san.ts';
import { playLoose } from '../../../games/chess/san-loose.ts';
import { printSan } from '../../../games/chess/san-print.ts';
import { variantMove } from '../../../games/variants.ts';
import { formFaults, type Style } from '../check/san-form.ts';
import { moveText } from '../replay.ts';
import { NULL_MOVE } from '../tokens.ts';
import type { GameTree } from '../tree.ts';
import { type MoveWord, readMoveWord, type WrittenLine } from './written-line.ts';

/** The positions of a search: slots that moves lead from and to. */
export interface Boards {
  /** Cost of playing a move, relative to a move of chess. */
  readonly cost: number;
  /**
   * Plays a word: slot `to` becomes the successor of slot `from`. Returns the move as a number, -1 if it is unplayable.
   */
  playWord(from: number, to: number, word: MoveWord): number;
  /** Returns the legal moves of a slot. */
  legal(at: number): readonly number[];
  /** Plays a legal move. */
  playMove(from: number, to: number, move: number): void;
  /** Returns a legal move of a slot in export format. */
  san(at: number, move: number): string;
  /** Counts the signs and letters of a word that contradict its move in a slot. */
  contradictions(at: number, move: number, word: MoveWord): number;
  /** Returns the result by the position of a slot, if the game is over there. */
  result(at: number): string | undefined;
}

/** Slots that a search needs after those of its line. */
export const SCRATCH = 3;

/** The number of a null move. */
const NULL = 1 << 24;

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

/** Positions of chess and Chess960. */
export class ChessBoards implements Boards {
  readonly cost = 1;
  readonly #frames: Int32Array;
  readonly #line: WrittenLine;

  /**
   * @param slots number of positions
   * @param source frames with the first position at index `at`
   */
  constructor(line: WrittenLine, slots: number, source: Int32Array, at: number) {
    this.#line = line;
    this.#frames = new Int32Array(slots * FRAME);
    for (let i = 0; i < FRAME; i++) this.#frames[i] = source[at + i]!;
  }

  playWord(from: number, to: number, { code, loose, isNull }: MoveWord): number {
    const frames = this.#frames;
    if (isNull) return playNull(frames, from * FRAME, to * FRAME) ? NULL : -1;
    if (code >= 0) {
      const move = playSan(frames, from * FRAME, to * FRAME, code);
      if (move >= 0) return move;
    }
    for (const reading of loose) {
      const move = playLoose(frames, from * FRAME, to * FRAME, reading);
      if (move >= 0) return move;
    }
    return -1;
  }

  legal(at: number): readonly number[] {
    if (fillMap(this.#frames, at * FRAME, map, 0) === 0) return [];
    return Array.from(list.subarray(0, listMoves(this.#frames, at * FRAME, map, 0, list, 0)));
  }

  playMove(from: number, to: number, move: number): void {
    play(this.#frames, from * FRAME, to * FRAME, move);
  }

  san(at: number, move: number): string {
    const { checks } = this.#line.habits;
    const san = printSan(this.#frames, at * FRAME, move);
    return checks ? san.replace(/[+#]$/, '') : san;
  }

  contradictions(at: number, move: number, { text }: MoveWord): number {
    if (move === NULL) return 0;
    const san = printSan(this.#frames, at * FRAME, move);
    if (san === text) return 0;
    const { habits, letters } = this.#line;
    const provesNothing = (style: Style): boolean =>
      (habits.checks && (style === 'no check sign' || style === 'no mate sign')) ||
      (habits.captures && style === 'no capture sign');
    return formFaults(text, san, letters).filter(({ isEvidence, style }) => isEvidence && !provesNothing(style)).length;
  }

  result(at: number): string | undefined {
    const frame = at * FRAME;
    if (!hasNoMove(this.#frames, frame)) return undefined;
    if (!inCheck(this.#frames, frame)) return '1/2-1/2';
    return this.#frames[frame + TURN] === 1 ? '1-0' : '0-1';
  }
}

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

  /** Returns boards with the position after a move of a game (-1: the start); undefined if it cannot be reached. */
  static after(text: string, tree: GameTree, start: Position, move: number, slots: number): VariantBoards | undefined {
    const path: number[] = [];
    for (let m = move; m >= 0; m = tree.movePrevious[m]!) path.push(m);
    const boards = new VariantBoards(slots, start);
    for (const m of path.reverse()) {
      const word = readMoveWord(moveText(text, tree, m), undefined, tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE);
      if (boards.playWord(0, 0, word) < 0) return undefined;
    }
    return boards;
  }

  #at(slot: number): Position {
    return this.#slots[slot]!;
  }

  playWord(from: number, to: number, { text, isNull }: MoveWord): number {
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
