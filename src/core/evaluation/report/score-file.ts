import * as v from 'valibot';
import { parseJson } from '../../base/text/json-items.ts';
import { CAUSE_IDS, type Cause, type CauseId } from '../../metrics/sentence/causes.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import { worldSpecSchema } from '../../worlds/world-spec-schema.ts';
import type { OtherScores } from '../runs/other-states.ts';
import { type Planned, plannedSchema } from '../runs/run-plan.ts';
import { type Prices, pricesSchema } from '../runs/run-schema.ts';
import { isSampleVariant } from '../sample/column.ts';
import type { GameMoves, ReportSample, TokenCounts } from './report-sample.ts';
import type { AnswerRecord } from './run-methods.ts';
import type { SampleScores, ScorePair } from './sample-scores.ts';

/**
 * Schema of the file of scores beside a run, `*.scores.jsonl`: a header, a line per sample with the key of its content,
 * and at the end of a complete file a seal that identifies the run's bytes. With the seal a report needs this file
 * alone.
 */
export const SCORE_FILE_SCHEMA = 6;

/** Run and settings that the scores belong to. */
export interface ScoreSeal {
  /** SHA-256 of the run file, in hexadecimal digits. */
  readonly run: string;
  /** Key of metrics, options and games. */
  readonly scoring: string;
  readonly games: string | null;
  /** Number of unreadable lines of the run. */
  readonly problems: number;
  /** Prices by label, as the run's header has them. */
  readonly prices: Readonly<Record<string, Prices>>;
  /** Plan of the run; null where it does not state one. */
  readonly planned: Planned | null;
  /** Description of how the log of an imported run was read. */
  readonly imported?: string;
  /** Facts about the answers; absent in files of older versions, for which the run is read again. */
  readonly answers?: AnswerRecord;
  /** World of a run over walks. */
  readonly world?: WorldSpec;
}

export type ScoreLine =
  | { readonly type: 'header' }
  | { readonly type: 'game'; readonly game: number; readonly moves: GameMoves }
  | { readonly type: 'row'; readonly row: ScoreRow }
  | { readonly type: 'seal'; readonly seal: ScoreSeal };

/** Returns the header line. */
export const scoreHeaderLine = (): string => line({ kind: 'scores', schema: SCORE_FILE_SCHEMA });
/** Returns the line with the moves of a game of the run, from which its clusters are computed without the run. */
export const scoreGameLine = (game: number, { startFen, moves }: GameMoves): string => line([game, startFen, moves]);
/** Returns the line of a sample. */
export const scoreRowLine = (row: ScoreRow): string => line(rowValues(row));
/** Returns the line of the seal, the last one of a complete file. */
export const scoreSealLine = (seal: ScoreSeal): string => line({ kind: 'seal', ...seal });

// JSON allows U+2028 and U+2029 inside strings, but many line readers break lines at them.
const line = (value: object): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** Number of values in the line of a game; rows have more. */
const GAME_LENGTH = 3;

const headerSchema = v.object({ kind: v.literal('scores'), schema: v.literal(SCORE_FILE_SCHEMA) });
const servedSchema = v.object({
  label: v.string(),
  as: v.array(
    v.object({
      model: v.nullable(v.string()),
      fingerprint: v.nullable(v.string()),
      samples: v.number(),
      from: v.object({ number: v.number(), id: v.string(), game: v.number(), ply: v.number() }),
    }),
  ),
  changes: v.number(),
  more: v.number(),
});
const answersSchema = v.object({
  first: v.nullable(v.string()),
  last: v.nullable(v.string()),
  served: v.array(servedSchema),
});
const sealSchema = v.object({
  kind: v.literal('seal'),
  run: v.string(),
  scoring: v.string(),
  games: v.nullable(v.string()),
  problems: v.number(),
  prices: v.record(v.string(), pricesSchema),
  planned: v.nullable(plannedSchema),
  imported: v.exactOptional(v.string()),
  answers: v.exactOptional(answersSchema),
  world: v.exactOptional(worldSpecSchema),
});

/** Reads a line; undefined for anything that this version did not write, which is then scored again. Never throws. */
export function readScoreLine(text: string): ScoreLine | undefined {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const [game, startFen, moves] = value as readonly unknown[];
    if (value.length === GAME_LENGTH)
      return typeof game === 'number' && typeof startFen === 'string' && typeof moves === 'string'
        ? { type: 'game', game, moves: { startFen, moves } }
        : undefined;
    // By hand: a schema's check of 100,000 lines would take longer than all else.
    const row = readScoreRow(value);
    return row && { type: 'row', row };
  }
  if (v.is(headerSchema, value)) return { type: 'header' };
  const seal = v.safeParse(sealSchema, value);
  if (!seal.success) return undefined;
  const { kind: _, ...rest } = seal.output;
  return { type: 'seal', seal: rest };
}

/** Sample with the key of all inputs of its scores. */
export interface ScoreRow extends ReportSample {
  readonly key: string;
}

