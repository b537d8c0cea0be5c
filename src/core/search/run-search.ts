import { err, ok, type Result } from '../base/result.ts';
import { type Answer, type Descent, type Rules, type SearchRoot, SearchTree } from './mcts.ts';
import { type RequestResult, Requests, type RequestTask } from './requests.ts';
import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** Simulation that is over: the unit of replay and of the file. */
export interface Simulation {
  /** Number from 0, in the order of their start; they may end in another order. */
  readonly number: number;
  /** Edges from the root on. */
  readonly path: readonly number[];
  /**
   * `expanded`: its leaf is a new node. `known`: its leaf existed already (the game is over, all its edges are closed,
   * or another simulation expanded it). `hallucination`: the edge was closed. `timeout` and `fault`: dropped.
   */
  readonly kind: 'expanded' | 'known' | 'hallucination' | 'timeout' | 'fault';
  readonly leaf: SearchNode | undefined;
  /** Backed-up value, for the side to move at the leaf. */
  readonly value: number | undefined;
  /** Number of simulations that had ended when it started: from then to its own end its virtual counts are in the tree. */
  readonly after: number;
  /** Milliseconds from the descent to the end. */
  readonly ms: number;
  /** True if its last edge was given up with it (`MAX_ATTEMPTS`). */
  readonly givenUp?: true;
}

/** Reasons why a search ends. */
export type SearchEnd = 'done' | 'stopped' | 'closed' | 'faults';

export interface SearchReport {
  readonly tree: SearchTree;
  readonly end: SearchEnd;
  /** Fault that ended it, or the last one. */
  readonly fault: string | undefined;
  /** Number of simulations that were dropped without an answer. */
  readonly lost: number;
  /** Paths whose last edge was given up, as edges from the root on. */
  readonly givenUp: readonly (readonly number[])[];
}

export interface SearchTask extends RequestTask {
  readonly root: SearchRoot;
  readonly settings: SearchSettings;
  /** Rules that verify the states of a model that tracks states itself. */
  readonly rules?: Rules;
  /** Tree to continue with (`SearchTree.advance`, or that of a stopped search) instead of a request for the root. */
  readonly tree?: SearchTree;
  readonly onStart?: (tree: SearchTree) => void;
  /** Called with every descent whose answer is pending. */
  readonly onDescend?: (descent: Descent) => void;
  readonly onSimulation?: (simulation: Simulation, tree: SearchTree) => void;
}

/** Number of failed evaluations, by timeout or fault, after which an edge is given up: each attempt may take t0. */
export const MAX_ATTEMPTS = 2;
/** Number of successive failed evaluations that ends a search: the model is gone. */
const MAX_DROPPED = 8;
/** Time slice of synchronous simulations before other work gets its turn, in ms. */
const SLICE_MS = 8;
/** Upper bound of the edges of a node, for keys. */
const MAX_EDGES = 65_536;

/**
 * Runs a search (Schultz et al., Algorithm 1; with b > 1 its asynchronous form). The error states why the root has no
 * evaluation.
 */
export async function runSearch(task: SearchTask): Promise<Result<SearchReport, string>> {
  const requests = new Requests(task);
  try {
    return await search(task, requests);
  } finally {
    requests.dispose();
  }
}

async function search(task: SearchTask, requests: Requests): Promise<Result<SearchReport, string>> {
  const { settings, signal, clock, onStart } = task;
  let { tree } = task;
  if (tree === undefined) {
    const { root, rules } = task;
    const said = await new Promise<RequestResult>((resolve) => {
      requests.ask({ game: root.game, state: root.state }, clock.now(), resolve);
    });
    if (said.kind === 'fault') return err(said.message);
    if (said.kind === 'timeout') return err(`no answer in ${settings.timeout / 1000} s`);
    if (said.kind === 'hallucination') return err(`the answer is not an evaluation: ${said.reason}`);
    tree = SearchTree.at(root, said, settings, rules);
  }
  onStart?.(tree);
  const run = new Run(task, tree, requests);
  const end = await run.ended;
  const { fault, lost, givenUp } = run;
  return ok({ tree, end: signal.aborted ? 'stopped' : end, fault, lost, givenUp });
}

