import type { AbortSignalLike } from '../base/cancellation.ts';
import { type Rules, SearchTree } from '../search/mcts.ts';
import type { SearchClock } from '../search/requests.ts';
import { reusedTree } from '../search/reuse-tree.ts';
import { runSearch } from '../search/run-search.ts';
import type { SearchSettings } from '../search/settings.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../search/world-model.ts';
import type { Choice, Seat, Turn } from './seat.ts';

/** How a seat searches. */
export interface SearchSeatOptions {
  readonly model: WorldModel;
  /** With M = 0 the seat plays the model's raw best action. */
  readonly settings: SearchSettings;
  readonly clock: SearchClock;
  /** True if the tree of a search is kept for the next one, as far as the game has come in it. */
  readonly isReused: boolean;
  /** Rules that verify the states of a model that tracks states itself. */
  readonly rules?: Rules;
}

/** A model that counts its requests. */
class Counted implements WorldModel {
  readonly #model: WorldModel;
  readonly label: string;
  calls = 0;

  constructor(model: WorldModel) {
    this.#model = model;
    this.label = model.label;
  }

  evaluate(batch: readonly EvaluationRequest[], signal: AbortSignalLike): readonly Promise<Evaluation>[] {
    this.calls += batch.length;
    return this.#model.evaluate(batch, signal);
  }
}

/**
 * Plays by tree search (Schultz et al., Algorithm 1). An answer for the root that breaks the format, or that says that the game is over
 * while it goes on, is unreadable: there is nothing to search.
 */
export function searchSeat(options: SearchSeatOptions): Seat {
  const model = new Counted(options.model);
  /** The last tree, and the plies that had been played at its root. */
  let last: { readonly tree: SearchTree; readonly played: number } | undefined;
  return {
    async move(turn, signal) {
      const before = model.calls;
      const from = last;
      last = undefined;
      const kept =
        from && options.isReused ? reusedTree(from.tree, turn.game, turn.actions.slice(from.played)) : undefined;
      const root = kept ?? (await newRoot(options, model, turn, signal));
      if ('kind' in root) return root.kind === 'fault' ? root : { ...root, calls: model.calls - before };
      const { settings, clock, rules } = options;
      const simulations = Math.max(0, settings.simulations - root.visits);
      const done = await runSearch({
        root: rootOf(turn),
        model,
        settings: { ...settings, simulations },
        clock,
        signal,
        tree: root.tree,
        ...(rules && { rules }),
      });
      if (!done.ok) return { kind: 'fault', message: done.error };
      const { tree, end, fault } = done.value;
      if (end === 'stopped' || end === 'faults') return { kind: 'fault', message: fault ?? 'stopped' };
      last = { tree, played: turn.actions.length };
      return chosen(tree, model.calls - before);
    },
  };
}

const rootOf = ({ game, text, actions }: Turn) => ({ game, state: text, played: actions.length });

function chosen(tree: SearchTree, calls: number): Choice {
  const action = tree.root.actions[tree.finalEdge()];
  return action === undefined
    ? { kind: 'unreadable', text: '', reason: 'every action led to a hallucination', calls }
    : { kind: 'action', action, calls };
}

type Root = { readonly tree: SearchTree; readonly visits: number };
type NoRoot =
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string }
  | Extract<Choice, { kind: 'fault' }>;

/** Asks for the root. */
async function newRoot(
  { settings, rules }: SearchSeatOptions,
  model: WorldModel,
  turn: Turn,
  signal: AbortSignalLike,
): Promise<Root | NoRoot> {
  const [asked] = model.evaluate([{ game: turn.game, state: turn.text }], signal);
  const said: Evaluation = (await asked) ?? { kind: 'fault', message: 'the model returned no answer' };
  if (said.kind === 'fault') return said;
  if (said.kind === 'hallucination') return { kind: 'unreadable', text: said.text, reason: said.reason };
  if (said.kind === 'terminal')
    return { kind: 'unreadable', text: said.text ?? '', reason: `it says that the game is over: ${said.outcome}` };
  return { tree: SearchTree.at(rootOf(turn), said, settings, rules), visits: 0 };
}
