import type { Language } from '../language.ts';
import type { TextEdit } from '../text/edits.ts';
import { annotateFen, stripFen } from './annotate-fen.ts';
import { annotatePgn } from './annotate-pgn.ts';
import { stripPgn } from './strip-pgn.ts';
import type { AnnotateResult, Annotation, SameLabel } from './types.ts';

export interface AnnotateOptions {
  /** Default `skip`. */
  readonly sameLabel?: SameLabel;
}

/**
 * Edits that write predictions into a document: in PGN a comment on a line of its own behind the comments of its ply, in
 * a FEN file a line below the record (the ply is not looked at there). The file's own line ending is used, and `strip`
 * gives back the original bytes.
 */
export function annotate(
  text: string,
  language: Language,
  annotations: readonly Annotation[],
  options: AnnotateOptions = {},
): AnnotateResult {
  const sameLabel = options.sameLabel ?? 'skip';
  return language === 'pgn' ? annotatePgn(text, annotations, sameLabel) : annotateFen(text, annotations, sameLabel);
}

export interface StripOptions {
  /** Encoded label, as it is written; default: all predictions. */
  readonly label?: string;
}

/** Edits that take predictions out of a document, and how many they are. Ill-formed ones stay. */
export function strip(
  text: string,
  language: Language,
  options: StripOptions = {},
): { readonly edits: readonly TextEdit[]; readonly removed: number } {
  const { label } = options;
  const matches = (text: string): boolean => label === undefined || text === label;
  return language === 'pgn' ? stripPgn(text, matches) : stripFen(text, matches);
}
