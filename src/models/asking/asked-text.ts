import type { Range } from '../../core/base/text/range.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import type { AskedState, NoPlace } from './asked-game.ts';
import { placeFinder, plannedPlaces, relocate } from './asked-places.ts';

/** A text whose games or walks a model can be asked about, as it is now. */
export interface AskedText {
  /** The states at offsets, each behind the move or action at or before it. One entry an offset; a state may come twice. */
  placesAt(offsets: readonly number[]): (AskedState | NoPlace)[];
  /** The states of a plan, game by game; `cut`: one has a move or an action behind which nothing can be asked. */
  planned(plan: PlyPlan): Iterable<{ readonly places: readonly AskedState[]; readonly cut: boolean }>;
  /**
   * Where states of an earlier text stand in this one: at their anchor, if the same line still leads there, else where they stood
   * before. Undefined where neither holds: an answer must not be written beside another line than it is about.
   *
   * @param anchors ranges of the moves or actions in this text; undefined for one that was edited
   */
  relocate(places: readonly AskedState[], anchors: readonly (Range | undefined)[]): (AskedState | undefined)[];
}

/** A document that a model can be asked about: games, or walks of worlds. */
export interface AskedDocument {
  readonly language: 'pgn' | 'walk';
  /** Its text as it is at some time. */
  readonly open: (text: string) => AskedText;
}

/** The games of a PGN. */
const askedGames = (text: string): AskedText => ({
  placesAt: (offsets) => offsets.map(placeFinder(text)),
  planned: (plan) => plannedPlaces(text, plan),
  relocate: (places, anchors) => relocate(text, places, anchors),
});

/** A PGN. */
export const ASKED_PGN: AskedDocument = { language: 'pgn', open: askedGames };
