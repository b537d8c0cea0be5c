import { inCheck } from '../../../games/chess/attacks.ts';
import { FRAME, MAP, play, TURN } from '../../../games/chess/frame.ts';
import { hasNoMove } from '../../../games/chess/mate.ts';
import { fillMap } from '../../../games/chess/movegen.ts';
import { listMoves, MAX_LEGAL } from '../../../games/chess/moves.ts';
import { playNull, playSan } from '../../../games/chess/san.ts';
import { playLoose } from '../../../games/chess/san-loose.ts';
import { sanOf } from '../../../games/chess/san-print.ts';
import { formFaults, type Style } from '../check/san-form.ts';
import { type Boards, NULL } from './boards.ts';
import type { Line } from './line.ts';
import type { Word } from './word.ts';

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

/** Positions of chess and Chess960. */
export class ChessBoards implements Boards {
  readonly cost = 1;
  readonly #frames: Int32Array;
  readonly #line: Line;

  /**
   * @param slots number of positions
   * @param source the frames that hold the first position, at index `at`
   */
  constructor(line: Line, slots: number, source: Int32Array, at: number) {
    this.#line = line;
    this.#frames = new Int32Array(slots * FRAME);
    for (let i = 0; i < FRAME; i++) this.#frames[i] = source[at + i]!;
  }

  playWord(from: number, to: number, { code, loose, isNull }: Word): number {
    const frames = this.#frames;
    if (isNull) return playNull(frames, from * FRAME, to * FRAME) ? NULL : -1;
    if (code >= 0) {
      const move = playSan(frames, from * FRAME, to * FRAME, code);
      if (move >= 0) return move;
    }
    for (const one of loose) {
      const move = playLoose(frames, from * FRAME, to * FRAME, one);
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
    const san = sanOf(this.#frames, at * FRAME, move);
    return checks ? san.replace(/[+#]$/, '') : san;
  }

  contradictions(at: number, move: number, { text }: Word): number {
    if (move === NULL) return 0;
    const san = sanOf(this.#frames, at * FRAME, move);
    if (san === text) return 0;
    const { habits, letters } = this.#line;
    const saysNothing = (style: Style): boolean =>
      (habits.checks && (style === 'no check sign' || style === 'no mate sign')) ||
      (habits.captures && style === 'no capture sign');
    return formFaults(text, san, letters).filter(({ isEvidence, style }) => isEvidence && !saysNothing(style)).length;
  }

  result(at: number): string | undefined {
    const frame = at * FRAME;
    if (!hasNoMove(this.#frames, frame)) return undefined;
    if (!inCheck(this.#frames, frame)) return '1/2-1/2';
    return this.#frames[frame + TURN] === 1 ? '1-0' : '0-1';
  }
}
