import type { Cancellation } from '../../core/base/cancellation.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { SampleLine, SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import type { OtherStates } from '../../core/evaluation/runs/other-states.ts';
import type { SampleVariant } from '../../core/evaluation/sample/column.ts';
import type { ConnectFourLimits } from '../../core/games/connect-four/solver.ts';
import type { HexPlayoutOptions } from '../../core/games/hex/playouts.ts';
import type { PositionValues } from '../../core/games/position-values.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import type { DatasetBlock, DatasetOptions, DatasetPart } from '../../core/mav/author/dataset.ts';
import type { GameJudgment } from '../../core/mav/stats/judge-answers.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import type { AnswerFacts } from '../../core/metrics/sentence/answer-text.ts';
import type { Diagnostic } from '../../core/notation/diagnostic.ts';
import type { Severity } from '../../core/notation/diagnostic-codes.ts';
import type { Language } from '../../core/notation/language.ts';
import type { TraceRecipe, TraceRows } from '../../core/traces/generate/trace-rows.ts';
import type { OthelloPlayoutOptions } from '../../core/worlds/othello-values.ts';
import type { ProcessSpec, WorldFault, WorldSpec } from '../../core/worlds/world-spec.ts';
import type { ProgramFacts } from '../worlds/learned-world.ts';

/**
 * A prediction to score, of any game. States of chess and Chess960 are FENs, those of Connect Four and Hex are native texts as in `%state`
 * of a MAV file: `x || . . o … ||`. All give the same output; for stones, squares are cells by name (`c3r2` is row 2 from below of column
 * 3; Hex `f6`), moves are actions, and blame and lag are null. States of other worlds are written as the world prints them
 * (`CompareWorldJob`).
 */
export interface CompareJob {
  readonly variant: ComparisonRules;
  /** Source of the world if `variant` is one; default: the built-in world of that name. */
  readonly world?: WorldSpec | undefined;
  readonly trueFen: string;
  /** Null if the answer holds no state. */
  readonly predictedFen: string | null;
  /** Line up to the true state, for blame and lag. */
  readonly history?: readonly HistoryPly[];
  readonly options: CompareOptions;
}

/**
 * `budget`: only for method `exact` with a finite node budget. `unread`: it is not known which state the answer names.
 */
export type CompareOutput = Comparison | { readonly stopped: 'budget' | 'unread' };

/** A prediction of a state of any world to score. States are written as the world prints them. */
export interface CompareWorldJob {
  readonly world: WorldSpec;
  readonly trueFen: string;
  /** Null if the answer holds no state. */
  readonly predictedFen: string | null;
  /** Facts about the answer for the sentence of the verdict. */
  readonly answer?: AnswerFacts | undefined;
  readonly options: CompareOptions;
}
/** `faults`: the world does not exist, or its file is wrong. */
export type CompareWorldOutput = CompareOutput | { readonly faults: readonly WorldFault[] };

/** A sample of a run to score for reports. */
export interface ScoreSampleJob {
  readonly variant: SampleVariant;
  /** World of a sample with the variant `world`, with its original names, which make no difference to a score. */
  readonly world?: WorldSpec;
  readonly trueFen: string;
  /** Null if the answer holds no state. */
  readonly predictedFen: string | null;
  /** Moves up to the true state, for blame and lag; null if they are not known. */
  readonly line: SampleLine | null;
  /** Facts about the answer for the sentence of the verdict. */
  readonly answer?: AnswerFacts | undefined;
  /** Other states in the answer. */
  readonly others?: OtherStates | undefined;
  readonly options: CompareOptions;
}
/** `world`: the world of the sample is not known. */
export type ScoreSampleOutput = SampleScores | { readonly stopped: 'budget' | 'world' };

/** A document to check, or a part of one that starts and ends at the border of games or records. */
export interface CheckJob {
  readonly text: string;
  readonly language: Language;
  readonly options: CheckOptions;
}

/** A part of a document to check whose diagnostics are needed with offsets. */
export interface DiagnoseJob {
  readonly text: string;
  readonly language: Language;
  readonly options: CheckOptions;
}

/** A diagnostic with its place in lines: 0-based, in UTF-16 code units, as in LSP. */
export interface Finding {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** 0-based index of the game or FEN record; null outside of one. */
  readonly game: number | null;
  /** Plies played up to the location; null if no move is meant. */
  readonly ply: number | null;
}

/** The findings of a text, and the position of its end: the text after it continues counting from there. */
export interface CheckOutput {
  /** Findings in the order of the text; lines, games and records count from its start. */
  readonly findings: readonly Finding[];
  /** Number of games or records. */
  readonly games: number;
  /** Position of the end. */
  readonly end: TextPosition;
}

/** Games to turn into examples of a dataset. */
export interface AuthorJob {
  readonly block: DatasetBlock;
  readonly options: DatasetOptions;
}

