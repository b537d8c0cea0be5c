import { SINK } from '../core/base/automaton.ts';
import { PairComparer } from '../core/metrics/compare.ts';
import { predictedState } from '../core/metrics/fen-reading.ts';
import { worldReader } from '../core/metrics/world-pair-reading.ts';
import { replayActions } from '../core/worlds/random-walk.ts';
import type { World } from '../core/worlds/world.ts';
import { buildWorld, type WorldSpec } from '../core/worlds/world-spec.ts';
import { COMMON_WORLD_NAMES } from '../core/worlds/worlds.ts';
import { CodedError } from './coded-error.ts';
import { commonScores, comparePair } from './scoring.ts';

/** Options of p and r. */
export interface WorldScoreOptions {
  /** m, the longest sequence of actions: 1 to 100, default 4. */
  readonly depth?: number;
  /** `auto` (default) is exact where that is cheap, otherwise `stratified`, an estimate. */
  readonly method?: 'auto' | 'exact' | 'stratified';
  /** Samples of an estimate: 1 to 1,000,000. */
  readonly samples?: number;
  /** Seed of an estimate: a whole number from 0; default 0. */
  readonly seed?: number;
}

/** A predicted state of a world compared with the true one. */
export interface WorldComparison {
  readonly trueState: string;
  readonly predictedState: string | null;
  /** `none`, `unread`, `unparsable`, `impossible`, `squares` (wrong parts), `side`, `notation` or `exact` and so on. */
  readonly verdict: string;
  /** The false belief in about 100 characters; `exact` where there is none. */
  readonly sentence: string;
  /** p_1 to p_m, each 0 to 1; null if the verdict is `unread`. */
  readonly p: readonly number[] | null;
  /** r_1 to r_m, each 0 to 1. */
  readonly r: readonly number[] | null;
  /** f_1 to f_m, each 0 to 1: harmonic means of p and r. */
  readonly f: readonly number[] | null;
  /** True if all of p and r are exact, false for an estimate. */
  readonly isExact: boolean;
  readonly valid: boolean;
  readonly exactMatch: boolean;
  /** Share of correct parts, 0 to 1. */
  readonly partAccuracy: number;
  /** Names of wrong parts, in the order of the text. */
  readonly wrongParts: readonly string[];
  /** Levenshtein distance of the texts that the world prints, in characters. */
  readonly editDistance: number;
}

/** A line of actions, replayed. */
export interface WorldReplay {
  /** The start, then the state after each action that is legal. */
  readonly states: readonly string[];
  /** The first action that is not legal, with its index from 0; null if all are. */
  readonly illegal: { readonly index: number; readonly action: string; readonly reason: string | null } | null;
}

/** A world whose states are texts. All functions but `open…` are pure. */
export interface OpenWorld {
  readonly name: string;
  readonly title: string;
  /** State in which walks start. */
  readonly start: string;
  /** Form of the states and of the actions, as sentences for a prompt. */
  readonly stateForm: string;
  readonly actionForm: string;
  /** Returns the legal actions, none in a final state. @throws `bad-state` for a text that is no state */
  legal(state: string): string[];
  /** Returns the next state; null if the action is not legal. @throws `bad-state` */
  step(state: string, action: string): string | null;
  /** Returns the reason why an action is not legal, as a clause; null if it is legal or there is no specific reason. */
  whyNot(state: string, action: string): string | null;
  /** Returns the result of a final state for the first player; null before the end. @throws `bad-state` */
  outcome(state: string): '1-0' | '0-1' | '1/2-1/2' | null;
  /** Returns the parts of a state by name: squares, cells, places. @throws `bad-state` */
  parts(state: string): Record<string, string>;
  /** Replays actions as far as they are legal, from the start of the world or from a state. @throws `bad-state` */
  replay(actions: readonly string[], from?: string): WorldReplay;
  /**
   * Compares a predicted state with the true one; null, empty or `?` for an answer without a state, `??` for one that
   * cannot be read. @throws an Error whose `code` is `bad-state` (the true state) or `bad-option`
   */
  compare(trueState: string, predicted: string | null, options?: WorldScoreOptions): WorldComparison;
}