type Values = readonly unknown[];

const FLAGS = { valid: 1, exact: 2, position: 4, board: 8, fallback: 16, inPart: 128 } as const;
const [VACUOUS_P, VACUOUS_R] = [32, 64];

/**
 * Returns a row as the values of a line, in a fixed order and without names: 100,000 of them are read in half the time
 * that objects take. `readScoreRow` reads it.
 */
export function rowValues(row: ScoreRow): Values {
  const { key, id, model, template, index, game, gameName, ply, san, variant, trueFen, predicted, error } = row;
  const { tokens, scores, task } = row;
  return [
    key,
    id,
    model,
    template ?? null,
    index,
    game,
    gameName ?? null,
    ply,
    san ?? null,
    variant,
    trueFen,
    predicted,
    error ?? null,
    tokens === undefined ? null : tokenValues(tokens),
    marksOf(row),
    scores && scoreValues(scores),
    ...(task === undefined ? [] : [task]),
  ];
}

const tokenValues = ({ input, output, reasoning, batch }: TokenCounts): Values =>
  batch === undefined ? [input, output, reasoning] : [input, output, reasoning, batch.input, batch.output];

/** Minimum number of values: rows of older versions do not end with the number of the task. */
const ROW_LENGTH = 16;
const [CACHED, PARTIAL, SEVERAL, DOUBTFUL, CUT, REFUSED] = [1, 2, 4, 8, 16, 32];

const marksOf = ({ cached, partialTokens, several, doubtful, ended }: ScoreRow): number =>
  (cached === true ? CACHED : 0) |
  (partialTokens === true ? PARTIAL : 0) |
  (several === true ? SEVERAL : 0) |
  (doubtful === true ? DOUBTFUL : 0) |
  (ended === 'cut' ? CUT : ended === 'refused' ? REFUSED : 0);

function scoreValues(scores: SampleScores): Values {
  const { verdict, accuracy, editDistance, kernel, wrongSquares, p, r, f, errors, ages, control, lag } = scores;
  let flags = 0;
  for (const [name, bit] of Object.entries(FLAGS)) if (scores[name as keyof typeof FLAGS]) flags |= bit;
  return [
    verdict,
    flags | (scores.vacuous.p ? VACUOUS_P : 0) | (scores.vacuous.r ? VACUOUS_R : 0),
    accuracy,
    editDistance,
    kernel,
    wrongSquares,
    p,
    r,
    f,
    pairValues(scores.standardError),
    pairValues(scores.trueSide),
    pairValues(scores.boardOnly),
    errors,
    ages,
    control && [control.stale, control.wrong],
    lag,
    // Most sentences of good models are this one word.
    scores.sentence === scores.cause.id ? 0 : scores.sentence,
    [scores.cause.id, scores.cause.ply, scores.cause.move, ...(scores.cause.cut === true ? [1] : [])],
    scores.others === undefined ? null : otherValues(scores.others),
    ...(scores.rawEditDistance === undefined ? [] : [scores.rawEditDistance]),
  ];
}

/** Number of values of scores; states of worlds add the edit distance of their texts as written. */
const SCORES_LENGTH = 19;

const otherValues = ({ last, first, labelled, inAnswer, inThoughts }: OtherScores): Values => [
  last,
  first,
  labelled,
  Number(inAnswer),
  Number(inThoughts),
];

const pairValues = (pair: ScorePair | null): Values | null => pair && [pair.p, pair.r];

/** Returns the row in the values of a line; undefined for other values. Never throws. */
export function readScoreRow(values: unknown): ScoreRow | undefined {
  if (!Array.isArray(values) || values.length < ROW_LENGTH || values.length > ROW_LENGTH + 1) return undefined;
  const [key, id, model, template, index, game, gameName, ply, san, variant, trueFen, predicted, error, tokens] =
    values as Values;
  const task = values[16] ?? null;
  const scores = values[15] === null ? null : scoresOf(values[15]);
  if (
    scores === undefined ||
    typeof key !== 'string' ||
    typeof id !== 'string' ||
    typeof model !== 'string' ||
    typeof trueFen !== 'string' ||
    !isWhole(index) ||
    !isWhole(game) ||
    !isWhole(ply) ||
    !isText(template) ||
    !isText(gameName) ||
    !isText(san) ||
    !isText(predicted) ||
    !isText(error) ||
    !(task === null || isWhole(task)) ||
    !isSampleVariant(variant) ||
    !(tokens === null || areNumbers(tokens, 3) || areNumbers(tokens, 5))
  )
    return undefined;
  const row: { -readonly [K in keyof ScoreRow]: ScoreRow[K] } = {
    key,
    id,
    model,
    index,
    game,
    ply,
    variant,
    trueFen,
    predicted,
    scores,
  };
  // One by one: spreading optional values takes as long as all else.
  if (template !== null) row.template = template;
  if (gameName !== null) row.gameName = gameName;
  if (san !== null) row.san = san;
  if (error !== null) row.error = error;
  if (task !== null) row.task = task;
  if (tokens !== null) row.tokens = tokensOf(tokens);
  const marks = Number(values[14]);
  if ((marks & CACHED) !== 0) row.cached = true;
  if ((marks & PARTIAL) !== 0) row.partialTokens = true;
  if ((marks & SEVERAL) !== 0) row.several = true;
  if ((marks & DOUBTFUL) !== 0) row.doubtful = true;
  if ((marks & CUT) !== 0) row.ended = 'cut';
  if ((marks & REFUSED) !== 0) row.ended = 'refused';
  return row;
}

