import { type MainLine, mainLines } from '../asking/asked-positions.ts';

/** A game of a PGN, as far as an importer needs it. */
export interface IndexedGame {
  /** Its `SourceFile` tag. */
  readonly name: string;
  readonly line: MainLine;
}

/** Finds games by the path of the file that each was cut from: the tag `SourceFile` is the end of that path. */
export class GameIndex {
  readonly #games = new Map<string, IndexedGame[]>();
  /** Games in the PGN whose start is known, those without the tag included. */
  readonly count: number;

  constructor(pgn: string) {
    let count = 0;
    for (const line of mainLines(pgn)) {
      count++;
      const tag = line.tag('SourceFile');
      if (tag === undefined || tag === '') continue;
      const name = normalise(tag);
      const namesakes = this.#games.get(name);
      if (namesakes === undefined) this.#games.set(name, [{ name, line }]);
      else namesakes.push({ name, line });
    }
    this.count = count;
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
