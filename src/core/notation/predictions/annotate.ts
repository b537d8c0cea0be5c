import type { TextBlock } from '../../base/text/block-edits.ts';
import { lineEndingOf } from '../../base/text/line-ending.ts';
import type { TextEdit } from '../../base/text/range.ts';
import type { Language } from '../language.ts';
import type { GameFilter } from '../pgn/document.ts';
import { FenAnnotator } from './annotate-fen.ts';
import { PgnAnnotator } from './annotate-pgn.ts';
import { fenPredictions, recordsPredictions } from './fen-predictions.ts';
import { gamesPredictions, pgnPredictions } from './pgn-predictions.ts';
import type { AnnotateResult, Annotation, Prediction, SameLabel } from './types.ts';

export interface AnnotateOptions {
  /** Default `skip`. */
  readonly sameLabel?: SameLabel;
  /** The games of a PGN to write into. Default: all. */
  readonly isWanted?: GameFilter | undefined;
}

/** Writes predictions into a text that comes block by block. */
export interface BlockAnnotator {
  /** The edits of the next block, sorted. */
  edits(block: TextBlock): readonly TextEdit[];
  readonly written: number;
  readonly skipped: number;
  /** Annotations of games that are not wanted. */
  readonly leftOut?: number;
  /** As in `AnnotateResult`; complete after the last block. */
  readonly missing: readonly number[];
}

/**
 * Writes predictions into a document that comes block by block, as `annotate` does.
 *
 * @param lineEnd the one that the whole text uses most
 */
export function blockAnnotator(
  language: Language,
  annotations: readonly Annotation[],
  lineEnd: string,
  { sameLabel = 'skip', isWanted }: AnnotateOptions = {},
): BlockAnnotator {
  if (language === 'pgn') return new PgnAnnotator(annotations, sameLabel, lineEnd, isWanted);
  if (language === 'mav') return { edits: () => [], written: 0, skipped: 0, missing: annotations.map((_, i) => i) };
  return new FenAnnotator(annotations, sameLabel, lineEnd);
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
  const annotator = blockAnnotator(language, annotations, lineEndingOf(text), options);
  const edits = annotator.edits({ text, from: 0, to: text.length, isLast: true });
  const { written, skipped, missing } = annotator;
  return { edits, written, skipped, missing };
}

/**
 * The predictions in a document, in text order. Those with invalid syntax are omitted; `checkText` reports them. A MAV
 * file has none: its content is itself predicted.
 */
export const predictionsIn = (text: string, language: Language): readonly Prediction[] =>
  language === 'pgn' ? pgnPredictions(text) : language === 'mav' ? [] : fenPredictions(text, language === 'epd');

/** Reads the predictions of a document that comes block by block, each of which begins where a game or a record does. */
export class PredictionReader {
  readonly #language: Language;
  readonly #isWanted: GameFilter | undefined;
  #games = 0;

  /** @param isWanted the games of a PGN whose predictions are wanted; asked for those that have any. Default: all */
  constructor(language: Language, isWanted?: GameFilter) {
    this.#language = language;
    this.#isWanted = isWanted;
  }

  /** The predictions of the next block, in its order, with ranges in its text and games numbered through the document. */
  read(text: string): readonly Prediction[] {
    if (this.#language === 'mav') return [];
    if (this.#language === 'pgn') {
      const { predictions, games } = gamesPredictions(text, this.#games, this.#isWanted);
      this.#games += games;
      return predictions;
    }
    const { predictions, records } = recordsPredictions(text, this.#language === 'epd', this.#games);
    this.#games += records;
    return predictions;
  }
}
