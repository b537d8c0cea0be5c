import { existsSync } from 'node:fs';
import process from 'node:process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Automaton, SINK, type Sink } from '../../core/base/automaton.ts';
import { LruMap } from '../../core/base/lru-map.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import { PROCESS, type ProcessOpener, type ProcessSpec } from '../../core/worlds/world-spec.ts';
import { besideBundle } from '../worker/node-threads.ts';
import { WorldError } from '../worker/worker-protocol.ts';
import {
  ENDED,
  ENDING,
  newShared,
  PID,
  type ProcessReply,
  type ProcessRequest,
  type ProcessThreadData,
  REPLIED,
  TO_END,
} from './node-program-channel.ts';

const TIMEOUT_MS = 5000;
/** Time beyond two attempts after which the thread itself counts as lost, in milliseconds. */
const GRACE_MS = 10_000;

/** Memory of processes that must not outlive this one. */
const RUNNING = new Set<Int32Array>();
let isWatching = false;

/** Ends a program together with this process, which may know only the memory shared with its thread. */
export function killAtExit(shared: Int32Array): void {
  RUNNING.add(shared);
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const item of RUNNING) endProgram(item);
  });
}

/** Ends the program whose thread shares this memory. */
export function endProgram(shared: Int32Array): void {
  const pid = Atomics.exchange(shared, PID, 0);
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Ends the program whose thread shares this memory for good. Resolves once the thread has seen its end, or after a second.
 */
export async function stopProgram(shared: Int32Array): Promise<void> {
  Atomics.store(shared, ENDING, TO_END);
  RUNNING.delete(shared);
  if (Atomics.load(shared, PID) === 0) return;
  endProgram(shared);
  // Until then the system keeps it as a zombie process.
  for (let waited = 0; waited < LAST_MS && Atomics.load(shared, ENDING) !== ENDED; waited += LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Limit for the end of a program, and polling interval, in milliseconds. */
const LAST_MS = 1000;
const LOOK_MS = 10;

/**
 * Opens worlds that are programs. A separate thread holds the program, so that this thread can wait for answers: metrics ask for states one
 * after another. The program ends with this process.
 *
 * @param bundle URL of the caller's bundle (`import.meta.url`): the thread's program lies beside it
 * @param share returns the memory shared with a program's thread; by default new memory for each
 */
export function processOpener(bundle: string, share: () => Int32Array = newShared): ProcessOpener {
  // Several parts of a command open the same world; its program runs once.
  const opened = new LruMap<string, World<unknown>>(KEPT);
  return (spec) => {
    const key = JSON.stringify(spec);
    const known = opened.get(key);
    if (known !== undefined) return ok(known);
    try {
      const world = processWorld(spec, asker(spec, bundle, share()));
      opened.set(key, world);
      return ok(world);
    } catch (error) {
      if (error instanceof WorldError) return err([{ message: error.message }]);
      throw error;
    }
  };
}

/** Number of programs that run at the same time. */
const KEPT = 16;

/** Returns a function that asks the program of a world and waits; it throws a `WorldError` if there is no answer. */
function asker(
  { name, command, cwd, timeoutMs = TIMEOUT_MS }: ProcessSpec,
  bundle: string,
  shared: Int32Array,
): (request: ProcessRequest) => Readonly<Record<string, unknown>> {
  const entry = besideBundle(bundle, 'world-worker.mjs');
  if (!existsSync(entry)) throw new WorldError(`the world ${name} is a program, which cannot be started here`);
  const { port1, port2 } = new MessageChannel();
  const data: ProcessThreadData = { command, cwd, timeoutMs, port: port2, shared };
  const worker = new Worker(entry, { workerData: data, transferList: [port2] });
  worker.on('error', () => endProgram(shared));
  worker.unref();
  port1.unref();
  // If the owner of this thread holds the memory, a program left by an earlier thread ends.
  endProgram(shared);
  killAtExit(shared);
  return (request) => {
    const replied = Atomics.load(shared, REPLIED);
    port1.postMessage(request);
    // The notification of the previous reply may arrive only now, if that reply was already there when it was awaited.
    while (Atomics.load(shared, REPLIED) === replied)
      if (Atomics.wait(shared, REPLIED, replied, 2 * timeoutMs + GRACE_MS) === 'timed-out') break;
    const received = receiveMessageOnPort(port1)?.message as ProcessReply | undefined;
    if (received === undefined) {
      endProgram(shared);
      throw new WorldError(`the world ${name}: its thread does not answer`);
    }
    if ('failure' in received) throw new WorldError(`the world ${name} ${received.failure}`);
    return received.reply;
  };
}

/** Version of the protocol (docs/worlds.md, "A process"). */
export const WORLD_PROTOCOL = 1;

/** Limit of cached states with their facts, and of cached texts with their states. */
const MAX_KEPT = 50_000;
const MAX_LEGAL = 4096;
/** Number of states whose printed text is parsed again as a check. */
const MAX_READ_AGAIN = 50;
/** An action that no world has. */
const NO_ACTION = 'statelens-no-action';

type Fields = Readonly<Record<string, unknown>>;
export type Ask = (request: { readonly op: string } & Fields) => Fields;

/** Known facts about a state. */
interface Known {
  key?: string;
  legal?: readonly string[];
  observed?: string;
  goal?: boolean;
  readonly next: Map<string, string>;
}

/** An automaton whose states are the texts that a program prints. Equal questions are asked once. */
class ProcessAutomaton implements Automaton<string> {
  /** Identifier of no game, whatever the program is called. */
  readonly id: string;
  readonly #name: string;
  readonly maxLegal = MAX_LEGAL;
  readonly observe?: (state: string) => string;
  readonly #ask: Ask;
  readonly #known = new LruMap<string, Known>(MAX_KEPT);
  readonly #parsed = new LruMap<string, Result<string, string>>(MAX_KEPT);
  #readAgain = 0;

  constructor(name: string, ask: Ask, observes: boolean) {
    this.id = `${PROCESS}${name}`;
    this.#name = name;
    this.#ask = ask;
    if (observes) this.observe = (state) => this.#observed(state);
  }

  parse(text: string): Result<string, string> {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const reply = this.#ask({ op: 'parse', text });
    const error = reply.error;
    const result = typeof error === 'string' ? err(error) : ok(this.#learned(reply, 'parse'));
    this.#parsed.set(text, result);
    return result;
  }

  print(state: string): string {
    return state;
  }

  legal(state: string | Sink): readonly string[] {
    if (state === SINK) return [];
    const known = this.#of(state);
    known.legal ??= this.#actions(this.#ask({ op: 'legal', state }).legal, state);
    return known.legal;
  }

  step(state: string | Sink, action: string): string | Sink {
    // Asked only if the action is legal, so that a program cannot contradict itself.
    if (state === SINK || !this.legal(state).includes(action)) return SINK;
    const known = this.#of(state);
    let next = known.next.get(action);
    if (next === undefined) {
      const reply = this.#ask({ op: 'step', state, action });
      if (reply.state === null || reply.error !== undefined)
        this.#lie(`lists ${action} as legal in ${state}, but refuses to step`);
      next = this.#learned(reply, 'step');
      known.next.set(action, next);
      if (this.#readAgain < MAX_READ_AGAIN) this.#checkText(next);
    }
    return next;
  }

  outcome(state: string): '1/2-1/2' | undefined {
    return this.legal(state).length === 0 ? '1/2-1/2' : undefined;
  }

  key(state: string): string {
    const known = this.#of(state);
    known.key ??= this.#text(this.#ask({ op: 'key', state }).key, 'key');
    return known.key;
  }

  /** Checks answers that are the same for every correct program: an illegal step, and the text of the start. */
  check(start: string): void {
    const { state } = this.#ask({ op: 'step', state: start, action: NO_ACTION });
    if (state !== null && state !== undefined) this.#lie(`steps by ${NO_ACTION}, which it does not list as legal`);
    this.#checkText(start);
    this.legal(start);
    this.key(start);
    this.observe?.(start);
  }

  /** Returns true for a state that the program calls a goal. */
  reached(state: string): boolean {
    const known = this.#of(state);
    known.goal ??= this.#flag(this.#ask({ op: 'goal', state }).goal, state);
    return known.goal;
  }

  #flag(value: unknown, state: string): boolean {
    return typeof value === 'boolean' ? value : this.#lie(`answers goal without true or false for ${state}`);
  }

  #observed(state: string): string {
    const known = this.#of(state);
    known.observed ??= this.#text(this.#ask({ op: 'observe', state }).observed, 'observe');
    return known.observed;
  }

  #checkText(state: string): void {
    this.#readAgain++;
    const read = this.parse(state);
    if (!read.ok) this.#lie(`prints the state ${state}, which it cannot read: ${read.error}`);
    else if (read.value !== state) this.#lie(`reads the state ${state} that it printed as ${read.value}`);
  }

  #of(state: string): Known {
    let known = this.#known.get(state);
    if (known === undefined) this.#known.set(state, (known = { next: new Map() }));
    return known;
  }

  /** Returns the state of a reply after recording its other facts. */
  #learned(reply: Fields, op: string): string {
    const state = this.#text(reply.state, op, 'state');
    const known = this.#of(state);
    if (reply.legal !== undefined) known.legal ??= this.#actions(reply.legal, state);
    if (reply.key !== undefined) known.key ??= this.#text(reply.key, op, 'key');
    if (reply.observed !== undefined) known.observed ??= this.#text(reply.observed, op, 'observed');
    if (reply.goal !== undefined) known.goal ??= this.#flag(reply.goal, state);
    return state;
  }

  #actions(value: unknown, state: string): readonly string[] {
    if (!Array.isArray(value)) return this.#lie(`answers legal without a list of actions for ${state}`);
    if (value.length > MAX_LEGAL) this.#lie(`has ${value.length} actions in ${state}; at most ${MAX_LEGAL} are read`);
    const seen = new Set<string>();
    for (const name of value) {
      if (typeof name !== 'string' || name === '' || /\s/.test(name))
        this.#lie(`has an action in ${state} whose name is no text without spaces: ${JSON.stringify(name)}`);
      else if (seen.has(name)) this.#lie(`lists the action ${name} twice in ${state}`);
      else seen.add(name);
    }
    return [...seen];
  }

  #text(value: unknown, op: string, field: string = op): string {
    return typeof value === 'string' ? value : this.#lie(`answers ${op} without a text "${field}"`);
  }

  #lie(what: string): never {
    throw new WorldError(`the world ${this.#name} ${what}`);
  }
}

