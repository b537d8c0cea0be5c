import { Chess } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { parseFen } from 'chessops/fen';
import { type Arena, genericArena } from '../../src/core/base/automaton.ts';
import { chess, perft } from '../../src/core/games/chess/chess.ts';
import { type ChessState, INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { median, type Spread, spreadOf } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { tidy, timed } from '../harness/timed.ts';
import { validState } from '../pairs/fixture.ts';

/** Counts as published (chessprogramming.org, "Perft Results"). */
const POSITIONS = [
  { name: 'start position', fen: INITIAL_FEN, depth: 5, nodes: 4_865_609 },
  { name: 'start position', fen: INITIAL_FEN, depth: 6, nodes: 119_060_324 },
  {
    name: 'kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    depth: 4,
    nodes: 4_085_603,
  },
];
/** chessops does not go deeper than this many nodes: it would take longer than the rest of the benchmark. */
const MAX_PEER_NODES = 10_000_000;
const WARM_UP = 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1';

/** Speed of the move generators at one position. Speeds in million nodes a second of CPU time. */
export interface PerftResult {
  readonly name: string;
  readonly depth: number;
  readonly nodes: number;
  readonly rounds: number;
  /** The move generator in JavaScript. */
  readonly ours: Spread;
  /** The arena that the metrics walk: the compiled kernel, where it is to be had. */
  readonly arena: Spread;
  readonly chessops: Spread | undefined;
  /** The arena over chessops, the median of the rounds. */
  readonly ratio: number | undefined;
  /** True if every count was the published one. */
  readonly ok: boolean;
}

/** Perft with bulk counting at the last ply, ours and chessops in turn, both warm. */
export function perftSpeeds(quick: boolean, progress: (text: string) => void): PerftResult[] {
  const arena = genericArena(chess);
  for (const { fen } of [...POSITIONS, { fen: WARM_UP }]) {
    perft(validState(fen), 4);
    arenaPerft(arena, validState(fen), 4);
    chessopsPerft(position(fen), 3);
  }
  return POSITIONS.map(({ name, fen, depth, nodes }) => {
    const withPeer = nodes <= MAX_PEER_NODES;
    const rounds = quick ? 2 : withPeer ? 9 : 3;
    const ours: number[] = [];
    const inArena: number[] = [];
    const peer: number[] = [];
    let ok = true;
    const run = (speeds: number[], count: () => number): void => {
      tidy();
      const { value, cpuMs } = timed(count);
      speeds.push(nodes / cpuMs / 1000);
      ok &&= value === nodes;
    };
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}: perft ${depth}, ${name}`);
      run(ours, () => perft(validState(fen), depth));
      run(inArena, () => arenaPerft(arena, validState(fen), depth));
      if (withPeer) run(peer, () => chessopsPerft(position(fen), depth));
    }
    const result = { name, depth, nodes, rounds, ours: spreadOf(ours), arena: spreadOf(inArena), ok };
    if (!withPeer) return { ...result, chessops: undefined, ratio: undefined };
    return { ...result, chessops: spreadOf(peer), ratio: median(inArena.map((speed, i) => speed / peer[i])) };
  });
}

/** Perft through an arena, as the metrics use it. */
function arenaPerft(arena: Arena<ChessState>, state: ChessState, depth: number): number {
  arena.reserve(depth);
  arena.load(0, state);
  const moves = Array.from({ length: depth }, () => new Int32Array(arena.maxLegal));
  const walk = (ply: number): number => {
    if (ply === depth - 1) return arena.count(ply);
    const own = moves[ply];
    const count = arena.legal(ply, own, 0);
    let sum = 0;
    for (let i = 0; i < count; i++) {
      arena.play(ply, ply + 1, own[i]);
      sum += walk(ply + 1);
    }
    return sum;
  };
  return walk(0);
}

const position = (fen: string): Chess => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

export function perftTable(results: readonly PerftResult[]): Table {
  return {
    title: 'Perft',
    columns: [
      'position',
      'depth',
      'nodes',
      'rounds',
      'StateLens min',
      'median',
      'in JavaScript min',
      'median',
      'chessops min',
      'median',
      'ratio',
      'agrees',
    ],
    rows: results.map(({ name, depth, nodes, rounds, ours, arena, chessops, ratio, ok }) => [
      name,
      String(depth),
      nodes.toLocaleString('en'),
      String(rounds),
      figure(arena.min),
      figure(arena.median),
      figure(ours.min),
      figure(ours.median),
      chessops === undefined ? '-' : figure(chessops.min),
      chessops === undefined ? '-' : figure(chessops.median),
      ratio === undefined ? '-' : `${figure(ratio)} ×`,
      ok ? 'yes' : 'NO',
    ]),
    notes: [
      'Million nodes a second of CPU time, warm, the last ply counted in bulk by all. StateLens: the arena that the metrics walk, on the compiled kernel; in JavaScript: the generator for platforms without WebAssembly. The ratio of the first to chessops is the median over rounds in which all ran in turn. Agrees: every count is the published one.',
    ],
  };
}
