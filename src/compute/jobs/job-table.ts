import { type Cancellation, NEVER } from '../../core/base/cancellation.ts';
import { connectFour } from '../../core/games/connect-four/connect-four.ts';
import { openingScore } from '../../core/games/connect-four/opening-table.ts';
import { ConnectFourSolver, connectFourValues } from '../../core/games/connect-four/solver.ts';
import { hex } from '../../core/games/hex/hex.ts';
import { hexValues } from '../../core/games/hex/playouts.ts';
import { textLines } from '../../core/languages/positions.ts';
import { type DatasetPart, makeDatasetPart } from '../../core/mav/author/dataset.ts';
import { tallyAnswers } from '../../core/mav/stats/judge-answers.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { worldReader } from '../../core/metrics/world-pair-reading.ts';
import { checkWalks } from '../../core/notation/walk/check-walk.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { replayWalk } from '../../core/notation/walk/replay-walk.ts';
import { replayedPredictions } from '../../core/notation/walk/walk-predictions.ts';
import type { WorldLookup } from '../../core/notation/walk/walk-world.ts';
import { othello } from '../../core/worlds/othello.ts';
import { othelloValues } from '../../core/worlds/othello-values.ts';
import type { World } from '../../core/worlds/world.ts';
import { buildWorld } from '../../core/worlds/world-spec.ts';
import { WorldError } from '../worker/worker-protocol.ts';
import { RecordingWorld } from '../worlds/learned-world.ts';
import { runCheck, runDiagnose } from './check-job.ts';
import { runCompare, runCompareWorld, runScoreSample } from './comparison-jobs.ts';
import type {
  AuthorJob,
  ConnectFourValuesJob,
  HexValuesJob,
  JobContext,
  Jobs,
  JobTable,
  JudgeJob,
  JudgeOutput,
  LearnJob,
  LearnOutput,
  OthelloValuesJob,
  Steps,
  ValuesOutput,
} from './jobs.ts';
import { runTraceRows } from './trace-rows-job.ts';

/** Created on first use: it has a table of 32 MB, and keeps results across positions. */
let solver: ConnectFourSolver | undefined;

/** Solves a position of Connect Four; the progress counts actions. */
function* runConnectFourValues(
  { state, ...limits }: ConnectFourValuesJob,
  { progress }: JobContext,
): Steps<ValuesOutput> {
  const parsed = connectFour.parse(state);
  if (!parsed.ok) return { invalid: parsed.error };
  solver ??= new ConnectFourSolver(openingScore);
  return (yield* connectFourValues(solver, parsed.value, limits, progress)) ?? { tooLong: true };
}

/** Estimates the actions of a position of Hex; the progress counts playouts. */
function* runHexValues({ state, ...options }: HexValuesJob, { progress }: JobContext): Steps<ValuesOutput> {
  const parsed = hex.parse(state);
  return parsed.ok ? yield* hexValues(parsed.value, options, progress) : { invalid: parsed.error };
}

/** Solves or estimates the actions of a position of Othello; the progress counts actions or playouts. */
function* runOthelloValues({ state, ...options }: OthelloValuesJob, { progress }: JobContext): Steps<ValuesOutput> {
  const parsed = othello.automaton.parse(state);
  return parsed.ok ? yield* othelloValues(parsed.value, options, progress) : { invalid: parsed.error };
}

/**
 * Asks a program everything that an editor shows of walks through it: the states, the legal actions there, and the predicted states.
 */
function runLearn(job: LearnJob, { cancellation }: Pick<JobContext, 'cancellation'>): LearnOutput {
  const built = buildWorld(job.world);
  if (!built.ok) return { failure: built.error[0]?.message ?? 'there is no such world' };
  // the states of a program are texts
  const noted = new RecordingWorld(built.value as World<string>);
  try {
    askAbout(job, noted.world, cancellation);
    return { facts: noted.facts() };
  } catch (error) {
    if (error instanceof WorldError) return { failure: error.message };
    throw error;
  }
}

function askAbout({ text, world: spec }: LearnJob, world: World<string>, cancellation: Cancellation): void {
  const { automaton } = world;
  const lookup: WorldLookup = () => ({ ok: true, value: { spec, world } });
  const comparer = new PairComparer(worldReader(world));
  automaton.legal(world.start);
  for (const walk of readWalks(text).walks) {
    const replayed = replayWalk(walk, lookup);
    for (const state of replayed.states) automaton.legal(state as string);
    for (const { trueFen, fen } of replayedPredictions(replayed, 0)) {
      if (cancellation.cancelled) return;
      if (trueFen !== undefined) comparer.text({ trueFen, predictedFen: fen });
    }
  }
  checkWalks(text, lookup, { predictions: true });
}

/**
 * Castling on both wings, promotion with and without capture, en passant, check evasion: each a true and a wrong state.
 */
const WARM_UP_PAIRS = [
  [
    'r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1',
    'r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1',
  ],
  [
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR b KQ - 0 3',
  ],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', '8/2p5/3p4/KP5r/1R3p1k/8/4P3/8 w - - 0 1'],
  [
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    'r4rk1/1pp1qppp/p1np1n2/2b1p3/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  ],
  ['4k3/8/8/8/7b/8/8/4K2R w K - 0 1', 'no state'],
] as const;
const WARM_UP_DEPTH = 3;

/** Creates the examples of a block of games. */
const runAuthor = ({ block, options }: AuthorJob): Steps<DatasetPart> => makeDatasetPart(block, options, textLines);

/** Scores the answers in a part of a MAV file. */
const runJudge = ({ text, dialect }: JudgeJob): JudgeOutput => tallyAnswers(text, dialect);

/** The implementations of `Jobs`. */
export const JOB_TABLE: JobTable<Jobs> = {
  jobs: {
    compare: runCompare,
    'compare-world': runCompareWorld,
    'score-sample': runScoreSample,
    check: runCheck,
    diagnose: runDiagnose,
    'trace-rows': runTraceRows,
    learn: runLearn,
    judge: runJudge,
    author: runAuthor,
    'connect-four-values': runConnectFourValues,
    'hex-values': runHexValues,
    'othello-values': runOthelloValues,
  },
  warmUp(name) {
    if (name !== 'compare' && name !== 'score-sample') return;
    for (const [trueFen, predictedFen] of WARM_UP_PAIRS) {
      const options = { affordance: { m: WARM_UP_DEPTH } };
      runCompare({ variant: 'chess', trueFen, predictedFen, options }, { cancellation: NEVER });
    }
  },
};
