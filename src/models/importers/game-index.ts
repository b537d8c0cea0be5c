import { type MainLine, type StartedGame, startedGames } from '../asking/asked-positions.ts';

/** A game of a PGN, as far as an importer needs it; it does not hold the text. */
export interface IndexedGame {
  /** Its `SourceFile` tag. */
  readonly name: string;
  readonly line: Pick<MainLine, 'game' | 'variant' | 'startFen' | 'moves' | 'fenAt'>;
}

/** Finds games by the path of the file that each was cut from: the tag `SourceFile` is the end of that path. */
export class GameIndex {
  readonly #games = new Map<string, IndexedGame[]>();
  readonly #wanted: ReadonlySet<string> | undefined;
  /** Games read so far. */
  #read = 0;
  #count = 0;

  /** @param wanted the only names that are looked for, as `nameEnds` gives them; the other games are counted, and not kept */
  constructor(wanted?: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** The index of a whole PGN. */
  static of(pgn: string): GameIndex {
    const index = new GameIndex();
    index.add(pgn);
    return index;
  }

  /** Games in the PGN whose start is known, those without the tag included. */
  get count(): number {
    return this.#count;
  }

  /** Adds the games of the next part of a PGN, which begins where a game does. */
  add(text: string): void {
    const games = startedGames(text);
    for (let next = games.next(); ; next = games.next()) {
      if (next.done === true) {
        this.#read += next.value;
        return;
      }
      this.#count++;
      this.#keep(next.value);
    }
  }

  #keep(started: StartedGame): void {
    const tag = started.tag('SourceFile');
    if (tag === undefined || tag === '') return;
    const found = normalise(tag);
    if (this.#wanted?.has(found) === false) return;
    // a copy: a part of a text keeps all of it in memory
    const name = Array.from(found).join('');
    const game = { name, line: detached(started.mainLine(this.#read + started.game)) };
    const namesakes = this.#games.get(name);
    if (namesakes === undefined) this.#games.set(name, [game]);
    else namesakes.push(game);
  }

  /** The games whose tag is the longest end of the path, at a folder's border; several when the PGN repeats a tag. */
  find(path: string): readonly IndexedGame[] {
    for (const end of nameEnds(path)) {
      const games = this.#games.get(end);
      if (games !== undefined) return games;
    }
    return [];
  }
}

/** The ends of a path at the borders of its folders, longest first. */
export function* nameEnds(path: string): Generator<string> {
  const whole = normalise(path);
  for (let from = 0; from >= 0; ) {
    yield whole.slice(from);
    const slash = whole.indexOf('/', from);
    from = slash < 0 ? -1 : slash + 1;
  }
}

/** A line without the text and the replay that it comes from, which a function in one scope with the line would keep. */
function detached(line: MainLine): IndexedGame['line'] {
  const { game, variant, startFen, moves } = line;
  return { game, variant, startFen, moves, fenAt: fenIn(fensOf(line), startFen) };
}

const fensOf = (line: MainLine): string[] => Array.from({ length: line.moves.length + 1 }, (_, ply) => line.fenAt(ply));

const fenIn =
  (fens: readonly string[], startFen: string): MainLine['fenAt'] =>
  (ply) =>
    fens[ply] ?? startFen;

const normalise = (path: string): string => path.trim().replaceAll('\\', '/');
