import * as v from 'valibot';
import { type AnswerPlace, resolveAnswerPlace } from '../../core/answers/answer-reading.ts';
import { makeExtraction } from '../../core/answers/extraction.ts';
import { readAnswer } from '../../core/answers/read-answer.ts';
import { parseJson } from '../../core/base/text/json-items.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import {
  firstIssue,
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunModel,
  type RunSample,
} from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { type MainLine, type StartedGame, startedGames } from '../predict/main-lines.ts';
import { isSamePosition } from './plans/positions-in-text.ts';

/** The fields read from a line of a log of the PGN2FEN benchmark (Aidan Cooper, 2025). */
const logLineSchema = v.object({
  game_info: v.object({
    input_pgn_file: v.pipe(v.string(), v.nonEmpty()),
    /** True state. */
    input_fen: v.optional(v.string()),
    number_of_halfmoves: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  llm_info: v.object({
    provider: v.optional(v.nullable(v.string())),
    model: v.pipe(v.string(), v.nonEmpty()),
    llm_raw_text: v.optional(v.nullable(v.string())),
    /** State extracted by the benchmark; null or missing if it found none. */
    llm_fen: v.optional(v.nullable(v.string())),
  }),
});
type LogLine = v.InferOutput<typeof logLineSchema>;

export interface Pgn2fenOptions {
  /** Extract the state from the raw answer instead of using the log's `llm_fen`. */
  readonly extract: boolean;
  /**
   * State of an answer that counts for `extract`; default: the first for models that continue a text, else the last.
   */
  readonly take?: AnswerPlace | undefined;
}

/**
 * Returns an importer of PGN2FEN logs. Each line becomes a sample bound to its game in the PGN (by the `SourceFile` tag) and to the ply
 * `number_of_halfmoves`; the position there must be the log's, or the line is a problem. A second answer of the same model to the same
 * position is sample 1, and so on.
 */
export const pgn2fenImporter = (games: GameIndex, options: Pgn2fenOptions): LogImporter => {
  const models = new Map<string, RunModel>();
  const samples = new Map<string, number>();

  const read = (text: string): RunSample | { code: ImportProblemCode; message: string } => {
    const line = parseLine(text);
    if ('code' in line) return line;
    const found = findGame(games, line);
    if ('code' in found) return found;
    const { game, trueFen } = found;
    const model = lineModel(line);
    models.set(model.label, models.get(model.label) ?? model);
    const first = { model: model.label, index: 0, game: game.line.game, ply: line.game_info.number_of_halfmoves };
    const index = samples.get(sampleId(first)) ?? 0;
    samples.set(sampleId(first), index + 1);
    const place = { ...first, index };
    const raw = line.llm_info.llm_raw_text ?? null;
    return {
      kind: 'sample',
      id: sampleId(place),
      ...place,
      gameName: game.name,
      variant: game.line.variant,
      ...(game.line.startFen === INITIAL_FEN ? {} : { startFen: game.line.startFen }),
      moves: game.line.moves.slice(0, place.ply),
      trueFen: line.game_info.input_fen?.trim() ?? trueFen,
      raw,
      extraction: options.extract ? ownExtraction(raw ?? '', options.take ?? placeFor(line)) : loggedExtraction(line),
    };
  };

  return {
    line(text, file, number): ImportEvent | undefined {
      const bare = number === 1 ? withoutMark(text) : text.trim();
      if (bare === '') return undefined;
      const result = read(bare);
      if ('kind' in result) return { type: 'sample', sample: result };
      return { type: 'problem', problem: { file, line: number, ...result } };
    },
    get models() {
      return Array.from(models.values());
    },
  };
};

/** Returns the names of games that lines of logs can refer to; damaged lines name none. */
export function namesInLogs(lines: Iterable<string>): Set<string> {
  const paths = new Set<string>();
  for (const text of lines) {
    const line = parseLine(withoutMark(text));
    if (!('code' in line)) paths.add(line.game_info.input_pgn_file);
  }
  return new Set([...paths].flatMap((path) => [...nameEnds(path)]));
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text).trim();

const parseLine = (text: string): LogLine | { code: ImportProblemCode; message: string } => {
  const value = parseJson(text);
  if (value === undefined) return { code: 'not-json', message: 'not JSON' };
  const parsed = v.safeParse(logLineSchema, value);
  if (parsed.success) return parsed.output;
  return { code: 'wrong-shape', message: `not a line of a PGN2FEN log: ${firstIssue(parsed.issues)}` };
};

const findGame = (
  games: GameIndex,
  line: LogLine,
): { game: IndexedGame; trueFen: string } | { code: ImportProblemCode; message: string } => {
  const { input_pgn_file: path, input_fen: fen, number_of_halfmoves: ply } = line.game_info;
  const candidates = games.find(path);
  if (candidates.length === 0) {
    return { code: 'unknown-game', message: `no game in the PGN has a SourceFile tag that ends "${path}"` };
  }
  let reason = '';
  for (const game of candidates) {
    if (ply > game.line.moves.length) {
      reason = `it has ${game.line.moves.length} half-moves that can be played, but the log has ply ${ply}`;
      continue;
    }
    const trueFen = game.line.fenAt(ply);
    if (fen === undefined || isSamePosition(trueFen, fen)) return { game, trueFen };
    reason = `after ${ply} half-moves the position is ${trueFen}, but the log has ${fen}`;
  }
  return { code: 'wrong-position', message: `"${path}" is a different game in the PGN: ${reason}` };
};

const lineModel = (line: LogLine): RunModel => {
  const { provider, model } = line.llm_info;
  const label = provider === 'baseline' ? `baseline:${model}` : model;
  return { label, model, ...(provider === undefined || provider === null ? {} : { provider }) };
};

/**
 * Returns the default place of the state: the benchmark asked these models to continue a text, all others in a chat.
 */
const placeFor = ({ llm_info: { provider, model } }: LogLine): AnswerPlace =>
  resolveAnswerPlace({ isRaw: provider === 'chessgpt' || model === 'gpt-3.5-turbo-instruct' });

const ownExtraction = (raw: string, place: AnswerPlace): RunSample['extraction'] => {
  const found = makeExtraction(readAnswer(raw, { place }));
  return found === undefined ? null : { ...found, by: 'statelens' };
};

const loggedExtraction = (line: LogLine): RunSample['extraction'] => {
  const fen = line.llm_info.llm_fen?.trim() ?? '';
  return fen === '' ? null : { fen, by: 'source' };
};

/** Header fields of an imported run that do not come from the importer. */
export interface ImportedRunFacts {
  readonly tool: RunHeader['tool'];
  /** Names of the logs, without folders. */
  readonly files: readonly string[];
  /** Name of the PGN, without folders, and its number of games. */
  readonly games: NonNullable<RunHeader['games']>;
  /** ISO 8601 instant; undefined if the file must be the same every time. */
  readonly created?: string;
}

/** Returns the header of a run made of PGN2FEN logs. Call it after the last line, when all models are known. */
export const pgn2fenHeader = (importer: LogImporter, options: Pgn2fenOptions, facts: ImportedRunFacts): RunHeader => ({
  kind: 'run',
  schema: RUN_SCHEMA_VERSION,
  tool: facts.tool,
  ...(facts.created === undefined ? {} : { created: facts.created }),
  origin: { type: 'import', format: 'pgn2fen', files: [...facts.files], extract: options.extract },
  models: [...importer.models],
  settings: {},
  games: facts.games,
});

/**
 * Reason why a line of a log was skipped. `unknown-game`: the games have none of that name. `wrong-position`: they do, but its position
 * after that many plies differs from the log's, so the log is about another game.
 */
type ImportProblemCode = 'not-json' | 'wrong-shape' | 'unknown-game' | 'wrong-position';

export interface ImportProblem {
  /** Name of the log as given by the caller. */
  readonly file: string;
  /** 1-based line number. */
  readonly line: number;
  readonly code: ImportProblemCode;
  readonly message: string;
}

type ImportEvent =
  | { readonly type: 'sample'; readonly sample: RunSample }
  | { readonly type: 'problem'; readonly problem: ImportProblem };

/**
 * Imports the measurements of another benchmark, line by line; several logs in succession become the samples of one run.
 */
interface LogImporter {
  /** Returns the content of a line; undefined if it is empty. A bad line is a problem, never the end. */
  line(text: string, file: string, line: number): ImportEvent | undefined;
  /** Models found so far, in order. */
  readonly models: readonly RunModel[];
}

/** Yields the events of all lines of a log. */
export function* importLines(importer: LogImporter, lines: Iterable<string>, file: string): Generator<ImportEvent> {
  let number = 0;
  for (const text of lines) {
    const event = importer.line(text, file, ++number);
    if (event !== undefined) yield event;
  }
}

/** A game of a PGN with the fields that an importer needs; it does not hold the text. */
interface IndexedGame {
  /** Its `SourceFile` tag. */
  readonly name: string;
  readonly line: Pick<MainLine, 'game' | 'variant' | 'startFen' | 'moves' | 'fenAt'>;
}

/** Finds games by the path of the file that each was cut from: the tag `SourceFile` is the end of that path. */
export class GameIndex {
  readonly #games = new Map<string, IndexedGame[]>();
  readonly #wanted: ReadonlySet<string> | undefined;
  /** Number of games read so far. */
  #read = 0;
  #count = 0;

  /** @param wanted names to store, as `nameEnds` gives them; other games are only counted */
  constructor(wanted?: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** Returns the index of a whole PGN. */
  static of(pgn: string): GameIndex {
    const index = new GameIndex();
    index.add(pgn);
    return index;
  }

  /** Number of games in the PGN whose start is known, including those without the tag. */
  get count(): number {
    return this.#count;
  }

  /** Adds the games of the next part of a PGN, which begins at the border of a game. */
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
    // A copy: a slice of a text keeps all of it in memory.
    const name = Array.from(found).join('');
    const game = { name, line: detached(started.mainLine(this.#read + started.game)) };
    const namesakes = this.#games.get(name);
    if (namesakes === undefined) this.#games.set(name, [game]);
    else namesakes.push(game);
  }

  /**
   * Returns the games whose tag is the longest end of the path, at the border of a folder; several if the PGN repeats a tag.
   */
  find(path: string): readonly IndexedGame[] {
    for (const end of nameEnds(path)) {
      const games = this.#games.get(end);
      if (games !== undefined) return games;
    }
    return [];
  }
}

/** Yields the ends of a path at the borders of its folders, longest first. */
function* nameEnds(path: string): Generator<string> {
  const whole = normalise(path);
  for (let from = 0; from >= 0; ) {
    yield whole.slice(from);
    const slash = whole.indexOf('/', from);
    from = slash < 0 ? -1 : slash + 1;
  }
}

/** Returns a line without its text and replay, which a function in the line's scope would keep in memory. */
function detached(line: MainLine): IndexedGame['line'] {
  const { game, variant, startFen, moves } = line;
  return { game, variant, startFen, moves, fenAt: fenIn(lineFens(line), startFen) };
}

const lineFens = (line: MainLine): string[] =>
  Array.from({ length: line.moves.length + 1 }, (_, ply) => line.fenAt(ply));

const fenIn =
  (fens: readonly string[], startFen: string): MainLine['fenAt'] =>
  (ply) =>
    fens[ply] ?? startFen;

const normalise = (path: string): string => path.trim().replaceAll('\\', '/');
