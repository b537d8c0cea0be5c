import type { AbortSignalLike } from '../cancellation.ts';
import { onAbort } from '../on-abort.ts';
import { err, ok, type Result } from '../result.ts';
import { Deadlines } from './deadlines.ts';
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
  /** Simulations that had ended when it began: from then to its own end its virtual counts are in the tree. */
  readonly after: number;
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
  /** Told of every descent whose answer is waited for. */
  readonly onDescend?: (descent: Descent) => void;
  readonly onSimulation?: (simulation: Simulation, tree: SearchTree) => void;
}

/** So many simulations dropped one after the other end a search: the model is gone. */
const MOST_DROPPED = 8;
/** Synchronous simulations between two looks at what else there is to do, in milliseconds. */
const SLICE_MS = 8;
/** No node has so many edges. */
const MOST_EDGES = 65_536;

/** Runs a search (Schultz et al., Algorithm 1; with b > 1 its asynchronous form). The error says why the root has no evaluation. */
export async function runSearch(task: SearchTask): Promise<Result<SearchReport, string>> {
  const deadlines = new Deadlines(task.clock, task.settings.timeout);
  try {
    return await search(task, deadlines);
  } finally {
    deadlines.dispose();
  }
}

async function search(task: SearchTask, deadlines: Deadlines): Promise<Result<SearchReport, string>> {
  const { settings, signal, onStart } = task;
  let { tree } = task;
  if (tree === undefined) {
    const { root, rules } = task;
    const request = { game: root.game, state: root.state };
    const said = await evaluate(task, deadlines, request);
    if (said.kind === 'fault') return err(said.message);
    if (said.kind === 'timeout') return err(`no answer in ${settings.timeout / 1000} s`);
    if (said.kind === 'hallucination') return err(`the answer is no evaluation: ${said.reason}`);
    tree = SearchTree.at(root, said, settings, rules);
  }
  onStart?.(tree);
  const run = new Run(task, tree, deadlines);
  const end = settings.queueing === 'rolling' ? await run.rolling() : await run.rounds();
  return ok({ tree, end: signal.aborted ? 'stopped' : end, fault: run.fault });
}

type Said = Evaluation | { readonly kind: 'timeout' };

/** When a simulation began: by the clock, and by the number of those that had ended. */
interface Began {
  readonly at: number;
  readonly after: number;
}

class Run {
  readonly #task: SearchTask;
  readonly #tree: SearchTree;
  readonly #deadlines: Deadlines;
  /** Answers that are waited for, by node and edge. */
  readonly #waiting = new Map<number, Promise<Said>>();
  #left: number;
  #dropped = 0;
  /** Those of a run before count, too: their numbers go on. */
  #ended: number;
  #sliceEnd = 0;
  fault: string | undefined;

  constructor(task: SearchTask, tree: SearchTree, deadlines: Deadlines) {
    this.#deadlines = deadlines;
    this.#task = task;
    this.#tree = tree;
    this.#left = task.settings.simulations;
    this.#ended = tree.simulations;
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
        else if (this.#isOutOfBreath) await this.#breathe();
      }
      if (round.length === 1) await round[0];
      else await Promise.all(round);
      if (this.#isOutOfBreath) await this.#breathe();
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
          if (this.#isOutOfBreath) await this.#breathe();
          continue;
        }
        const settled = one.finally(() => going.delete(settled));
        going.add(settled);
      }
      if (going.size > 0) await Promise.race(going);
      if (this.#isOutOfBreath) await this.#breathe();
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
    await new Promise<void>((resolve) => clock.after(0, resolve));
    this.#sliceEnd = clock.now() + SLICE_MS;
  }

  get #isOutOfBreath(): boolean {
    return this.#task.clock.now() >= this.#sliceEnd;
  }

  /** One simulation; undefined when nothing had to be waited for. */
  #simulate(): Promise<void> | undefined {
    const began: Began = { at: this.#task.clock.now(), after: this.#ended };
    this.#left--;
    const descent = this.#tree.descend();
    if (descent.known !== undefined) {
      this.#settle(descent, began);
      return undefined;
    }
    this.#task.onDescend?.(descent);
    return this.#answer(descent).then((said) => {
      if (said.kind === 'fault' || said.kind === 'timeout') this.#drop(descent, said, began);
      else this.#settle(descent, began, said);
    });
  }

  /** What the model says of the leaf; descents that wait for the same leaf ask once. */
  #answer(descent: Descent): Promise<Said> {
    if (this.#task.settings.batch === 1) return evaluate(this.#task, this.#deadlines, this.#tree.requestOf(descent));
    const last = descent.edges.length - 1;
    const key = descent.nodes[last].id * MOST_EDGES + descent.edges[last];
    const asked = this.#waiting.get(key);
    if (asked !== undefined) return asked;
    const answer = evaluate(this.#task, this.#deadlines, this.#tree.requestOf(descent));
    this.#waiting.set(key, answer);
    // before the descents that wait for it go on; it never rejects
    void answer.then(() => this.#waiting.delete(key));
    return answer;
  }

  #settle(descent: Descent, began: Began, answer?: Answer): void {
    const outcome = this.#tree.settle(descent, answer);
    if (outcome === undefined) return;
    this.#dropped = 0;
    this.#tell(descent, outcome.kind, outcome.node, 'value' in outcome ? outcome.value : undefined, began);
  }

  #drop(
    descent: Descent,
    said: { readonly kind: 'timeout' } | Extract<Evaluation, { readonly kind: 'fault' }>,
    began: Began,
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
    began: Began,
  ): void {
    this.#ended++;
    const ms = this.#task.clock.now() - began.at;
    const { after } = began;
    this.#task.onSimulation?.({ number: simulation, path: edges, kind, leaf, value, after, ms }, this.#tree);
  }
}

/** The model's answer, a fault when it broke its promise not to reject, `timeout` after t0; a stop is a fault. */
function evaluate({ model, signal }: SearchTask, deadlines: Deadlines, request: EvaluationRequest): Promise<Said> {
  return new Promise((resolve) => {
    const own = new OneSignal();
    let over = false;
    let forget: (() => void) | undefined;
    const end = (said: Said): void => {
      if (over) return;
      over = true;
      if (deadline !== undefined) deadline.isOver = true;
      forget?.();
      resolve(said);
    };
    const giveUp = (said: Said): void => {
      end(said);
      own.abort();
    };
    const stop = (): void => giveUp({ kind: 'fault', message: 'stopped' });
    const deadline = deadlines.set(() => giveUp({ kind: 'timeout' }));
    if (signal.aborted) return stop();
    forget = onAbort(signal, stop);
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
  /** Made when somebody listens: a model that answers at once never does. */
  #listeners: Set<() => void> | undefined;
  aborted = false;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners?.clear();
  }
}
