import type { TextEdit } from '../../base/text/edits.ts';
import type { Range } from '../../base/text/range.ts';
import type { HistoryPly } from '../../metrics/line-history.ts';
import type { VariationStep } from '../pgn/paths.ts';
import type { Label } from './label.ts';

/** A predicted state written in a document. Nothing about its FEN has been judged yet. */
export interface Prediction {
  readonly label: Label;
  /** The predicted text, decoded, white-space runs read as one space; undefined for `?`: the answer held no state. */
  readonly fen: string | undefined;
  /** Of the whole command (PGN: `[%pfen ...]`; FEN file: the line from `#`). */
  readonly range: Range;
  /** Of the encoded FEN or `?` inside `range`. */
  readonly fenRange: Range;
  /** 0-based index of the game, or of the FEN record in a FEN file. */
  readonly game: number;
  /**
   * Half-moves played from the start of the game to the position it speaks of, through its variation. In a FEN file it is
   * what the record's side to move and fullmove number say, 0 when they cannot be read.
   */
  readonly ply: number;
  /** Where in the tree: empty on the main line. */
  readonly path: readonly VariationStep[];
  /** The move before the position as it is written in the text; undefined at the start position. */
  readonly san: string | undefined;
  readonly variant: 'chess' | 'chess960';
  /**
   * The position it speaks of; undefined when the line up to it could not be replayed (an illegal move, a bad FEN tag, a
   * variant that is not known). Its en passant square is given only when a capture there is legal. Computed when first read.
   */
  readonly trueFen: string | undefined;
  /** All positions of its line from the start to the one it speaks of; empty when `trueFen` is undefined. */
  history(): readonly HistoryPly[];
}

/** A prediction to be written into a document. */
export interface Annotation {
  readonly game: number;
  readonly ply: number;
  /** Default: the main line. */
  readonly path?: readonly VariationStep[];
  readonly label: Label;
  /** Undefined (or empty): the answer held no state; written as `?`. */
  readonly fen: string | undefined;
}

/** What to do where the same label already speaks of the same position. `number` writes it with the next free `#n`. */
export const SAME_LABEL = ['skip', 'replace', 'number'] as const;
export type SameLabel = (typeof SAME_LABEL)[number];

export interface AnnotateResult {
  /** Sorted, not overlapping. */
  readonly edits: readonly TextEdit[];
  /** Written, whether new, replaced or numbered. */
  readonly written: number;
  /** Left out because the label was there already. */
  readonly skipped: number;
  /** Indices of the annotations whose game, ply or path does not exist in the document. */
  readonly missing: readonly number[];
}