/** Names of built-in worlds, one for each kind; `hex7`, `s4` and others with other numbers exist too (docs/worlds.md). */
export const worldNames: readonly string[] = COMMON_WORLD_NAMES;

/**
 * Opens a built-in world by its name.
 *
 * @throws an Error whose `code` is `bad-world`
 */
export function openWorld(name: string): OpenWorld {
  return opened({ kind: 'named', name });
}

/**
 * Opens a world from the text of a table: lines of `state,action,next` (docs/worlds.md).
 *
 * @throws an Error whose `code` is `bad-world`, with the first fault of the text
 */
export function openTable(name: string, text: string): OpenWorld {
  return opened({ kind: 'table', name, text });
}

/**
 * Opens a world from a domain and a problem in PDDL.
 *
 * @throws an Error whose `code` is `bad-world`, with the first fault of the texts
 */
export function openPddl(name: string, domain: string, problem: string): OpenWorld {
  return opened({ kind: 'pddl', name, domain, problem });
}

function opened(spec: WorldSpec): OpenWorld {
  const built = buildWorld(spec);
  if (!built.ok) throw new CodedError('bad-world', built.error[0]?.message ?? 'there is no such world');
  return new TextWorld(built.value);
}

class TextWorld implements OpenWorld {
  readonly name: string;
  readonly title: string;
  readonly start: string;
  readonly stateForm: string;
  readonly actionForm: string;
  readonly #world: World<unknown>;
  #comparer: PairComparer | undefined;

  constructor(world: World<unknown>) {
    this.#world = world;
    this.name = world.name;
    this.title = world.title;
    this.start = world.automaton.print(world.start);
    this.stateForm = world.stateForm;
    this.actionForm = world.actionForm;
  }

  legal(state: string): string[] {
    return [...this.#world.automaton.legal(this.#read(state))];
  }

  step(state: string, action: string): string | null {
    const { automaton } = this.#world;
    const next = automaton.step(this.#read(state), action);
    return next === SINK ? null : automaton.print(next);
  }

  whyNot(state: string, action: string): string | null {
    const read = this.#read(state);
    const isLegal = this.#world.automaton.step(read, action) !== SINK;
    return isLegal ? null : (this.#world.whyNot?.(read, action) ?? null);
  }

  outcome(state: string): '1-0' | '0-1' | '1/2-1/2' | null {
    const { automaton } = this.#world;
    const read = this.#read(state);
    return automaton.legal(read).length > 0 ? null : (automaton.outcome(read) ?? null);
  }

  parts(state: string): Record<string, string> {
    return Object.fromEntries(this.#world.parts(this.#read(state)));
  }

  replay(actions: readonly string[], from: string = this.start): WorldReplay {
    const { states, illegal } = replayActions(this.#world, actions, this.#read(from));
    const texts = states.map((state) => this.#world.automaton.print(state));
    if (illegal === undefined) return { states: texts, illegal: null };
    const { at: index, action } = illegal;
    const reason = this.#world.whyNot?.(states[states.length - 1], action) ?? null;
    return { states: texts, illegal: { index, action, reason } };
  }

  compare(trueState: string, predicted: string | null, options: WorldScoreOptions = {}): WorldComparison {
    this.#comparer ??= new PairComparer(worldReader(this.#world));
    const state = predicted === null ? null : predictedState(predicted);
    const result = comparePair(this.#comparer, { trueFen: trueState, predictedFen: state ?? undefined }, options);
    return {
      trueState,
      predictedState: state,
      verdict: result.verdict,
      sentence: result.sentence,
      ...commonScores(result),
      valid: result.valid,
      exactMatch: result.exactMatch,
      partAccuracy: result.boardAccuracy,
      wrongParts: result.wrongSquares,
      editDistance: result.editDistance,
    };
  }

  #read(state: string): unknown {
    const read = this.#world.automaton.parse(state);
    if (!read.ok) throw new CodedError('bad-state', `no state of ${this.name}: ${read.error}`);
    return read.value;
  }
}
