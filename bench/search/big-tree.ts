import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import { INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import { BUCKETS } from '../../src/core/mav/values.ts';
import { type Answer, SearchTree } from '../../src/core/search/mcts.ts';
import { stateByRule } from '../../src/core/search/rule-models.ts';
import { DEFAULT_SEARCH } from '../../src/core/search/settings.ts';
import { endLine, SearchRecorder } from '../../src/core/search/tree-file.ts';
import type { EvaluationRequest } from '../../src/core/search/world-model.ts';

/** A tree as a search would have written it. */
export interface BigTree {
  /** Pieces of a `.mcts.jsonl` file, each of about `PIECE` characters; they may end anywhere. */
  readonly pieces: readonly string[];
  readonly nodes: number;
  readonly simulations: number;
  readonly hallucinations: number;
}

/** Characters of a message. */
const PIECE = 1 << 20;
/** Of a hundred states so many are hallucinations. */
const WRONG = 0.01;
/** How far values of actions lie below the best one, and what a value is off by a ply deeper. */
const SPREAD = 0.35;
const NOISE = 0.08;

/**
 * A tree of chess as PUCT grows it: real positions with all their moves, about thirty, and values that are made up, a bucket each.
 * The best move is worth what its position is, others less.
 */
export function bigTree(nodes: number, seed = 1): BigTree {
  const random = seeded(seed);
  const settings = { ...DEFAULT_SEARCH, simulations: nodes };
  const start = { game: 'chess', state: INITIAL_FEN, played: 0 } as const;
  const pieces: string[] = [];
  let waiting: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    waiting.push(text);
    length += text.length;
    if (length < PIECE) return;
    pieces.push(waiting.join(''));
    [waiting, length] = [[], 0];
  };
  const recorder = new SearchRecorder({ ...start, model: 'made up', settings }, write);
  const root = evaluate(start, 0.5, random);
  const tree = SearchTree.at(start, root, settings);
  recorder.onStart(tree);
  let hallucinations = 0;
  while (tree.size < nodes && tree.canDescend) {
    const descent = tree.descend();
    const { simulation: number, edges: path, nodes: way } = descent;
    const outcome =
      descent.known === undefined
        ? tree.settle(descent, answer(tree.requestOf(descent), way, path, random))
        : tree.settle(descent);
    if (outcome === undefined) break;
    const value = outcome.kind === 'hallucination' ? undefined : outcome.value;
    if (value === undefined) hallucinations++;
    recorder.onSimulation(
      { number, path, kind: outcome.kind, leaf: outcome.node, value, after: number, ms: 0.1 },
      tree,
    );
  }
  const { simulations, size } = tree;
  write(endLine('done', undefined));
  if (waiting.length > 0) pieces.push(waiting.join(''));
  return { pieces, nodes: size, simulations, hallucinations };
}

const limited = (value: number): number => Math.min(0.999, Math.max(0, value));
/** The middle of the bucket of a value. */
const inBucket = (value: number): number => (Math.floor(limited(value) * BUCKETS) + 0.5) / BUCKETS;

function answer(
  request: EvaluationRequest,
  way: readonly { readonly listed: readonly number[] }[],
  path: readonly number[],
  random: RandomGenerator,
): Answer {
  if (uniformFloat64(random) < WRONG)
    return { kind: 'hallucination', text: '[%state ???', reason: 'the state cannot be read' };
  const listed = way.at(-1)?.listed[path.at(-1) ?? 0] ?? 0.5;
  return evaluate(request, limited(1 - listed + NOISE * (uniformFloat64(random) - 0.5)), random);
}

function evaluate(request: EvaluationRequest, value: number, random: RandomGenerator): Answer {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const moves = knownGame(request.game).automaton.legal(found.state);
  const actions = moves.map((action) => ({ action, value: inBucket(value - SPREAD * uniformFloat64(random) ** 0.7) }));
  return { kind: 'state', state: found.text, actions };
}
