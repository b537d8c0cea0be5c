import type { GameChunk } from '../../core/notation/pgn/document.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';

/** A document with more UTF-16 code units is answered game by game, without what lies inside of each. */
export const DETAILED = 1_000_000;

/** A game of a PGN as it was read. */
export interface ReadGame {
  readonly placed: PlacedSection;
  readonly chunk: GameChunk;
}

/** The games of a PGN that was read, in order; none in other languages. */
export function* gamesOf(document: ServerDocument): Generator<ReadGame> {
  const { sections } = document;
  for (let i = 0; i < sections.count; i++) {
    const placed = sections.at(i);
    const { reading } = placed.section;
    if (reading?.chunk !== undefined && reading.counts) yield { placed, chunk: reading.chunk };
  }
}

/** The sections of a MAV file with an example or a trace, in order. */
export function* mavSectionsOf(document: ServerDocument): Generator<PlacedSection> {
  const { sections } = document;
  for (let i = 0; i < sections.count; i++) {
    const placed = sections.at(i);
    if (placed.section.reading?.counts === true) yield placed;
  }
}
