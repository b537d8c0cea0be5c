import type { Range } from '../../base/text/range.ts';

/** Colors as in frames: 0 White, 1 Black. */
export type Color = 0 | 1;

/** A move as it is written. */
export interface MoveItem {
  /** Of the move itself, without its number. */
  readonly range: Range;
  /** Without `!` and `?`. */
  readonly san: string;
  /** Its move number, where one stands before it. */
  readonly number: number | undefined;
  /** With a number: three dots follow it. */
  readonly isBlack: boolean;
  /** What it means if its piece letter is that of another language. */
  readonly others?: readonly string[];
}

/** Moves that follow one another with nothing but blanks and signs between them. */
export interface MoveRun {
  readonly kind: 'run';
  readonly range: Range;
  readonly items: readonly [MoveItem, ...MoveItem[]];
  /** It goes on after a comment or a variation. */
  readonly continues: boolean;
  /** The game goes on after a comment that follows it. */
  readonly isContinued: boolean;
  /** Commas stand between its moves: perhaps a list of alternatives. */
  readonly hasCommas: boolean;
  /** Its first number begins a line. */
  readonly isLineStart: boolean;
}

/** A parenthesis or brace: what is inside may be a variation. */
export interface Bracket {
  readonly kind: 'open' | 'close';
  readonly range: Range;
}

/** A move among others whose piece letter is that of another language: what it does is not known. */
export interface UnreadMove {
  readonly kind: 'unread';
  readonly range: Range;
}

/** A state in a text. */
export interface StateMention {
  readonly kind: 'state';
  readonly range: Range;
  /** The FEN fields that it states, in their order; those from the first unstated one on are left out. */
  readonly fen: string;
  readonly isDrawing: boolean;
}

/** What a sentence says of the side to move or of a check. */
export interface ClaimMention {
  readonly kind: 'claim';
  readonly range: Range;
  readonly claim: { readonly kind: 'turn'; readonly color: Color } | { readonly kind: 'check'; readonly color: Color };
}

/** Something that a text says of a game. */
export type Mention = MoveRun | Bracket | UnreadMove | StateMention | ClaimMention;
