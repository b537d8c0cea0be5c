import type { Range } from '../../base/text/range.ts';

/** Colors as in frames: 0 White, 1 Black. */
export type Color = 0 | 1;

/** What a sentence says of a position. Roles are those of frames, squares 0 (a1) to 63. */
export type Claim =
  | { readonly kind: 'turn'; readonly color: Color }
  | {
      readonly kind: 'piece';
      readonly color: Color | undefined;
      readonly role: number;
      readonly square: number;
    }
  | { readonly kind: 'empty'; readonly square: number }
  | {
      readonly kind: 'attack';
      readonly from: number;
      readonly role: number;
      readonly to: number;
      /** Of a piece of the other side; else it is one of the same side, which is defended. */
      readonly isHostile: boolean;
      /** Pieces between them do not matter: it only aims at the other, or backs it up. */
      readonly isThrough: boolean;
      /** It is said of a square, whatever stands there. */
      readonly isSquare: boolean;
    }
  | {
      /** Some piece of the other side attacks it, or of its own side defends it. */
      readonly kind: 'reached';
      readonly square: number;
      readonly role: number;
      readonly color: Color | undefined;
      readonly isHostile: boolean;
      readonly isNot: boolean;
    }
  | {
      readonly kind: 'pin';
      readonly square: number;
      readonly role: number;
      /** To the king, and to no other piece. */
      readonly isAbsolute: boolean;
      /** The square of the piece that pins. */
      readonly by: number | undefined;
      readonly isNot: boolean;
    }
  /** No piece is pinned to its king. */
  | { readonly kind: 'unpinned' }
  /** Without a color: that of the side to move. */
  | { readonly kind: 'check'; readonly color: Color | undefined; readonly isNot: boolean }
  | { readonly kind: 'mate'; readonly color: Color | undefined }
  | { readonly kind: 'stalemate' }
  | {
      readonly kind: 'castled';
      readonly color: Color;
      readonly side: 'king' | 'queen' | undefined;
      readonly isNot: boolean;
    }
  | {
      readonly kind: 'rights';
      readonly color: Color;
      readonly side: 'king' | 'queen' | undefined;
      readonly isNot: boolean;
    }
  | { readonly kind: 'count'; readonly color: Color; readonly role: number; readonly count: number }
  /** Number of the next move. */
  | { readonly kind: 'number'; readonly number: number }
  /** How many legal moves the side to move has; without a color it is that side's. */
  | { readonly kind: 'legal'; readonly color: Color | undefined; readonly count: number }
  /** A move is legal. */
  | { readonly kind: 'option'; readonly color: Color | undefined; readonly san: string }
  /** The last move, in SAN or UCI. */
  | { readonly kind: 'last'; readonly san: string }
  /** Points of a side, by the usual values. */
  | { readonly kind: 'points'; readonly color: Color; readonly points: number }
  /** Points by which White is ahead, negative for Black. */
  | { readonly kind: 'lead'; readonly points: number }
  /** A side is ahead in points, by whatever it is. */
  | { readonly kind: 'ahead'; readonly color: Color }
  /** Castling is the next move that a side can make. Without a color: the side to move. */
  | {
      readonly kind: 'castles';
      readonly color: Color | undefined;
      readonly side: 'king' | 'queen' | undefined;
      readonly isNot: boolean;
    }
  /** A move gives check. */
  | { readonly kind: 'gives'; readonly san: string; readonly isNot: boolean }
  /** A side attacks a square so often. */
  | { readonly kind: 'times'; readonly color: Color; readonly square: number; readonly count: number }
  /** Pawns of a file, 0 (a) to 7; an open one has none of either side. */
  | {
      readonly kind: 'file';
      readonly file: number;
      readonly what: 'open' | 'half-open' | 'doubled' | 'empty';
      readonly color: Color | undefined;
      readonly isNot: boolean;
    }
  /** A piece went from a square to another, in one move or more. */
  | { readonly kind: 'went'; readonly role: number; readonly from: number; readonly to: number }
  /** A piece was captured by a side, at any time or by the last moves. */
  | {
      readonly kind: 'took';
      readonly color: Color | undefined;
      readonly role: number;
      readonly square: number | undefined;
      readonly isLast: boolean;
    }
  /** Two bishops. */
  | { readonly kind: 'pair'; readonly color: Color };

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
  /** It goes on behind a comment or a variation. */
  readonly continues: boolean;
  /** The game goes on behind a comment after it. */
  readonly isContinued: boolean;
  /** Commas stand between its moves: perhaps a list of alternatives. */
  readonly hasCommas: boolean;
  /** Its first number begins a line. */
  readonly isLineStart: boolean;
  /** It is given in words, as played: `knight to f3`. */
  readonly isSpoken?: true;
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

/** A FEN, a part of one, or a drawn board. */
export interface StateMention {
  readonly kind: 'state';
  readonly range: Range;
  /** The FEN as written with its blanks as single spaces; of a drawing its placement field alone. */
  readonly fen: string;
  readonly isDrawing: boolean;
}

export interface ClaimMention {
  readonly kind: 'claim';
  readonly range: Range;
  readonly claim: Claim;
  /** It names a field: of the state that comes next, where one does. */
  readonly isField: boolean;
}

/** A field and its value, `fullmove: 12`, within a text: of which position, the reader must find out. */
export interface FieldMention {
  readonly kind: 'field';
  /** Of the value. */
  readonly range: Range;
  readonly key: string;
  readonly value: string;
}

/** Something that a text says of a game. */
export type Mention = MoveRun | Bracket | UnreadMove | StateMention | ClaimMention | FieldMention;
