import { parsePgn } from 'chessops/pgn';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import type { Result } from '../../core/result.ts';
import type { Variant } from '../model.ts';
import { fenAfter } from '../replay.ts';

/** A game of a PGN, as far as an importer needs it. */
export interface IndexedGame {
  /** 0-based index in the PGN. */
  readonly index: number;
  /** Its `SourceFile` tag. */
  readonly name: string;
  readonly variant: Variant;
  readonly startFen: string;
  /** SAN of the main line. */
  readonly moves: readonly string[];
  /** The state after so many half-moves of the main line, or why there is none. Remembered. */
  fenAt(ply: number): Result<string, string>;
}

/** Finds games by the path of the file that each was cut from: the tag `SourceFile` is the end of that path. */
export class GameIndex {
  readonly #games = new Map<string, IndexedGame[]>();
  /** Games in the PGN, those without the tag included. */
  readonly count: number;

  constructor(pgn: string) {
    const games = parsePgn(pgn);
    this.count = games.length;
    for (const [index, game] of games.entries()) {
      const tag = game.headers.get('SourceFile');
      if (tag === undefined || tag === '') continue;
      const name = normalise(tag);
      const indexed = indexedGame(
        index,
        name,
        game.headers,
        Array.from(game.moves.mainline(), ({ san }) => san),
      );
      const namesakes = this.#games.get(name);
      if (namesakes === undefined) this.#games.set(name, [indexed]);
      else namesakes.push(indexed);
    }
  }

  /** The games whose tag is the longest end of the path, at a folder's border; several when the PGN repeats a tag. */
  find(path: string): readonly IndexedGame[] {
    const whole = normalise(path);
    for (let from = 0; from >= 0; ) {
      const games = this.#games.get(whole.slice(from));
      if (games !== undefined) return games;
      const slash = whole.indexOf('/', from);
      from = slash < 0 ? -1 : slash + 1;
    }
    return [];
  }
}

const normalise = (path: string): string => path.trim().replaceAll('\\', '/');

const indexedGame = (
  index: number,
  name: string,
  tags: ReadonlyMap<string, string>,
  moves: readonly string[],
): IndexedGame => {
  const startFen = tags.get('FEN') ?? INITIAL_FEN;
  const variant = /960|fischer/i.test(tags.get('Variant') ?? '') ? 'chess960' : 'chess';
  const known = new Map<number, Result<string, string>>();
  return {
    index,
    name,
    variant,
    startFen,
    moves,
    fenAt(ply) {
      const fen = known.get(ply) ?? fenAfter(startFen, moves, ply);
      known.set(ply, fen);
      return fen;
    },
  };
};
