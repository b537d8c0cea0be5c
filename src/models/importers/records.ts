import { extractionOf } from '../../core/answers/extraction.ts';
import type { AnswerPlace } from '../../core/answers/places.ts';
import { readAnswer } from '../../core/answers/read-answer.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import {
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunModel,
  type RunSample,
} from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN, parseChess } from '../../core/games/chess/state.ts';
import { fieldText, fieldValue } from '../../core/mav/records/fields.ts';
import type { ImportEvent } from './importer.ts';
import { type LoggedLine, readLoggedLine } from './logged-line.ts';
import type { ImportedRunFacts } from './pgn2fen.ts';

/** Which fields of a record hold what; a field is named by keys and places, `inference.usage.prompt_tokens`. */
export interface RecordFields {
  /** The model's answer as it came, or the predicted FEN. */
  readonly answer: string;
  /** The true FEN; without it the moves give it. */
  readonly truth?: string;
  /** Moves up to the asked state, UCI or SAN. */
  readonly moves?: string;
  /** FEN before the first move; the standard start position without it. */
  readonly start?: string;
  /** The model, where a log holds several. */
  readonly label?: string;
  /** The name of the game or task in the log. */
  readonly name?: string;
  /** A FEN that the benchmark took out of the answer; our own extraction without it. */
  readonly extracted?: string;
  readonly inputTokens?: string;
  readonly outputTokens?: string;
}

/** A format of records. */
export interface RecordFormat {
  readonly name: string;
  readonly fields: RecordFields;
  /** The field that holds start and moves as `FEN | e2e4 e7e5`. */
  readonly startAndMoves?: string;
  /** True if a record is none of ours, and is passed over without a word. */
  readonly isOther?: (record: unknown) => boolean;
}

/**
 * ChessQA's results (`structural_state_tracking_*`; the other tasks ask for no state): a start FEN and UCI moves in `input`,
 * the true FEN in `correct_answer`, the answer in `inference`.
 */
export const CHESSQA: RecordFormat = {
  name: 'chessqa',
  startAndMoves: 'input',
  fields: {
    truth: 'correct_answer',
    answer: 'inference.response',
    extracted: 'inference.extracted',
    name: 'task_id',
    inputTokens: 'inference.usage.prompt_tokens',
    outputTokens: 'inference.usage.completion_tokens',
  },
  isOther: (record) => !String(fieldValue(record, 'task_type')).includes('state_tracking'),
};

/** BIG-bench's task files with an answer added to each example: UCI or SAN in `input`, the true FEN in `target`. */
export const bigBench = (answer: string): RecordFormat => ({
  name: 'bigbench',
  fields: { moves: 'input', truth: 'target', answer },
});

export interface RecordsOptions {
  /** Name of the model, where no field gives it. */
  readonly model: string;
  /** Take the FEN out of the raw answer ourselves, instead of the log's. */
  readonly extract: boolean;
  /** Which state of an answer counts then; left out: the last. */
  readonly take?: AnswerPlace | undefined;
}

/** Turns records of a format into samples of a run; positions are numbered as games in the order in which they come. */
export class RecordsImporter {
  readonly #format: RecordFormat;
  readonly #options: RecordsOptions;
  readonly #models = new Map<string, RunModel>();
  readonly #games = new Map<string, number>();
  readonly #samples = new Map<string, number>();
  /** Records of other tasks, passed over. */
  others = 0;

  constructor(format: RecordFormat, options: RecordsOptions) {
    this.#format = format;
    this.#options = options;
  }

  /** The content of a record; undefined for one of another task. Never throws. */
  record(value: unknown, file: string, line: number): ImportEvent | undefined {
    if (this.#format.isOther?.(value) === true) {
      this.others++;
      return undefined;
    }
    const read = this.#read(value);
    if (typeof read !== 'string') return { type: 'sample', sample: read };
    return { type: 'problem', problem: { file, line, code: 'wrong-shape', message: read } };
  }