const tokensOf = ([input = 0, output = 0, reasoning = 0, ...batch]: readonly number[]): TokenCounts => ({
  input,
  output,
  reasoning,
  ...(batch.length === 0 ? {} : { batch: { input: batch[0] ?? 0, output: batch[1] ?? 0 } }),
});

const VERDICT_NAMES: ReadonlySet<unknown> = new Set(VERDICTS);

function scoresOf(values: unknown): SampleScores | undefined {
  if (!Array.isArray(values) || values.length < SCORES_LENGTH || values.length > SCORES_LENGTH + 1) return undefined;
  const [
    verdict,
    flags,
    accuracy,
    editDistance,
    kernel,
    wrongSquares,
    p,
    r,
    f,
    error,
    trueSide,
    boardOnly,
    errors,
    ages,
    control,
    lag,
    sentence,
    causeValues,
    others,
    rawEditDistance,
  ] = values as Values;
  const cause = causeOfValues(causeValues);
  if (
    !VERDICT_NAMES.has(verdict) ||
    !isWhole(flags) ||
    typeof accuracy !== 'number' ||
    typeof editDistance !== 'number' ||
    typeof kernel !== 'number' ||
    typeof wrongSquares !== 'number' ||
    !areNumbers(p) ||
    !areNumbers(r) ||
    p.length === 0 ||
    typeof f !== 'number' ||
    !isPair(error) ||
    !isPair(trueSide) ||
    !isPair(boardOnly) ||
    !isPair(control) ||
    !isCounts(errors) ||
    !(ages === null || areNumbers(ages)) ||
    !(lag === null || typeof lag === 'number') ||
    !(sentence === 0 || typeof sentence === 'string') ||
    cause === undefined ||
    !(others === null || areNumbers(others, 5)) ||
    !(rawEditDistance === undefined || isWhole(rawEditDistance))
  )
    return undefined;
  return {
    verdict: verdict as Verdict,
    sentence: sentence === 0 ? cause.id : sentence,
    cause,
    valid: (flags & FLAGS.valid) !== 0,
    exact: (flags & FLAGS.exact) !== 0,
    position: (flags & FLAGS.position) !== 0,
    board: (flags & FLAGS.board) !== 0,
    accuracy,
    editDistance,
    kernel,
    p,
    r,
    f,
    vacuous: { p: (flags & VACUOUS_P) !== 0, r: (flags & VACUOUS_R) !== 0 },
    standardError: pairOf(error),
    trueSide: pairOf(trueSide),
    boardOnly: pairOf(boardOnly),
    errors,
    wrongSquares,
    ages,
    control: control && { stale: control[0] ?? 0, wrong: control[1] ?? 0 },
    lag,
    fallback: (flags & FLAGS.fallback) !== 0,
    inPart: (flags & FLAGS.inPart) !== 0,
    ...(others !== null && { others: othersOf(others) }),
    ...(rawEditDistance !== undefined && { rawEditDistance }),
  };
}

const CAUSE_NAMES: ReadonlySet<unknown> = new Set(CAUSE_IDS);

/** Returns a cause from its id, ply, move and a 1 where the answer was cut off; undefined for other values. */
function causeOfValues(values: unknown): Cause | undefined {
  if (!Array.isArray(values) || values.length < 3 || values.length > 4) return undefined;
  const [id, ply, move, cut] = values as Values;
  const isPly = ply === null || isWhole(ply);
  if (!CAUSE_NAMES.has(id) || !isPly || !isText(move)) return undefined;
  return { id: id as CauseId, ply, move, ...(cut === 1 && { cut: true }) };
}

const pairOf = (pair: readonly number[] | null): ScorePair | null => pair && { p: pair[0] ?? 0, r: pair[1] ?? 0 };

const othersOf = ([last = 0, first = 0, labelled = 0, inAnswer, inThoughts]: readonly number[]): OtherScores => ({
  last,
  first,
  labelled,
  inAnswer: inAnswer === 1,
  inThoughts: inThoughts === 1,
});

const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
const isPair = (value: unknown): value is readonly number[] | null => value === null || areNumbers(value, 2);

function areNumbers(value: unknown, count?: number): value is readonly number[] {
  if (!Array.isArray(value) || (count !== undefined && value.length !== count)) return false;
  for (let i = 0; i < value.length; i++) if (typeof value[i] !== 'number') return false;
  return true;
}

const isCounts = (value: unknown): value is SampleScores['errors'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
