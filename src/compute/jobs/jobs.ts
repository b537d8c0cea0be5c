import type { Cancellation } from '../../core/base/cancellation.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { SampleLine } from '../../core/evaluation/report/line-history.ts';
import type { SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import type { OtherStates } from '../../core/evaluation/runs/other-states.ts';
import type { SampleVariant } from '../../core/evaluation/sample/variant.ts';
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
import type { OthelloPlayoutOptions } from '../../core/worlds/othello-values.ts';
import type { ProcessSpec, WorldFault, WorldSpec } from '../../core/worlds/world-spec.ts';
import type { ProgramFacts } from '../worlds/learned-world.ts';

/**
 * A prediction to be scored, of any game. The states of chess and Chess960 are FENs, those of Connect Four and Hex are native
 * texts as in `%state` of a MAV file: `x || . . o … ||`. All give the same output; for stones, squares are cells by name (`c3r2`
 * is row 2 from below of column 3; Hex `f6`), moves are actions, and blame and lag are null. Those of other worlds are as the
 * world prints them (`CompareWorldJob`).
 */
export interface CompareJob {
  readonly variant: ComparisonRules;
  /** Source of the world, if `variant` is one; by default the built-in world of that name. */
  readonly world?: WorldSpec | undefined;
  readonly trueFen: string;
  /** Null: the answer held no state. */
  readonly predictedFen: string | null;
  /** The line up to the true state, for blame and lag. */
  readonly history?: readonly HistoryPly[];
  readonly options: CompareOptions;
}

/** `budget`: only for method `exact` with a finite node budget. `unread`: it is not known which state the answer names. */
export type CompareOutput = Comparison | { readonly stopped: 'budget' | 'unread' };

/** A prediction of a state of any world to be scored. States are as the world prints them. */
export interface CompareWorldJob {
  readonly world: WorldSpec;
  readonly trueFen: string;
  /** Null: the answer held no state. */
  readonly predictedFen: string | null;
  /** Facts about the answer that the sentence uses. */
  readonly answer?: AnswerFacts | undefined;
  readonly options: CompareOptions;
}
/** `faults`: there is no such world, or its file is wrong. */
export type CompareWorldOutput = CompareOutput | { readonly faults: readonly WorldFault[] };

/** A sample of a run to be scored for reports. */
export interface ScoreSampleJob {
  readonly variant: SampleVariant;
  /** The world of a sample of the variant `world`, under its own names: they make no difference to a score. */
  readonly world?: WorldSpec;
  readonly trueFen: string;
  /** Null: the answer held no state. */
  readonly predictedFen: string | null;
  /** The moves up to the true state, for blame and lag; null where they are not known. */
  readonly line: SampleLine | null;
  /** Facts about the answer that the sentence uses. */
  readonly answer?: AnswerFacts | undefined;
  /** The other states of the answer. */
  readonly others?: OtherStates | undefined;
  readonly options: CompareOptions;
}
/** `world`: the world of the sample is not known. */
export type ScoreSampleOutput = SampleScores | { readonly stopped: 'budget' | 'world' };

/** A document to be checked, or a part of one that starts and ends where games or records do. */
export interface CheckJob {
  readonly text: string;
  readonly language: Language;
  readonly options: CheckOptions;
}

/** A part of a document to be checked, whose diagnostics are wanted as they are: with offsets. */
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
  /** Half-moves played up to the place; null where no move is meant. */
  readonly ply: number | null;
}

/** The findings of a text, and its end: the text after it continues counting from there. */
export interface CheckOutput {
  /** In the order of the text; lines, games and records count from its start. */
  readonly findings: readonly Finding[];
  /** Games or records. */
  readonly games: number;
  /** The place of its end. */
  readonly end: TextPosition;
}

/** Games to be made into examples of a dataset. */
export interface AuthorJob {
  readonly block: DatasetBlock;
  readonly options: DatasetOptions;
}

/** A part of a MAV file that starts and ends where examples or traces do; what is right in it by game. */
export interface JudgeJob {
  readonly text: string;
  readonly dialect: MavDialect;
}
export type JudgeOutput = Readonly<Record<string, GameJudgment>>;

/** A position of Connect Four to be solved, as its automaton prints it. */
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

/** Values of all legal actions, the best first; `invalid` says why a text is no state, `tooLong` that the limit was too low. */
export type ValuesOutput = PositionValues | { readonly invalid: string } | { readonly tooLong: true };

/** The walk of a document through a program that this thread may start; what the program answers is wanted in another. */
export interface LearnJob {
  readonly text: string;
  readonly world: ProcessSpec;
}
/** `failure`: the program could not be started, failed, or contradicted itself. */
export type LearnOutput = { readonly facts: ProgramFacts } | { readonly failure: string };

/** Every job of StateLens. `job-table.ts` implements them; only workers load that. */
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
  readonly learn: { readonly input: LearnJob; readonly output: LearnOutput };
  readonly diagnose: { readonly input: DiagnoseJob; readonly output: readonly Diagnostic[] };
};

export const JOB_VERSIONS: JobVersions<Jobs> = {
  compare: 4,
  'compare-world': 1,
  'score-sample': 3,
  check: 3,
  diagnose: 2,
  learn: 1,
  judge: 2,
  author: 1,
  'connect-four-values': 1,
  'hex-values': 2,
  'othello-values': 1,
};

/** The context of a running job. */
export interface JobContext {
  /** Long work looks at it now and then and returns early; its output is then discarded. */
  readonly cancellation: Cancellation;
  /** Reports how far the work is. Passed on at most ten times a second. */
  readonly progress: (done: number, total: number) => void;
}

/** How far a job is. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** A job that pauses now and then, so that a thread it shares with others stays responsive. */
export type Steps<Output> = Generator<undefined, Output, undefined>;

/** A job: a pure function from plain data to plain data. An exception is a bug and comes back as `COMPUTE_JOB_FAILED`. */
export type Job<Input, Output> = (input: Input, context: JobContext) => Output | Steps<Output>;

/** Names of jobs with the types of their inputs and outputs. Both survive a structured clone and `JSON`. */
export type JobTypes = { readonly [name: string]: { readonly input: unknown; readonly output: unknown } };

/** The implementation of every job, and what a worker does before its first one of a name. */
export interface JobTable<Types extends JobTypes> {
  readonly jobs: { readonly [Name in keyof Types]: Job<Types[Name]['input'], Types[Name]['output']> };
  /** Runs a job's hot code over varied inputs, so that the engine has seen every type before it counts. Asked once a name. */
  warmUp?(name: string): void;
}

/** A table of jobs whose types are known only to the callers of the pool. */
export interface AnyJobTable {
  readonly jobs: { readonly [name: string]: Job<never, unknown> };
  warmUp?(name: string): void;
}

/** Version of each job's meaning: a part of the key of its results. Raise it when the same input gives another output. */
export type JobVersions<Types extends JobTypes> = { readonly [Name in keyof Types]: number };
