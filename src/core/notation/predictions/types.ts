import type { Range, TextEdit } from '../../base/text/range.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import type { VariationStep } from '../pgn/paths.ts';
import { decodePercent, encodePercent } from './percent.ts';

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

/** Who predicted: `model[@template][#sample]`. */
export interface Label {
  /** The encoded whole, as it is written in files; equal labels have equal texts. */
  readonly text: string;
  readonly model: string;
  /** The prompt template, when it is named. */
  readonly template?: string;
  /** Which of several samples, when it is named; `annotate` counts on from the number here. */
  readonly sample?: string;
}

/** Also separators in a label, so encoded inside its parts. */
const SEPARATORS = ' @#';

/** A label from its parts. An empty template or sample is none. */
export function makeLabel(model: string, template?: string, sample?: string | number): Label {
  const sampleText = sample === undefined ? '' : String(sample);
  const templateText = template ?? '';
  const text =
    encodePercent(model, SEPARATORS) +
    (templateText === '' ? '' : `@${encodePercent(templateText, SEPARATORS)}`) +
    (sampleText === '' ? '' : `#${encodePercent(sampleText, SEPARATORS)}`);
  return {
    text,
    model,
    ...(templateText === '' ? {} : { template: templateText }),
    ...(sampleText === '' ? {} : { sample: sampleText }),
  };
}

/** Reads a label as it is written: the last `#` starts the sample, the first `@` the template. Never fails. */
export function parseLabel(text: string): Label {
  const hash = text.lastIndexOf('#');
  const head = hash < 0 ? text : text.slice(0, hash);
  const at = head.indexOf('@');
  return makeLabel(
    decodePercent(at < 0 ? head : head.slice(0, at)),
    at < 0 ? undefined : decodePercent(head.slice(at + 1)),
    hash < 0 ? undefined : decodePercent(text.slice(hash + 1)),
  );
}

/** A label as it is written, without its sample number: several samples of one model are summed up together, templates are not. */
export function withoutSample(text: string): string {
  const hash = text.lastIndexOf('#');
  return hash < 0 ? text : text.slice(0, hash);
}
