import type { Language } from '../language.ts';
import { annotateFen } from './annotate-fen.ts';
import { annotatePgn } from './annotate-pgn.ts';
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
  if (language === 'mav') return { edits: [], written: 0, skipped: 0, missing: annotations.map((_, i) => i) };
  return language === 'pgn' ? annotatePgn(text, annotations, sameLabel) : annotateFen(text, annotations, sameLabel);
}
