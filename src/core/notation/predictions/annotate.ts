import type { TextBlock } from '../../base/text/block-edits.ts';
import { lineEndingOf } from '../../base/text/line-ending.ts';
import type { TextEdit } from '../../base/text/range.ts';
import type { Language } from '../language.ts';
import type { GameFilter } from '../pgn/document.ts';
import { WalkAnnotator } from '../walk/annotate-walk.ts';
import { walkPredictions, walksPredictions } from '../walk/walk-predictions.ts';
import { lookupIn, type WorldFiles } from '../walk/walk-world.ts';
import { FenAnnotator } from './annotate-fen.ts';
import { PgnAnnotator } from './annotate-pgn.ts';
import { fenPredictions, recordsPredictions } from './fen-predictions.ts';
import { gamesPredictions, pgnPredictions } from './pgn-predictions.ts';
import type { AnnotateResult, Annotation, ChessPrediction, Prediction, SameLabel } from './types.ts';

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
  /** Annotations of other positions than the text has at their place. */
  readonly other: number;
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
  if (language === 'mav')
    return { edits: () => [], written: 0, skipped: 0, other: 0, missing: annotations.map((_, i) => i) };
  if (language === 'walk') return new WalkAnnotator(annotations, sameLabel, lineEnd);
  return new FenAnnotator(annotations, sameLabel, lineEnd);
}

/**
 * Edits that write predictions into a document: in PGN a comment on its own line after the comments of its ply, in a
 * FEN file a line below the record (the ply is ignored there), in a walk a line below the action. The line ending of the file is used, and `strip`
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
 *
 * @param worlds the files of worlds that walks name
 */
export function predictionsIn(text: string, language: 'pgn'): readonly ChessPrediction[];
export function predictionsIn(text: string, language: Language, worlds?: WorldFiles): readonly Prediction[];
export function predictionsIn(text: string, language: Language, worlds?: WorldFiles): readonly Prediction[] {
  switch (language) {
    case 'pgn':
      return pgnPredictions(text);
    case 'mav':
      return [];
    case 'walk':
      return walkPredictions(text, lookupIn(worlds));
    default:
      return fenPredictions(text, language === 'epd');
  }
}

/** Reads the predictions of a document that comes block by block, each of which begins where a game, a record or a walk does. */
export class PredictionReader {
  readonly #language: Language;
  readonly #isWanted: GameFilter | undefined;
  #games = 0;

  /** @param isWanted the games of a PGN whose predictions are wanted; asked for those that have any. Default: all */
  constructor(language: Language, isWanted?: GameFilter) {
    this.#language = language;
    this.#isWanted = isWanted;
  }

  /**
   * The predictions of the next block, in its order, with ranges in its text and games numbered through the document.
   *
   * @param worlds the files of worlds that walks of the block name
   */
  read(text: string, worlds?: WorldFiles): readonly Prediction[] {
    if (this.#language === 'mav') return [];
    if (this.#language === 'pgn') {
      const { predictions, games } = gamesPredictions(text, this.#games, this.#isWanted);
      this.#games += games;
      return predictions;
    }
    if (this.#language === 'walk') {
      const { predictions, walks } = walksPredictions(text, lookupIn(worlds), this.#games);
      this.#games += walks;
      return predictions;
    }
    const { predictions, records } = recordsPredictions(text, this.#language === 'epd', this.#games);
    this.#games += records;
    return predictions;
  }
}
