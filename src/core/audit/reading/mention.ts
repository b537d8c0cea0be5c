import type { Range } from '../../base/text/range.ts';

/** Colors as in frames: 0 White, 1 Black. */
export type Color = 0 | 1;

/** A move as it is written. */
export interface MoveItem {
  /** Range of the move itself, without its number. */
  readonly range: Range;
  /** The move without `!` and `?`. */
  readonly san: string;
  /** Its move number, if one stands before it. */
  readonly number: number | undefined;
  /** True if three dots follow its number. */
  readonly isBlack: boolean;
  /** Its meanings if its piece letter is that of another language. */
  readonly others?: readonly string[];
}

/** Moves that follow one another with only spaces and signs between them. */
export interface MoveRun {
  readonly kind: 'run';
  readonly range: Range;
  readonly items: readonly [MoveItem, ...MoveItem[]];
  /** True if it continues after a comment or a variation. */
  readonly continues: boolean;
  /** True if the game continues after a comment that follows it. */
  readonly isContinued: boolean;
  /** True if commas stand between its moves: perhaps a list of alternatives. */
  readonly hasCommas: boolean;
  /** True if its first number begins a line. */
  readonly isLineStart: boolean;
}

/** A parenthesis or brace: its content may be a variation. */
export interface Bracket {
  readonly kind: 'open' | 'close';
  readonly range: Range;
}

/** A move among others whose piece letter is that of another language: its meaning is not known. */
export interface UnreadMove {
  readonly kind: 'unread';
  readonly range: Range;
}

/** A state in a text. */
export interface StateMention {
  readonly kind: 'state';
  readonly range: Range;
  /** The stated FEN fields, in their order; those from the first missing one on are left out. */
  readonly fen: string;
  readonly isDrawing: boolean;
}

/** Claim of a sentence about the side to move or a check. */
export interface ClaimMention {
  readonly kind: 'claim';
  readonly range: Range;
  readonly claim: { readonly kind: 'turn'; readonly color: Color } | { readonly kind: 'check'; readonly color: Color };
}

/** A mention of a game in a text. */
export type Mention = MoveRun | Bracket | UnreadMove | StateMention | ClaimMention;
