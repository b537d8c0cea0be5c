import type { AbortSignalLike } from '../cancellation.ts';
import { err, ok, type Result } from '../result.ts';
import { type Answer, type Descent, type Rules, type SearchRoot, SearchTree } from './mcts.ts';
import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Time, passed in. */
export interface SearchClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back once after `ms` milliseconds. The returned function calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** A simulation that is over: what the view is scrubbed through and what is saved. */
export interface Simulation {
  /** From 0, in the order in which they were begun; they may end in another. */
  readonly number: number;
  /** Edges from the root on. */
  readonly path: readonly number[];
  /**
   * `expanded`: its leaf is a new node. `known`: its leaf was there already (the game is over, all its edges are closed, or another
   * simulation expanded it). `hallucination`: the edge was closed. `timeout` and `fault`: dropped.
   */
  readonly kind: 'expanded' | 'known' | 'hallucination' | 'timeout' | 'fault';
  readonly leaf: SearchNode | undefined;
  /** What was backed up, for the side to move at the leaf. */
  readonly value: number | undefined;
  /** Milliseconds from the descent to the end. */
  readonly ms: number;
}

/** Why a search ended. */
export type SearchEnd = 'done' | 'stopped' | 'closed' | 'faults';

export interface SearchReport {
  readonly tree: SearchTree;
  readonly end: SearchEnd;
  /** The fault that ended it, or the last one. */
  readonly fault: string | undefined;
}

export interface SearchTask {
  readonly root: SearchRoot;
  readonly model: WorldModel;
  readonly settings: SearchSettings;
  readonly clock: SearchClock;
  /** Ends the search; what is there so far is kept. */
  readonly signal: AbortSignalLike;
  /** Where the model tracks states itself. */
  readonly rules?: Rules;
  /** Goes on with a tree (`SearchTree.advance`, or one that was stopped) in place of asking for the root. */
  readonly tree?: SearchTree;
  readonly onStart?: (tree: SearchTree) => void;
  readonly onSimulation?: (simulation: Simulation, tree: SearchTree) => void;
}

/** So many simulations dropped one after the other end a search: the model is gone. */
const MOST_DROPPED = 8;
/** Synchronous simulations between two looks at what else there is to do, in milliseconds. */
const SLICE_MS = 8;

/** Runs a search (Schultz et al., Algorithm 1; with b > 1 its asynchronous form). The error says why the root has no evaluation. */
export async function runSearch(task: SearchTask): Promise<Result<SearchReport, string>> {
  const { settings, signal, onStart } = task;
  let { tree } = task;
  if (tree === undefined) {
    const { root, rules } = task;
    const request = { game: root.game, state: root.state };
    const said = await evaluate(task, request);
    if (said.kind === 'fault') return err(said.message);
    if (said.kind === 'timeout') return err(`no answer in ${settings.timeout / 1000} s`);
    if (said.kind === 'hallucination') return err(`the answer is no evaluation: ${said.reason}`);
    tree = SearchTree.at(root, said, settings, rules);
  }
  onStart?.(tree);
  const run = new Run(task, tree);
  const end = settings.queueing === 'rolling' ? await run.rolling() : await run.rounds();
  return ok({ tree, end: signal.aborted ? 'stopped' : end, fault: run.fault });
}

type Said = Evaluation | { readonly kind: 'timeout' };

class Run {
  readonly #task: SearchTask;
  readonly #tree: SearchTree;
  readonly #waiting = new Map<SearchNode, Map<number, Promise<Said>>>();
  #left: number;
  #dropped = 0;
  #sliceEnd = 0;
  fault: string | undefined;

  constructor(task: SearchTask, tree: SearchTree) {
    this.#task = task;
    this.#tree = tree;
    this.#left = task.settings.simulations;
  }

