import { LruMap } from '../../core/base/lru.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { PlacedSection, Section } from '../documents/sections.ts';
import { GameView } from './game-view.ts';

/** Games that stay replayed. */
const KEPT = 8;

/** A game at its place in a document. */
export interface PlacedGame {
  readonly view: GameView;
  readonly placed: PlacedSection;
}

/** Replayed games, the last few kept: most requests ask about the game that the one before asked about. */
export class Views {
  /** Sections are replaced whole when their text changes, so each names one text. */
  readonly #views = new LruMap<Section, GameView>(KEPT);

  /** The game of a PGN that an offset lies in; undefined in other languages, and where nothing is read yet. */
  gameAt(document: ServerDocument, offset: number): PlacedGame | undefined {
    if (document.sections.count === 0) return undefined;
    return this.game(document, document.sections.at(document.sections.indexAt(offset)));
  }

  /** The game of a section of a PGN; undefined for a section that is not read. */
  game(document: ServerDocument, placed: PlacedSection): PlacedGame | undefined {
    const { section } = placed;
    if (section.reading?.chunk === undefined) return undefined;
    const known = this.#views.get(section);
    if (known !== undefined) return { view: known, placed };
    const view = new GameView(document.sectionText(placed), section.reading.chunk);
    this.#views.set(section, view);
    return { view, placed };
  }
}