  /** The header of the run. Ask for it after the last record, when all models are known. */
  header(facts: Omit<ImportedRunFacts, 'games'>): RunHeader {
    return {
      kind: 'run',
      schema: RUN_SCHEMA_VERSION,
      tool: facts.tool,
      ...(facts.created === undefined ? {} : { created: facts.created }),
      origin: {
        type: 'import',
        format: this.#format.name,
        files: [...facts.files],
        extract: this.#options.extract || this.#format.fields.extracted === undefined,
      },
      models: [...this.#models.values()],
      settings: {},
    };
  }

  /** The sample of a record, or why there is none. */
  #read(record: unknown): RunSample | string {
    const { fields } = this.#format;
    const raw = fieldText(record, fields.answer, 'output');
    const present = fieldValue(record, fields.answer);
    if (raw === undefined && present !== null && present !== '') return `the field ${fields.answer} holds no text`;
    const { start, moves } = this.#line(record);
    const logged = moves === undefined ? undefined : readLoggedLine(start, moves, 'chess');
    if (logged?.ok === false) return logged.error;
    const written = fields.truth === undefined ? undefined : fieldValue(record, fields.truth);
    if (fields.truth !== undefined && typeof written !== 'string')
      return `the field ${fields.truth} holds no text for the true state`;
    const truth = typeof written === 'string' ? written.trim() : undefined;
    const trueFen = truth ?? logged?.value.finalFen;
    if (trueFen === undefined) return 'neither a true FEN nor moves that lead to it';
    const position = parseChess(trueFen, false);
    if (!position.ok) return `the true state ${trueFen.slice(0, 100)} is not a position: ${position.error}`;
    if (logged !== undefined && !isSamePosition(logged.value.finalFen, trueFen))
      return `its moves lead to ${logged.value.finalFen}, not to ${trueFen}`;
    return this.#sample(record, raw ?? null, trueFen, logged?.value);
  }

  #sample(record: unknown, raw: string | null, trueFen: string, line: LoggedLine | undefined): RunSample {
    const { fields } = this.#format;
    const label = this.#label(record);
    const name = fields.name === undefined ? undefined : fieldText(record, fields.name, 'prompt');
    const key = JSON.stringify([line?.startFen, line?.moves, trueFen]);
    const game = this.#games.get(key) ?? this.#games.size;
    this.#games.set(key, game);
    const place = { label, game, ply: line?.moves.length ?? plyOf(trueFen) };
    const index = this.#samples.get(sampleId({ ...place, index: 0 })) ?? 0;
    this.#samples.set(sampleId({ ...place, index: 0 }), index + 1);
    const usage = this.#usage(record);
    return {
      kind: 'sample',
      id: sampleId({ ...place, index }),
      ...place,
      index,
      ...(name !== undefined && { gameName: name }),
      variant: 'chess',
      ...(line !== undefined && line.startFen !== INITIAL_FEN && { startFen: line.startFen }),
      ...(line !== undefined && { moves: [...line.moves] }),
      trueFen,
      raw,
      extraction: this.#extraction(record, raw ?? ''),
      ...(usage !== undefined && { usage }),
    };
  }

  #line(record: unknown): { start: string; moves: unknown } {
    const { fields, startAndMoves } = this.#format;
    if (startAndMoves !== undefined) {
      const [start = '', moves] = String(fieldValue(record, startAndMoves)).split('|', 2);
      return { start: start.trim(), moves };
    }
    const start = fields.start === undefined ? undefined : fieldText(record, fields.start, 'prompt');
    const moves = fields.moves === undefined ? undefined : fieldValue(record, fields.moves);
    return { start: start === undefined || start.trim() === '' ? INITIAL_FEN : start.trim(), moves };
  }

  #label(record: unknown): string {
    const { label: field } = this.#format.fields;
    const named = field === undefined ? undefined : fieldText(record, field, 'output')?.trim();
    const label = named === undefined || named === '' ? this.#options.model : named;
    if (!this.#models.has(label)) this.#models.set(label, { label, model: label });
    return label;
  }

  #extraction(record: unknown, raw: string): RunSample['extraction'] {
    const { extracted } = this.#format.fields;
    if (extracted === undefined || this.#options.extract) {
      const found = extractionOf(readAnswer(raw, { place: this.#options.take ?? 'anywhere' }));
      return found === undefined ? null : { ...found, by: 'statelens' };
    }
    const fen = fieldText(record, extracted, 'output')?.trim() ?? '';
    return fen === '' ? null : { fen, by: 'source' };
  }

  #usage(record: unknown): RunSample['usage'] {
    const { inputTokens, outputTokens } = this.#format.fields;
    const count = (field: string | undefined): number | undefined => {
      const value = field === undefined ? undefined : fieldValue(record, field);
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
    };
    const [input, output] = [count(inputTokens), count(outputTokens)];
    if (input === undefined && output === undefined) return undefined;
    return {
      ...(input !== undefined && { inputTokens: input }),
      ...(output !== undefined && { outputTokens: output }),
    };
  }
}

/** Same board and side to move; the other fields may follow other habits in the same position. */
const isSamePosition = (a: string, b: string): boolean =>
  a.trim().split(/\s+/, 2).join(' ') === b.trim().split(/\s+/, 2).join(' ');

/** Half-moves before a position by its move number, where the moves are not known. */
function plyOf(fen: string): number {
  const fields = fen.trim().split(/\s+/);
  return Math.max(0, 2 * (Number(fields[5]) - 1) + (fields[1] === 'b' ? 1 : 0));
}