/** Returns the world of a program that is asked by `ask`. Throws a `WorldError` if it breaks the protocol or fails. */
function processWorld({ name }: ProcessSpec, ask: Ask): World<string> {
  const info = ask({ op: 'info', protocol: WORLD_PROTOCOL });
  if (info.protocol !== WORLD_PROTOCOL)
    throw new WorldError(`the world ${name} speaks protocol ${JSON.stringify(info.protocol)}, not ${WORLD_PROTOCOL}`);
  const text = (field: string, otherwise: string): string => {
    const value = info[field];
    return typeof value === 'string' && value !== '' ? value : otherwise;
  };
  const { start } = info;
  if (typeof start !== 'string') throw new WorldError(`the world ${name} answers info without a text "start"`);
  const automaton = new ProcessAutomaton(name, ask, info.observes === true);
  automaton.check(start);
  const goal = text('goal', '');
  if (goal !== '') automaton.reached(start);
  return {
    name,
    title: text('name', name),
    automaton,
    start,
    stateForm: text('state_form', `a state, such as ${start}`),
    actionForm: text('action_form', 'the name of an action'),
    part: 'state',
    parts: (state) => new Map([['state', state]]),
    ...(goal !== '' && {
      // Its keys distinguish futures, and need not say whether the goal is reached.
      goal: {
        title: goal,
        reached: (state) => automaton.reached(state),
        key: (state) => (automaton.reached(state) ? 'goal' : ''),
      },
    }),
  };
}