/** Descent whose answer is pending. */
interface Flight {
  readonly descent: Descent;
  /** Start: by the clock, and by the number of simulations that had ended. */
  readonly at: number;
  readonly after: number;
}

/** Returns the key of the node and edge that a descent waits for. */
function keyOf({ descent: { nodes, edges } }: Flight): number {
  const last = edges.length - 1;
  return nodes[last]!.id * MAX_EDGES + edges[last]!;
}

/**
 * Simulations of a search. Answers drive it: there is no promise for a simulation beside the model's own, which would
 * cost more than the tree does.
 */
class Run {
  readonly #task: SearchTask;
  readonly #tree: SearchTree;
  readonly #requests: Requests;
  readonly #batch: number;
  readonly #isRolling: boolean;
  /** Descents that wait for the same answer, by node and edge. */
  readonly #waiting = new Map<number, Flight[]>();
  /** Number of failed evaluations, by node and edge. */
  readonly #attempts = new Map<number, number>();
  readonly ended: Promise<SearchEnd>;
  #resolve: (end: SearchEnd) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #left: number;
  #dropped = 0;
  /** Number of ended simulations, including those of an earlier run, whose numbers continue. */
  #ended: number;
  /** Number of pending descents, and of those since none was pending. */
  #going = 0;
  #begun = 0;
  /** Time of the last look at the clock. */
  #now: number;
  #sliceEnd = 0;
  #isBreathing = false;
  #isGoOnDue = false;
  fault: string | undefined;
  /** Number of dropped simulations. */
  lost = 0;
  readonly givenUp: (readonly number[])[] = [];

  constructor(task: SearchTask, tree: SearchTree, requests: Requests) {
    const { simulations, batch, queueing } = task.settings;
    this.#task = task;
    this.#tree = tree;
    this.#requests = requests;
    this.#batch = batch;
    this.#isRolling = queueing === 'rolling';
    this.#left = simulations;
    this.#ended = tree.simulations;
    this.#now = task.clock.now();
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#tryTo(() => this.#goOn());
  }

