import type { Language } from '../language.ts';
import { annotateFen } from './annotate-fen.ts';
import { annotatePgn } from './annotate-pgn.ts';
import { fenPredictions } from './fen-predictions.ts';
import { pgnPredictions } from './pgn-predictions.ts';
import type { AnnotateResult, Annotation, Prediction, SameLabel } from './types.ts';

export interface AnnotateOptions {
  /** Default `skip`. */
  readonly sameLabel?: SameLabel;
}

/**
 * Edits that write predictions into a document: in PGN a comment on its own line after the comments of its ply, in a
 * FEN file a line below the record (the ply is ignored there). The line ending of the file is used, and `strip`
 * restores the original bytes.
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

/**
 * The predictions in a document, in text order. Those with invalid syntax are omitted; `checkText` reports them. A MAV
 * file has none: its content is itself predicted.
 */
export const predictionsIn = (text: string, language: Language): readonly Prediction[] =>
  language === 'pgn' ? pgnPredictions(text) : language === 'mav' ? [] : fenPredictions(text, language === 'epd');
