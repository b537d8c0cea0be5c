import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { formatReading, isChosenByHand } from '../../core/answers/reading-text.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { languageName } from '../../core/languages/languages.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import type { Prediction } from '../../core/notation/predictions/prediction.ts';
import type { AnswerQuery } from '../../models/answers/wanted-answer.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import {
  COMPARISON_REQUEST,
  type ComparePlace,
  type ComparisonResult,
  type PositionParams,
} from '../../protocol/lsp.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { AnswerLocation } from '../platform/answer-places.ts';
import { documentLanguage } from '../platform/documents.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import type { AnswerArchive } from '../platform/kept-answers.ts';

const placeAt = (document: vscode.TextDocument, offset: number): PositionParams => {
  const { line, character } = document.positionAt(offset);
  return { uri: document.uri.toString(), position: { line, character } };
};

/**
 * Returns the range of a prediction of a position, or without a label that of the first; undefined if there is none any
 * longer.
 */
export async function predictionPlace(
  client: BaseLanguageClient,
  uri: string,
  place: ComparePlace,
): Promise<PositionParams | undefined> {
  const document = await documentAt(vscode.Uri.parse(uri));
  const language = documentLanguage(document);
  if (language !== undefined && languageName(language)?.isAnnotated === true) {
    const found = predictionsIn(document.getText(), language).find((prediction) => isAtPrediction(prediction, place));
    return found && placeAt(document, found.range.start);
  }
  const { label, ...position } = place;
  const result = await client.sendRequest<ComparisonResult | null>(COMPARISON_REQUEST, { uri, ...position });
  const all = result === null ? [] : [...result.predictions, ...result.lists];
  const range = (label === undefined ? all[0] : all.find((prediction) => prediction.label === label))?.range;
  return range && { uri, position: range.start };
}

/**
 * Returns the prediction at the cursor of an editor, or nearest to it, and its label; undefined if the text has none.
 */
export function nearestPlace({
  document,
  selection,
}: vscode.TextEditor): { readonly place: PositionParams; readonly label: string } | undefined {
  const language = documentLanguage(document);
  if (language === undefined) return undefined;
  const predictions = predictionsIn(document.getText(), language);
  const nearest = nearestPrediction(predictions, document.offsetAt(selection.active));
  return nearest && { place: placeAt(document, nearest.range.start), label: nearest.label.text };
}

/** Maximum length of a text with notes, in UTF-16 units: they need all its games to be read again. */
const MAX_TEXT_LENGTH = 1_000_000;
/** Maximum number of predictions of a text that are checked for doubts. */
const MAX_PREDICTIONS = 500;

/** Notes on the reading of predicted states from the stored answers. */
export class PredictionNotes {
  readonly #answers: AnswerArchive;

  constructor(answers: AnswerArchive) {
    this.#answers = answers;
  }

  /** Returns the sentence about a prediction; empty if no answer is stored. */
  async sentence({ uri, place }: AnswerLocation, token: vscode.CancellationToken): Promise<string> {
    const document = await documentAt(vscode.Uri.parse(uri));
    const found = predictionsOf(document).find((item) => isAtPrediction(item, place));
    const wanted = found === undefined ? undefined : wantedAt(document, found);
    if (wanted === undefined) return '';
    const answer = (await this.#answers.find(document.uri, [wanted], token)).get(wanted);
    return answer === undefined ? '' : sentenceOf(answer);
  }

  /** Returns the sentences about doubtful, unread or manually taken states, of answers in the editor's own file. */
  async doubts(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<(AnswerLocation & { sentence: string })[]> {
    const asked = predictionsOf(document)
      .slice(0, MAX_PREDICTIONS)
      .flatMap((prediction) => {
        const wanted = wantedAt(document, prediction);
        return wanted === undefined ? [] : [{ prediction, wanted }];
      });
    const uri = document.uri.toString();
    const all = asked.map(({ wanted }) => wanted);
    const answers = await this.#answers.find(document.uri, all, token, 'own');
    return asked.flatMap(({ prediction, wanted }) => {
      const answer = answers.get(wanted);
      if (answer === undefined || answer.reading === null || !isDoubt(answer.reading)) return [];
      const { game, ply, path, label } = prediction;
      return [{ uri, place: { game, ply, path, label: label.text }, sentence: sentenceOf(answer) }];
    });
  }
}

const isDoubt = (reading: ReadingView): boolean =>
  reading.outcome === 'doubtful' || reading.outcome === 'unread' || isChosenByHand(reading);

const sentenceOf = ({ reading, raw }: StoredAnswer): string =>
  reading === null ? '' : formatReading(reading, raw ?? '', reading.more);

function predictionsOf(document: vscode.TextDocument): readonly Prediction[] {
  const language = documentLanguage(document);
  const text = document.getText();
  return language === undefined || text.length > MAX_TEXT_LENGTH ? [] : predictionsIn(text, language);
}

function wantedAt({ uri }: vscode.TextDocument, prediction: Prediction): AnswerQuery | undefined {
  const { label, fen = null, ply, trueFen, game } = prediction;
  if (trueFen === undefined) return undefined;
  const history = prediction.history();
  return {
    label: label.text,
    fen,
    ply,
    startFen: history[0]?.fen ?? INITIAL_FEN,
    trueFen,
    moves: history.flatMap(({ san }) => san ?? []),
    file: baseName(uri),
    game,
  };
}

/** Returns the prediction at an offset, otherwise the nearest one; of two equally near ones the one before. */
export function nearestPrediction(predictions: readonly Prediction[], offset: number): Prediction | undefined {
  let best: Prediction | undefined;
  let least = Infinity;
  for (const prediction of predictions) {
    const { start, end } = prediction.range;
    const distance = offset < start ? start - offset : offset > end ? offset - end : 0;
    if (distance < least) {
      least = distance;
      best = prediction;
    }
  }
  return best;
}

const positionKey = ({ game, ply, path }: Pick<ComparePlace, 'game' | 'ply' | 'path'>): string =>
  JSON.stringify([game, ply, path]);

/** Returns true if a prediction describes a position, with its label if it has one. */
export const isAtPrediction = (prediction: Prediction, place: ComparePlace): boolean =>
  positionKey(prediction) === positionKey(place) &&
  (place.label === undefined || place.label === prediction.label.text);
