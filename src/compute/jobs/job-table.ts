import { NEVER } from '../../core/base/cancellation.ts';
import { textLines } from '../../core/languages/positions.ts';
import { type DatasetPart, datasetPart } from '../../core/mav/author/dataset.ts';
import { judgeText } from '../../core/mav/stats/judge.ts';
import { runCheck, runDiagnose } from './check-job.ts';
import { runCompare, runCompareWorld } from './compare-job.ts';
import type { JobTable, Steps } from './job.ts';
import type { AuthorJob, Jobs, JudgeJob, JudgeOutput } from './jobs.ts';
import { runLearn } from './learn-job.ts';
import { runScoreSample } from './score-job.ts';
import { runConnectFourValues, runHexValues, runOthelloValues } from './value-jobs.ts';

/** Castling on both wings, promotion with and without capture, en passant, check evasion: true state and a wrong one. */
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

/** Makes the examples of a block of games. */
const runAuthor = ({ block, options }: AuthorJob): Steps<DatasetPart> => datasetPart(block, options, textLines);

/** Judges the answers of a part of a MAV file. */
const runJudge = ({ text, dialect }: JudgeJob): JudgeOutput => judgeText(text, dialect);

/** The implementations of `Jobs`. */
export const JOB_TABLE: JobTable<Jobs> = {
  jobs: {
    compare: runCompare,
    'compare-world': runCompareWorld,
    'score-sample': runScoreSample,
    check: runCheck,
    diagnose: runDiagnose,
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
