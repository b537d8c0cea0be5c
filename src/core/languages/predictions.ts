import { dominantLineEnding } from '../base/text/lines.ts';
import type { TextBlock } from '../base/text/long-text-edits.ts';
import type { Language } from '../notation/language.ts';
import type { GameFilter } from '../notation/pgn/document.ts';
import type { AnnotateResult, Annotation, Prediction, SameLabel } from '../notation/predictions/prediction.ts';
import type { WorldFiles } from '../notation/walk/walk-world.ts';
import { EPD_PREDICTIONS, FEN_PREDICTIONS } from './fen/predictions.ts';
import type { BlockAnnotator, PredictionAbilities, Removal } from './kit.ts';
import { kitInTable } from './languages.ts';
import { PGN_PREDICTIONS } from './pgn/predictions.ts';
import { WALK_PREDICTIONS } from './walk/predictions.ts';

/**
 * The predictions of languages whose kit is not in the table of languages: commands that need only these load nothing
 * else.
 */
const APART: ReadonlyMap<Language, PredictionAbilities> = new Map([
  ['pgn', PGN_PREDICTIONS],
  ['fen', FEN_PREDICTIONS],
  ['epd', EPD_PREDICTIONS],
  ['walk', WALK_PREDICTIONS],
]);

/** Returns the reading and writing of predictions in a language; undefined if its files hold none. */
function findAbilities(language: Language): PredictionAbilities | undefined {
  const kit = kitInTable(language);
  return kit === undefined ? APART.get(language) : kit.predictions;
}

export interface AnnotateOptions {
  /** Treatment of an existing prediction with the same label. Default `skip`. */
  readonly sameLabel?: SameLabel;
  /** The games of a PGN to write into. Default: all. */
  readonly isWanted?: GameFilter | undefined;
}

/**
 * Returns a writer of predictions into a document that comes block by block, as `annotate` does.
 *
 * @param lineEnd the most frequent one of the whole text
 */
export const blockAnnotator = (
  language: Language,
  annotations: readonly Annotation[],
  lineEnd: string,
  { sameLabel = 'skip', isWanted }: AnnotateOptions = {},
): BlockAnnotator =>
  findAbilities(language)?.annotator(annotations, { sameLabel, lineEnd, isWanted }) ?? {
    edits: () => [],
    written: 0,
    skipped: 0,
    other: 0,
    missing: annotations.map((_, i) => i),
  };

/**
 * Returns edits that write predictions into a document: in PGN a comment on its own line after the comments of its ply,
 * in a FEN file a line below the record (the ply is ignored there), in a walk a line below the action. They use the
 * line ending of the file, and `removePredictions` restores the original bytes. In a language without predictions all
 * are `missing`.
 */
export function annotate(
  text: string,
  language: Language,
  annotations: readonly Annotation[],
  options: AnnotateOptions = {},
): AnnotateResult {
  const annotator = blockAnnotator(language, annotations, dominantLineEnding(text), options);
  const edits = annotator.edits({ text, from: 0, to: text.length, isLast: true });
  const { written, skipped, missing } = annotator;
  return { edits, written, skipped, missing };
}

/**
 * Returns the predictions in a document, in text order. Those with invalid syntax are omitted; `checkText` reports
 * them. A MAV file has none: its content is itself predicted.
 *
 * @param worlds the files of worlds that walks name
 */
export const predictionsIn = (text: string, language: Language, worlds?: WorldFiles): readonly Prediction[] =>
  text.includes(findAbilities(language)?.marker ?? '') ? new PredictionReader(language).read(text, worlds) : [];

/**
 * Reader of the predictions of a document that comes block by block, each of which begins where a game, a record or a
 * walk does.
 */
export class PredictionReader {
  readonly #abilities: PredictionAbilities | undefined;
  readonly #isWanted: GameFilter | undefined;
  #games = 0;

  /** @param isWanted filter of the games of a PGN, called for those with predictions. Default: all */
  constructor(language: Language, isWanted?: GameFilter) {
    this.#abilities = findAbilities(language);
    this.#isWanted = isWanted;
  }

  /**
   * Returns the predictions of the next block, in its order, with ranges in its text and games numbered through the
   * document.
   *
   * @param worlds the files of worlds that walks of the block name
   */
  read(text: string, worlds?: WorldFiles): readonly Prediction[] {
    const found = this.#abilities?.read(text, { first: this.#games, worlds, isWanted: this.#isWanted });
    this.#games += found?.games ?? 0;
    return found?.predictions ?? [];
  }
}

export interface RemovalOptions {
  /** Encoded label, as it is written; default: all predictions. */
  readonly label?: string;
}

/** Returns edits that remove predictions from a document, and their number. Malformed predictions stay. */
export const removePredictions = (text: string, language: Language, options: RemovalOptions = {}): Removal =>
  removeFromBlock({ text, from: 0, to: text.length, isLast: true }, language, options);

/**
 * Returns the same for a block of a text, which begins where a game or a record does; the edits may replace the
 * beginning of the next one.
 */
export const removeFromBlock = (block: TextBlock, language: Language, { label }: RemovalOptions): Removal =>
  findAbilities(language)?.remove(block, (text) => label === undefined || text === label) ?? { edits: [], removed: 0 };
