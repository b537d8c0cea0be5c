import * as v from 'valibot';
import type { CompareJob, CompareWorldJob } from '../../compute/jobs/jobs.ts';
import {
  ANSWER_PLACES,
  type AnswerCandidate,
  type AnswerReading,
  type ReadingRule,
} from '../../core/answers/answer-reading.ts';
import { comparedState, readGameAnswer } from '../../core/answers/read-game-answer.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../../core/metrics/compared-games.ts';
import { predictedState, UNREAD } from '../../core/metrics/fen-reading.ts';
import { inferChessVariant } from '../../core/notation/fen/record-position.ts';
import { type MovesFault, type StateAfterMoves, stateAfterMoves } from '../../core/tools/state-after-moves.ts';
import { MAX_DEPTH } from '../options.ts';

/** Length limits in characters of a state, of a line of moves, and of an answer. */
const MAX = { state: 20_000, moves: 200_000, answer: 2_000_000 } as const;

const limited = (most: number) => v.pipe(v.string(), v.maxLength(most));
const words = v.union([limited(MAX.moves), v.pipe(v.array(limited(200)), v.maxLength(100_000))]);

/** A scored line: the truth, and the answer of a model. */
const requestSchema = v.strictObject({
  /** Any value, repeated in the answer. */
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
  /** True state; or the moves that lead to it, from `start` or from the start of the game or world. */
  true: v.optional(limited(MAX.state)),
  moves: v.optional(words),
  start: v.optional(limited(MAX.state)),
  /**
   * Predicted state; null, empty or `?` for none; or the whole text of an answer, from which the state is extracted.
   */
  predicted: v.optional(v.nullable(limited(MAX.state))),
  answer: v.optional(limited(MAX.answer)),
  take: v.optional(v.picklist(ANSWER_PLACES)),
  /** Question: states that the answer repeats from it are not extracted. */
  prompt: v.optional(limited(MAX.answer)),
  game: v.optional(v.picklist(COMPARED_GAME_NAMES)),
  world: v.optional(limited(200)),
  m: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_DEPTH))),
  /** True for an answer that names the two compared states. */
  states: v.optional(v.boolean()),
});
type Request = v.InferOutput<typeof requestSchema>;
type Id = Request['id'];

const TEXT = (most: number): string => `a text of at most ${most.toLocaleString('en-US')} characters`;
/** Requirements of the fields, to follow "must be". */
const EXPECTED: Readonly<Record<keyof Request, string>> = {
  id: 'a text or a number',
  true: TEXT(MAX.state),
  moves: `${TEXT(MAX.moves)}, or a list of moves`,
  start: TEXT(MAX.state),
  predicted: `${TEXT(MAX.state)}, or null`,
  answer: TEXT(MAX.answer),
  take: `one of ${ANSWER_PLACES.join(', ')}`,
  prompt: TEXT(MAX.answer),
  game: `one of ${COMPARED_GAME_NAMES.join(', ')}`,
  world: 'the name of a world',
  m: `a whole number from 1 to ${MAX_DEPTH}`,
  states: 'true or false',
};

/** Returns the reason why an object is no request, by the path of the mistake in it. */
function malformed(path: string | null): string {
  const [field = ''] = (path ?? '').split('.');
  return Object.hasOwn(EXPECTED, field)
    ? `"${field}" must be ${EXPECTED[field as keyof Request]}`
    : `unknown field "${field.slice(0, 40)}"`;
}

/** Two states, and the rules by which they are compared. */
export interface ComparedStates {
  readonly game?: ComparedGame;
  readonly world?: string;
  readonly true: string;
  /**
   * Extracted state, `?` for fields that it does not state. Null: the answer holds no state, or none that can be read.
   */
  readonly predicted: string | null;
  /** First states of a whole answer. */
  readonly candidates?: readonly CandidateReport[];
}

/** A request to score. */
export interface ScoreRequest {
  readonly id: Id;
  /** Compared states, for an answer that names them. */
  readonly states?: ComparedStates;
  /** Extraction of the state from a whole answer. */
  readonly reading?: ReadingReport;
  readonly job:
    | { readonly name: 'compare'; readonly input: CompareJob }
    | { readonly name: 'compare-world'; readonly input: CompareWorldJob };
}

/** Reason why a line is not scored: it is no JSON, it is no request, or its moves cannot be played. */
export interface ServeFault {
  readonly id: Id;
  readonly code: 'bad-json' | 'bad-request' | 'bad-moves';
  readonly message: string;
}

/**
 * Reads a line of `statelens serve`: a pair of states, an answer with the moves before it, or a walk through a world.
 *
 * @param options default scoring options of pairs
 */
