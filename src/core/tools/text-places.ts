import { LineIndex } from '../base/text/line-index.ts';
import type { Language } from '../notation/language.ts';
import { isGame, type PgnDocument, readPgn } from '../notation/pgn/document.ts';
import { moveBefore } from '../notation/pgn/move-before.ts';
import { type Numbering, numberingOf, numberText } from '../notation/pgn/numbering.ts';
import { moveText } from '../notation/pgn/replay.ts';
import { gameStart } from '../notation/pgn/start.ts';
import { readTags } from '../notation/pgn/tags.ts';
import { buildTree, type GameTree } from '../notation/pgn/tree.ts';

/** A place as an agent is told it: all counted from 1, but the ply, of which 0 is the start position. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  /** The game, FEN record, MAV example or trace. */
  readonly game?: number;
  readonly ply?: number;
  /** The move at or before the place: `8...Ne4`. */
  readonly move?: string;
}

interface ReadGame {
  readonly tree: GameTree;
  readonly numbering: Numbering;
}

/** Turns offsets of a text into places. */
export class TextPlaces {
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #document: PgnDocument | undefined;
  readonly #chunks: number[] = [];
  readonly #games = new Map<number, ReadGame>();

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#lines = new LineIndex(text);
    if (language !== 'pgn') return;
    this.#document = readPgn(text);
    for (const [c, chunk] of this.#document.chunks.entries()) if (isGame(chunk)) this.#chunks.push(c);
  }

  /** @param game 0-based, where the offset belongs to one */
  at(offset: number, game: number | undefined): TextPlace {
    const { line, character } = this.#lines.positionAt(offset);
    const place = { line: line + 1, column: character + 1 };
    if (game === undefined) return place;
    const read = this.#game(game);
    if (read === undefined) return { ...place, game: game + 1 };
    const { tree, numbering } = read;
    const move = moveBefore(tree, offset);
    if (move < 0) return { ...place, game: game + 1, ply: 0 };
    const ply = tree.movePly[move];
    const written = moveText(this.#text, tree, move).slice(0, 20);
    return { ...place, game: game + 1, ply, move: `${numberText(numbering, ply)}${written}` };
  }

  #game(game: number): ReadGame | undefined {
    const known = this.#games.get(game);
    if (known !== undefined || this.#document === undefined) return known;
    const chunk = this.#chunks[game];
    if (chunk === undefined) return undefined;
    const tree = buildTree(this.#document.chunks[chunk], this.#document.offsets[chunk]);
    const tags = readTags(this.#text, tree);
    const numbering = numberingOf(gameStart(this.#text, tags), tags) ?? { turn: 0, first: 1 };
    const read = { tree, numbering };
    this.#games.set(game, read);
    return read;
  }
}