  get #mayGoOn(): boolean {
    return this.#left > 0 && this.#tree.canDescend && this.#dropped < MOST_DROPPED && !this.#task.signal.aborted;
  }

  /** b descents, then all their answers as they return, then the next b. */
  async rounds(): Promise<SearchEnd> {
    const { batch } = this.#task.settings;
    while (this.#mayGoOn) {
      const round: Promise<void>[] = [];
      while (round.length < batch && this.#mayGoOn) {
        const going = this.#simulate();
        if (going !== undefined) round.push(going);
        else await this.#breathe();
      }
      if (round.length === 1) await round[0];
      else await Promise.all(round);
      await this.#breathe();
    }
    return this.#end();
  }

  /** Each answer makes room for the next descent. */
  async rolling(): Promise<SearchEnd> {
    const { batch } = this.#task.settings;
    const going = new Set<Promise<void>>();
    while (this.#mayGoOn) {
      while (going.size < batch && this.#mayGoOn) {
        const one = this.#simulate();
        if (one === undefined) {
          await this.#breathe();
          continue;
        }
        const settled = one.finally(() => going.delete(settled));
        going.add(settled);
      }
      if (going.size > 0) await Promise.race(going);
    }
    await Promise.all(going);
    return this.#end();
  }

  #end(): SearchEnd {
    if (this.#dropped >= MOST_DROPPED) return 'faults';
    return this.#left === 0 ? 'done' : 'closed';
  }

  /** Lets timers and messages have their turn: a model that answers at once must not block them. */
  async #breathe(): Promise<void> {
    const { clock } = this.#task;
    if (clock.now() < this.#sliceEnd) return;
    await new Promise<void>((resolve) => clock.after(0, resolve));
    this.#sliceEnd = clock.now() + SLICE_MS;
  }

  /** One simulation; undefined when nothing had to be waited for. */
  #simulate(): Promise<void> | undefined {
    const began = this.#task.clock.now();
    this.#left--;
    const descent = this.#tree.descend();
    if (descent.known !== undefined) {
      this.#settle(descent, began);
      return undefined;
    }
    return this.#answer(descent).then((said) => {
      if (said.kind === 'fault' || said.kind === 'timeout') this.#drop(descent, said, began);
      else this.#settle(descent, began, said);
    });
  }

  /** What the model says of the leaf; descents that wait for the same leaf ask once. */
  #answer(descent: Descent): Promise<Said> {
    const last = descent.edges.length - 1;
    const parent = descent.nodes[last];
    const edge = descent.edges[last];
    let edges = this.#waiting.get(parent);
    const asked = edges?.get(edge);
    if (asked !== undefined) return asked;
    const answer = evaluate(this.#task, this.#tree.requestOf(descent)).finally(() => {
      edges?.delete(edge);
      if (edges?.size === 0) this.#waiting.delete(parent);
    });
    edges ??= new Map();
    this.#waiting.set(parent, edges);
    edges.set(edge, answer);
    return answer;
  }

  #settle(descent: Descent, began: number, answer?: Answer): void {
    const outcome = this.#tree.settle(descent, answer);
    if (outcome === undefined) return;
    this.#dropped = 0;
    this.#tell(descent, outcome.kind, outcome.node, 'value' in outcome ? outcome.value : undefined, began);
  }

  #drop(
    descent: Descent,
    said: { readonly kind: 'timeout' } | Extract<Evaluation, { readonly kind: 'fault' }>,
    began: number,
  ): void {
    if (!this.#tree.drop(descent)) return;
    this.#dropped++;
    this.fault = said.kind === 'fault' ? said.message : `no answer in ${this.#task.settings.timeout / 1000} s`;
    this.#tell(descent, said.kind, undefined, undefined, began);
  }

  #tell(
    { simulation, edges }: Descent,
    kind: Simulation['kind'],
    leaf: SearchNode | undefined,
    value: number | undefined,
    began: number,
  ): void {
    const ms = this.#task.clock.now() - began;
    this.#task.onSimulation?.({ number: simulation, path: edges, kind, leaf, value, ms }, this.#tree);
  }
}

/** The model's answer, a fault when it broke its promise not to reject, `timeout` after t0; a stop is a fault. */
function evaluate({ model, settings, clock, signal }: SearchTask, request: EvaluationRequest): Promise<Said> {
  return new Promise((resolve) => {
    const own = new OneSignal();
    let over = false;
    const end = (said: Said): void => {
      if (over) return;
      over = true;
      callOff?.();
      signal.removeEventListener('abort', stop);
      resolve(said);
    };
    const giveUp = (said: Said): void => {
      end(said);
      own.abort();
    };
    const stop = (): void => giveUp({ kind: 'fault', message: 'stopped' });
    const callOff = settings.timeout > 0 ? clock.after(settings.timeout, () => giveUp({ kind: 'timeout' })) : undefined;
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const [answer] = model.evaluate([request], own);
      if (answer === undefined) end({ kind: 'fault', message: 'the model answered nothing' });
      else answer.then(end, (error: unknown) => end({ kind: 'fault', message: String(error) }));
    } catch (error) {
      end({ kind: 'fault', message: String(error) });
    }
  });
}

/** Tells one request that nobody waits for it any more. */
class OneSignal implements AbortSignalLike {
  readonly #listeners = new Set<() => void>();
  aborted = false;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
