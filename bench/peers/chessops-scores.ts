import type { Chess } from 'chessops/chess';
import type { NormalMove } from 'chessops/types';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { after, commonMoves, countCommon, legalMoves } from './chessops-moves.ts';

/*
 * p_m and r_m as one would write them with chessops, without its own move generator, hashing or tables. A trajectory
 * that ends early counts as legal, as everywhere in StateLens.
 */

/** Exact p_m and r_m: both positions in lockstep, the last ply counted. */
export function chessopsExact(truth: Chess, predicted: Chess, m: number): { p: number; r: number } {
  const inTruth = legalMoves(truth);
  const inPredicted = legalMoves(predicted);
  let p = 0;
  let r = 0;
  if (m === 1) {
    p = countCommon(inTruth, inPredicted);
    r = p;
  } else {
    for (const move of commonMoves(inTruth, inPredicted)) {
      const next = chessopsExact(after(truth, move), after(predicted, move), m - 1);
      p += next.p;
      r += next.r;
    }
  }
  return {
    p: inPredicted.count === 0 ? 1 : p / inPredicted.count,
    r: inTruth.count === 0 ? 1 : r / inTruth.count,
  };
}

/** Exact set-based precision and recall: accepted sequences among all sequences; one that ends early is one. */
export function chessopsSetBased(truth: Chess, predicted: Chess, m: number): { p: number; r: number } {
  const common = commonSequences(truth, predicted, m);
  return { p: common.ofPredicted / sequences(predicted, m), r: common.ofTruth / sequences(truth, m) };
}

function sequences(position: Chess, m: number): number {
  const legal = legalMoves(position);
  if (legal.count === 0) return 1;
  if (m === 1) return legal.count;
  let sum = 0;
  for (const move of commonMoves(legal, legal)) sum += sequences(after(position, move), m - 1);
  return sum;
}

function commonSequences(truth: Chess, predicted: Chess, m: number): { ofTruth: number; ofPredicted: number } {
  const inTruth = legalMoves(truth);
  const inPredicted = legalMoves(predicted);
  const sum = { ofTruth: inTruth.count === 0 ? 1 : 0, ofPredicted: inPredicted.count === 0 ? 1 : 0 };
  if (m === 1) {
    const common = countCommon(inTruth, inPredicted);
    return { ofTruth: sum.ofTruth + common, ofPredicted: sum.ofPredicted + common };
  }
  for (const move of commonMoves(inTruth, inPredicted)) {
    const below = commonSequences(after(truth, move), after(predicted, move), m - 1);
    sum.ofTruth += below.ofTruth;
    sum.ofPredicted += below.ofPredicted;
  }
  return sum;
}

interface Child {
  readonly parent: Trajectory;
  readonly move: NormalMove;
  readonly weight: number;
}

/** An accepted trajectory by where it leads: the sampled position, the testing one, and its weight. */
interface Trajectory {
  readonly sampled: Chess;
  readonly tested: Chess;
  readonly weight: number;
}

/**
 * Algorithm 1 of the paper, one direction, carrying both positions so that no trajectory is replayed. Only what survives
 * the sampling is played, and the last ply is counted.
 */
export function chessopsAlgorithm1(
  sampled: Chess,
  tested: Chess,
  m: number,
  samples: number,
  random: RandomGenerator,
): number {
  let list: Trajectory[] = [{ sampled, tested, weight: 1 }];
  let ended = 0;
  for (let ply = 1; ; ply++) {
    const children: Child[] = [];
    let total = 0;
    for (const parent of list) {
      const inSampled = legalMoves(parent.sampled);
      const inTested = legalMoves(parent.tested);
      if (inSampled.count === 0) {
        ended += parent.weight;
        continue;
      }
      const weight = parent.weight / inSampled.count;
      if (ply === m) {
        total += weight * countCommon(inSampled, inTested);
        continue;
      }
      for (const move of commonMoves(inSampled, inTested)) {
        children.push({ parent, move, weight });
        total += weight;
      }
    }
    if (ply === m) return ended + total;
    const kept = keep(children, samples, random);
    const keptTotal = kept.reduce((sum, { weight }) => sum + weight, 0);
    list = kept.map(({ parent, move, weight }) => ({
      sampled: after(parent.sampled, move),
      tested: after(parent.tested, move),
      weight: (weight * total) / keptTotal,
    }));
  }
}

/** At most `count` items, each set of them as likely. The items are reordered. */
function keep<T>(items: T[], count: number, random: RandomGenerator): T[] {
  if (items.length <= count) return items;
  for (let i = 0; i < count; i++) {
    const j = uniformInt(random, i, items.length - 1);
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
  return items.slice(0, count);
}
