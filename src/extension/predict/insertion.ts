import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { annotate } from '../../core/languages/predictions.ts';
import { printCommand } from '../../core/notation/predictions/codec.ts';
import type { Annotation, SameLabel } from '../../core/notation/predictions/types.ts';
import { printWalkLine } from '../../core/notation/walk/annotate-walk.ts';
import { annotationOf } from '../../models/asking/annotation-of.ts';
import type { AskedDocument } from '../../models/asking/asked-text.ts';
import type { PredictedPlaces } from '../../models/asking/predict-places.ts';
import { movetext } from '../../models/prompts/prompt.ts';

type Answer = PredictedPlaces['answered'][number];

/** What is to be written into a text as it is now. */
export interface Insertion {
  readonly edits: readonly TextEdit[];
  readonly written: number;
  /** Answers whose position is no longer there. */
  readonly unplaced: readonly Answer[];
}

/**
 * The edits that write answers into a text that may have changed since they were asked for.
 *
 * @param anchors ranges of the moves as they are now, one an answer
 */
export function insertionOf(
  { language, open }: AskedDocument,
  text: string,
  answers: readonly Answer[],
  anchors: readonly (Range | undefined)[],
  sameLabel: SameLabel,
): Insertion {
  const places = open(text).relocate(
    answers.map(({ asked }) => asked.place),
    anchors,
  );
  const annotations: Annotation[] = [];
  const unplaced: Answer[] = [];
  for (const [i, answer] of answers.entries()) {
    const place = places[i];
    const annotation = annotationOf(answer.sample);
    if (place === undefined) unplaced.push(answer);
    else if (annotation !== undefined) {
      annotations.push({ ...annotation, game: place.game, ply: place.ply, path: place.path });
    }
  }
  const { edits, written } = annotate(text, language, annotations, { sameLabel });
  return { edits, written, unplaced };
}

/** An answer that found no place, as text to keep: the annotation, and the moves it is about. */
export function keptText({ sample, asked }: Answer): string {
  const annotation = annotationOf(sample);
  if (annotation === undefined) return '';
  const { label, fen } = annotation;
  const { place } = asked;
  const isWorld = 'world' in place;
  const said = isWorld ? printWalkLine(label, fen) : `{ ${printCommand(label, fen)} }`;
  const moves = isWorld ? place.moves.join(' ') : movetext(place.startFen, place.moves);
  const none = isWorld ? 'no action' : 'no move';
  return `${said} after ${moves === '' ? none : moves}`;
}
