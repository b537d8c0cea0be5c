import type { Range } from '../../base/text/range.ts';
import type { Word } from '../syntax.ts';

/*
 * The text of ROOK, ArbiterSim and RookWorld-LM (Rahn, Jitsev and Sun, laion.ai/notes/rook; github.com/jorahn/RookWorld), one example a
 * line. Policy: `P: FEN M: moves E: values B: best`, where the parts are padded with spaces. Environment:
 * `A: FEN+action+history+FEN+reward+terminated+truncated`. A `+` at the end and a missing `A: ` or `P: ` are read, too: model cards
 * and datasets differ there. A line that ends where the answer begins is a prompt.
 */

/** Actions of a policy's list, of the most where a position has more. */
export const ROOK_LIST = 5;
/** Moves of an environment's history, the action included. */
export const ROOK_HISTORY = 10;
/** The reward of a legal move that ends nothing, of a mate, of a draw, and of an illegal move. */
export const ROOK_REWARDS = { legal: 0.001, mate: 1, draw: 0.5, illegal: -1 } as const;

/** The words behind `M:` or `E:`. */
export interface RookField {
  /** Of the words, or behind the mark where there are none. */
  readonly range: Range;
  readonly words: readonly Word[];
  /** True where dashes stand in place of the words, as in the published ablations. */
  readonly isWithheld: boolean;
}

interface RookPart {
  /** Of the line without blanks around it. */
  readonly range: Range;
  readonly fen: Word;
}

/** What the policy is asked, and what it answers as far as it is there. */
export interface RookPolicy extends RookPart {
  readonly kind: 'policy';
  readonly moves: RookField | undefined;
  readonly values: RookField | undefined;
  readonly best: Word | undefined;
}

/** What the environment is asked, and what it answers as far as it is there. */
export interface RookStep extends RookPart {
  readonly kind: 'environment';
  readonly action: Word | undefined;
  readonly history: readonly Word[];
  /** Of the history; undefined where there is none. */
  readonly historyRange: Range | undefined;
  readonly next: Word | undefined;
  readonly reward: Word | undefined;
  readonly terminated: Word | undefined;
  readonly truncated: Word | undefined;
  /** What stands behind the last field. */
  readonly rest: Range | undefined;
}

/** A line that is neither blank nor a comment (`#`). */
export type RookLine = RookPolicy | RookStep | { readonly kind: 'unknown'; readonly range: Range };

/** True for a line that asks and has no answer. */
export const isRookPrompt = (line: RookPolicy | RookStep): boolean =>
  line.kind === 'policy'
    ? line.moves === undefined && line.values === undefined && line.best === undefined
    : line.next === undefined;