  /** Runs a listener. An exception in it ends the search. */
  #tryTo(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#left = 0;
      this.#reject(error);
    }
  }

  get #mayGoOn(): boolean {
    return this.#left > 0 && this.#tree.canDescend && this.#dropped < MAX_DROPPED && !this.#task.signal.aborted;
  }

  /** `rounds`: b descents, then all their answers; `rolling`: each answer makes room for the next descent. */
  get #hasRoom(): boolean {
    return (this.#isRolling ? this.#going : this.#begun) < this.#batch;
  }

  /** Starts as many simulations as have room. */
  #goOn(): void {
    if (this.#isBreathing) return;
    for (;;) {
      while (this.#hasRoom && this.#mayGoOn) if (!this.#simulate() && this.#isOutOfBreath) return this.#breathe();
      if (this.#going > 0) return;
      if (!this.#mayGoOn) return this.#resolve(this.#end());
      this.#begun = 0;
      if (this.#isOutOfBreath) return this.#breathe();
    }
  }

  #end(): SearchEnd {
    if (this.#dropped >= MAX_DROPPED) return 'faults';
    if (this.#left === 0) return 'done';
    return this.#tree.root.givenUp === undefined ? 'closed' : 'faults';
  }

  /** Yields to timers and messages: a model that answers immediately must not block them. */
  #breathe(): void {
    const { clock } = this.#task;
    this.#isBreathing = true;
    clock.after(0, () => {
      this.#isBreathing = false;
      this.#now = clock.now();
      this.#sliceEnd = this.#now + SLICE_MS;
      this.#tryTo(() => this.#goOn());
    });
  }

  get #isOutOfBreath(): boolean {
    return this.#now >= this.#sliceEnd;
  }

  /** Runs one simulation; false if no answer is pending. */
  #simulate(): boolean {
    const at = this.#task.clock.now();
    this.#now = at;
    this.#left--;
    const descent = this.#tree.descend();
    const flight: Flight = { descent, at, after: this.#ended };
    if (descent.known !== undefined) {
      this.#settle(flight);
      return false;
    }
    this.#task.onDescend?.(descent);
    this.#going++;
    this.#begun++;
    if (this.#batch === 1) this.#ask(flight, (said) => this.#hear(flight, said, this.#countFailure(flight, said)));
    else this.#askOnce(flight);
    return true;
  }

  #ask({ descent, at }: Flight, heard: (said: RequestResult) => void): void {
    this.#requests.ask(this.#tree.requestOf(descent), at, (said) => this.#tryTo(() => heard(said)));
  }

  /** Sends one request for all descents that wait for the same leaf. */
  #askOnce(flight: Flight): void {
    const key = keyOf(flight);
    const others = this.#waiting.get(key);
    if (others !== undefined) {
      others.push(flight);
      return;
    }
    const flights = [flight];
    this.#waiting.set(key, flights);
    this.#ask(flight, (said) => {
      this.#waiting.delete(key);
      const isGivenUp = this.#countFailure(flight, said);
      for (const each of flights) this.#hear(each, said, isGivenUp && each === flight);
    });
  }

  /** Counts a failed evaluation; true if its edge is given up with it. */
  #countFailure(flight: Flight, { kind }: RequestResult): boolean {
    if ((kind !== 'timeout' && kind !== 'fault') || this.#task.signal.aborted) return false;
    this.#dropped++;
    const key = keyOf(flight);
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempts);
    if (attempts !== MAX_ATTEMPTS) return false;
    this.#tree.giveUp(flight.descent);
    this.givenUp.push(flight.descent.edges);
    return true;
  }

  #hear(flight: Flight, said: RequestResult, isGivenUp: boolean): void {
    this.#going--;
    if (said.kind === 'fault' || said.kind === 'timeout') this.#drop(flight, said, isGivenUp);
    else this.#settle(flight, said);
    if (this.#isRolling && this.#batch > 1) this.#goOnSoon();
    else if (this.#going === 0) this.#goOn();
  }

  /** Continues when all arrived answers are in the tree. */
  #goOnSoon(): void {
    if (this.#isGoOnDue) return;
    this.#isGoOnDue = true;
    void Promise.resolve().then(() => {
      this.#isGoOnDue = false;
      this.#tryTo(() => this.#goOn());
    });
  }

  #settle(flight: Flight, answer?: Answer): void {
    const outcome = this.#tree.settle(flight.descent, answer);
    if (outcome === undefined) return;
    this.#dropped = 0;
    this.#tell(flight, outcome.kind, outcome.node, 'value' in outcome ? outcome.value : undefined);
  }

  #drop(
    flight: Flight,
    said: Extract<RequestResult, { readonly kind: 'timeout' | 'fault' }>,
    isGivenUp: boolean,
  ): void {
    if (!this.#tree.drop(flight.descent)) return;
    this.lost++;
    this.fault = said.kind === 'fault' ? said.message : `no answer in ${this.#task.settings.timeout / 1000} s`;
    this.#tell(flight, said.kind, undefined, undefined, isGivenUp);
  }

  #tell(
    { descent: { simulation, edges }, at, after }: Flight,
    kind: Simulation['kind'],
    leaf: SearchNode | undefined,
    value: number | undefined,
    isGivenUp = false,
  ): void {
    this.#ended++;
    this.#now = this.#task.clock.now();
    const ms = this.#now - at;
    const given = isGivenUp ? ({ givenUp: true } as const) : {};
    this.#task.onSimulation?.({ number: simulation, path: edges, kind, leaf, value, after, ms, ...given }, this.#tree);
  }
}
