import type { Range } from '../base/text/range.ts';
import type { AuditCode, StatePair } from './finding.ts';
import type { GameNode } from './game/node.ts';
import type { Part } from './source/part.ts';

/** Receives what the readers of records and texts find. */
export interface Findings {
  /**
   * @param node the position that the finding is about: before a move that cannot be played, else after it
   * @param ply undefined: that of the position
   */
  add(
    code: AuditCode,
    part: Part,
    range: Range,
    message: string,
    about?: { readonly node: GameNode; readonly ply?: number; readonly states?: StatePair },
  ): void;
  /** Moves that were not placed in any game. */
  unplaced(part: Part, range: Range, moves: number, why: string): void;
}

/** The whole of a text. */
export const wholeOf = ({ text }: Part): Range => ({ start: 0, end: text.length });
