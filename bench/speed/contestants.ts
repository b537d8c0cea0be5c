import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Automaton } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { ChessArena, chess } from '../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { AffordanceScorer } from '../../src/core/metrics/affordance.ts';
import type { AffordanceOptions } from '../../src/core/metrics/affordance-options.ts';
import { type Contestant, inProcess } from '../harness/contest.ts';
import { validState } from '../pairs/fixture.ts';
import type { Pair } from '../pairs/pair.ts';
import { chessopsAlgorithm1, chessopsExact, chessopsSetBased } from '../peers/chessops-scores.ts';
import type { PythonChess, PythonRequest } from '../peers/python-chess.ts';

/** N of all estimators that are compared, as in the paper. */
export const SAMPLES = 500;

/**
 * Castling, promotion and en passant on both sides, a check and a mate: code that has not met them is compiled for less
 * and slows down when they come.
 */
const WARM_UP = [
  'r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1',
  'r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1',
  'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
  'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PP1/RNBQKBNR w KQ - 0 3',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P3/8 w - - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  'n1n5/PPP1k3/8/8/8/8/4Kppp/5N2 b - - 0 1',
];
export const WARM_UP_PAIRS: readonly (readonly [ChessState, ChessState])[] = [0, 2, 4, 6].map((i) => [
  validState(WARM_UP[i]),
  validState(WARM_UP[i + 1]),
]);

/** Chess on platforms without WebAssembly. */
export const CHESS_IN_JAVASCRIPT: Automaton<ChessState> = { ...chess, arena: () => new ChessArena() };

/** The seed of a pair in a round. */
const seedOf = (round: number, index: number): number => 1000 * (round + 1) + index;

/** Our own scorer with some options; p and r of the last depth. */
export function ours(
  name: string,
  rounds: number,
  options: Partial<AffordanceOptions> & { m: number },
  automaton: Automaton<ChessState> = chess,
): Contestant {
  return {
    name,
    rounds,
    stride: 1,
    start(round) {
      const scorer = new AffordanceScorer(automaton);
      const score = (a: ChessState, b: ChessState, seed: number) => {
        const result = scorer.score(a, b, { ...options, seed });
        if (!result.ok) throw new Error(`${name}: ${result.error}`);
        const { p, r, standardError } = result.value;
        const last = options.m - 1;
        const values = { p: p[last], r: r[last] };
        if (standardError === undefined) return values;
        return { ...values, errors: { p: standardError.p[last], r: standardError.r[last] } };
      };
      // the scorer keeps large tables, which a worker has touched long before a user asks
      for (const [a, b] of WARM_UP_PAIRS) score(a, b, 0);
      return inProcess(({ a, b }, index) => score(a, b, seedOf(round, index)));
    },
  };
}

/** Our set-based precision and recall, exactly. */
export function oursSetBased(name: string, rounds: number, m: number): Contestant {
  return {
    name,
    rounds,
    stride: 1,
    start() {
      const scorer = new AffordanceScorer(chess);
      return inProcess(({ a, b }) => {
        const result = scorer.setBased(a, b, { m, nodeBudget: Number.POSITIVE_INFINITY });
        if (!result.ok) throw new Error(`${name}: ${result.error}`);
        return result.value;
      });
    },
  };
}

/** chessops, written against its public interface. Reading the FENs is not measured, as nowhere here. */
export function chessopsContestant(
  name: string,
  rounds: number,
  m: number,
  method: 'exact' | 'set-based' | 'algorithm1',
): Contestant {
  const positions = new Map<Pair, readonly [Chess, Chess]>();
  const read = (pair: Pair): readonly [Chess, Chess] => {
    const known = positions.get(pair) ?? [position(pair.truth), position(pair.predicted)];
    positions.set(pair, known);
    return known;
  };
  return {
    name,
    rounds,
    stride: 1,
    start: (round) => (pair, index) => {
      const [truth, predicted] = read(pair);
      return inProcess(() => {
        if (method === 'exact') return chessopsExact(truth, predicted, m);
        if (method === 'set-based') return chessopsSetBased(truth, predicted, m);
        const random = seeded(seedOf(round, index));
        return {
          p: chessopsAlgorithm1(predicted, truth, m, SAMPLES, random),
          r: chessopsAlgorithm1(truth, predicted, m, SAMPLES, random),
        };
      })(pair, index);
    },
  };
}

const position = (fen: string): Chess => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

/** python-chess in its own process, which measures its own CPU time. */
export function pythonContestant(
  name: string,
  options: { readonly rounds: number; readonly stride: number; readonly m: number },
  method: PythonRequest['method'],
  python: PythonChess,
): Contestant {
  const { rounds, stride, m } = options;
  return {
    name,
    rounds,
    stride,
    start:
      (round) =>
      ({ truth, predicted }, index) =>
        python.score({ truth, predicted, m, n: SAMPLES, seed: seedOf(round, index), method }),
  };
}