export function readServed(line: string, options: CompareOptions): Result<ScoreRequest, ServeFault> {
  let written: unknown;
  try {
    written = JSON.parse(line);
  } catch {
    return err({ id: null, code: 'bad-json', message: 'the line is not JSON' });
  }
  const id = requestId(written);
  const fault = (code: ServeFault['code'], message: string): Result<never, ServeFault> => err({ id, code, message });
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return fault('bad-request', 'the line is not a JSON object');
  const read = v.safeParse(requestSchema, written);
  if (!read.success) return fault('bad-request', malformed(v.getDotPath(read.issues[0])));
  const request = read.output;
  const wrong = contradiction(request);
  if (wrong !== undefined) return fault('bad-request', wrong);
  const truth = requestTruth(request);
  if (!truth.ok) return fault(truth.error.code, truth.error.message);
  const { state: trueFen, history, variant } = truth.value;
  const affordance = { ...options.affordance, ...(request.m !== undefined && { m: request.m }) };
  const { world, answer } = request;
  const reading = answer === undefined ? undefined : readGameAnswer(answer, request);
  const predictedFen = reading === undefined ? requestState(request) : comparedState(reading);
  const pair = { trueFen, predictedFen, options: { ...options, affordance } };
  const named = {
    ...(world === undefined ? { game: variant } : { world }),
    true: trueFen,
    predicted: predictedFen === UNREAD ? null : predictedFen,
    ...(reading !== undefined && { candidates: candidateReports(reading) }),
  };
  const served = {
    id,
    ...(request.states === true && { states: named }),
    ...(reading !== undefined && { reading: readingReport(reading) }),
  };
  if (world !== undefined)
    return ok({ ...served, job: { name: 'compare-world', input: { world: { kind: 'named', name: world }, ...pair } } });
  const input = { variant, ...pair, ...(history !== undefined && { history }) };
  return ok({ ...served, job: { name: 'compare', input } });
}

/** Returns the id of a request, whatever else is wrong with it. */
function requestId(written: unknown): Id {
  const id = typeof written === 'object' && written !== null && 'id' in written ? written.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function contradiction(request: Request): string | undefined {
  const { world, game, start, moves, predicted, answer, take, prompt } = request;
  if (game !== undefined && world !== undefined) return '"game" and "world" exclude each other';
  if ((request.true === undefined) === (moves === undefined)) return 'exactly one of "true" and "moves" is required';
  if ((predicted === undefined) === (answer === undefined))
    return 'exactly one of "predicted" and "answer" is required';
  if (start !== undefined && moves === undefined) return '"start" requires "moves"';
  if (take !== undefined && answer === undefined) return '"take" requires "answer"';
  if (prompt !== undefined && answer === undefined) return '"prompt" requires "answer"';
  return undefined;
}

/** Returns the true state of a request: as written, or the one after its moves. */
const requestTruth = ({ true: state, moves, ...request }: Request): Result<StateAfterMoves, MovesFault> =>
  state === undefined
    ? stateAfterMoves(moves ?? '', request)
    : ok({ state, variant: request.game ?? inferChessVariant(state) });

const requestState = ({ predicted }: Request): string | null =>
  predicted === undefined || predicted === null ? null : predictedState(predicted);

/** A state in an answer, with its range. */
interface CandidateReport extends Pick<AnswerCandidate, 'state' | 'role' | 'form'> {
  readonly start: number;
  readonly end: number;
}

/** Report on the extraction of a state from a whole answer. */
interface ReadingReport {
  readonly outcome: AnswerReading['outcome'];
  /** Null if no state was extracted. */
  readonly rule: ReadingRule | null;
  readonly doubtful: boolean;
  /** Number of states in the answer. */
  readonly candidates: number;
  /** Reason why it is doubtful or unread. */
  readonly reason?: string;
}

/** Limit of the candidates listed in an answer. */
const MAX_CANDIDATES = 100;

const readingReport = ({ outcome, rule, candidates, reason }: AnswerReading): ReadingReport => ({
  outcome,
  rule: rule ?? null,
  doubtful: outcome === 'doubtful',
  candidates: candidates.length,
  ...(reason !== undefined && { reason }),
});

/** Returns the first states of a whole answer. */
const candidateReports = ({ candidates }: AnswerReading): CandidateReport[] =>
  candidates.slice(0, MAX_CANDIDATES).map(servedCandidate);

const servedCandidate = ({ state, role, form, range: { start, end } }: AnswerCandidate): CandidateReport => ({
  state,
  role,
  form,
  start,
  end,
});