/** A part of a MAV file that starts and ends at the border of examples or traces, to be scored by game. */
export interface JudgeJob {
  readonly text: string;
  readonly dialect: MavDialect;
}
export type JudgeOutput = Readonly<Record<string, GameJudgment>>;

/** A position of Connect Four to solve, as its automaton prints it. */
export interface ConnectFourValuesJob extends ConnectFourLimits {
  readonly state: string;
}

/** A position of Hex whose actions are to be estimated. */
export interface HexValuesJob extends HexPlayoutOptions {
  readonly state: string;
}

/** A position of Othello whose actions are to be solved or estimated. */
export interface OthelloValuesJob extends OthelloPlayoutOptions {
  readonly state: string;
}

/**
 * Values of all legal actions, the best first; `invalid` is the reason why a text is no state, `tooLong` means that the limit was too low.
 */
export type ValuesOutput = PositionValues | { readonly invalid: string } | { readonly tooLong: true };

/** A document to walk through with a program that this thread may start; the answers are used in another thread. */
export interface LearnJob {
  readonly text: string;
  readonly world: ProcessSpec;
}
/** `failure`: the program could not be started, failed, or contradicted itself. */
export type LearnOutput = { readonly facts: ProgramFacts } | { readonly failure: string };

/** Draws of a dataset of traces: those from `from` to before `to`. */
export interface TraceRowsJob {
  readonly recipe: TraceRecipe;
  readonly from: number;
  readonly to: number;
}
/** `failure`: the recipe gives no traces, or its program failed. */
export type TraceRowsOutput = TraceRows | { readonly failure: string };

/** All jobs of StateLens. `job-table.ts` implements them; only workers load that file. */
export type Jobs = {
  readonly compare: { readonly input: CompareJob; readonly output: CompareOutput };
  readonly 'compare-world': { readonly input: CompareWorldJob; readonly output: CompareWorldOutput };
  readonly 'score-sample': { readonly input: ScoreSampleJob; readonly output: ScoreSampleOutput };
  readonly check: { readonly input: CheckJob; readonly output: CheckOutput };
  readonly author: { readonly input: AuthorJob; readonly output: DatasetPart };
  readonly judge: { readonly input: JudgeJob; readonly output: JudgeOutput };
  readonly 'connect-four-values': { readonly input: ConnectFourValuesJob; readonly output: ValuesOutput };
  readonly 'hex-values': { readonly input: HexValuesJob; readonly output: ValuesOutput };
  readonly 'othello-values': { readonly input: OthelloValuesJob; readonly output: ValuesOutput };
  readonly 'trace-rows': { readonly input: TraceRowsJob; readonly output: TraceRowsOutput };
  readonly learn: { readonly input: LearnJob; readonly output: LearnOutput };
  readonly diagnose: { readonly input: DiagnoseJob; readonly output: readonly Diagnostic[] };
};

export const JOB_VERSIONS: JobVersions<Jobs> = {
  compare: 4,
  'compare-world': 1,
  'score-sample': 3,
  check: 3,
  diagnose: 2,
  'trace-rows': 1,
  learn: 1,
  judge: 2,
  author: 1,
  'connect-four-values': 1,
  'hex-values': 2,
  'othello-values': 1,
};

/** The context of a running job. */
export interface JobContext {
  /** Checked by long work from time to time, which then returns early; its output is discarded. */
  readonly cancellation: Cancellation;
  /** Reports progress. Forwarded at most ten times a second. */
  readonly progress: (done: number, total: number) => void;
}

/** Progress of a job. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** A job that pauses from time to time, so that a shared thread stays responsive. */
export type Steps<Output> = Generator<undefined, Output, undefined>;

/**
 * A job: a pure function from plain data to plain data. An exception is a bug and is returned as `COMPUTE_JOB_FAILED`.
 */
export type Job<Input, Output> = (input: Input, context: JobContext) => Output | Steps<Output>;

/** Names of jobs with the types of their inputs and outputs. Both survive a structured clone and JSON. */
export type JobTypes = { readonly [name: string]: { readonly input: unknown; readonly output: unknown } };

/** Implementation of every job, and its warm-up in a worker. */
export interface JobTable<Types extends JobTypes> {
  readonly jobs: { readonly [Name in keyof Types]: Job<Types[Name]['input'], Types[Name]['output']> };
  /**
   * Runs a job's hot code over varied inputs before the first job of the name, so that the engine has seen every type. Called once per
   * name.
   */
  warmUp?(name: string): void;
}

/** A table of jobs whose types only the callers of the pool know. */
export interface AnyJobTable {
  readonly jobs: { readonly [name: string]: Job<never, unknown> };
  warmUp?(name: string): void;
}

/** Version of each job, a part of the key of its results. Increase it when the same input gives another output. */
export type JobVersions<Types extends JobTypes> = { readonly [Name in keyof Types]: number };
