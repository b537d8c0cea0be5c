import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { seeded, shuffled } from '../base/random.ts';
import { fingerprint, partSeed } from '../base/text/hash.ts';
import type { World } from './world.ts';

/** A world whose actions have other names. */
export interface RenamedWorld<State> extends World<State> {
  /** The world with the original names. */
  readonly original: World<State>;
  /** Returns the new name of an action. */
  readonly codeOf: (action: string) => string;
  /**
   * Notation of its states for models, if those are also encoded; `automaton` reads and prints them in the original
   * notation.
   */
  readonly stateCode?: StateCode;
}

/** Letters and digits that are easy to distinguish; 32 of them. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 8;

/**
 * Returns a world under a seeded renaming of its actions: each name is eight meaningless letters and digits, the same
 * for the same seed and name wherever it is legal. States keep their texts, unless those are also encoded for models. A
 * model that has seen the world has seen it under its original names: a model that remembers fails here, one that
 * tracks the state does not.
 *
 * Names are drawn from 2^40, so that two of 10,000 actions share one with a probability of 5 in 100,000.
 *
 * @param hasStates true if models read and write states in a code of the seed
 */
export function renamedWorld<State>(original: World<State>, seed: number, hasStates = false): RenamedWorld<State> {
  const codes = new Map<string, string>();
  const codeOf = (action: string): string => {
    const known = codes.get(action);
    if (known !== undefined) return known;
    const code = newName(action, seed);
    if (codes.size < MAX_KEPT) codes.set(action, code);
    return code;
  };
  const { name, title, start, stateForm, part } = original;
  const draw = original.draw?.bind(original);
  const drawText = original.drawText?.bind(original);
  return {
    name: `${name}, renamed by seed ${seed}`,
    title,
    automaton: renamedAutomaton(original.automaton, seed, codeOf),
    start,
    stateForm: hasStates ? `${stateForm}, all of it then in the code below` : stateForm,
    actionForm: `a code of ${LENGTH} letters and digits`,
    part,
    parts: (state) => original.parts(state),
    ...(draw !== undefined && { draw }),
    ...(drawText !== undefined && { drawText }),
    original,
    codeOf,
    ...(hasStates && { stateCode: stateCode(seed) }),
  };
}

/** Maximum number of names that are kept; further ones are computed again each time. */
const MAX_KEPT = 100_000;

function newName(action: string, seed: number): string {
  const digits = fingerprint(`renamed ${seed}/${action}`);
  let code = '';
  // Two hexadecimal digits are 8 bits, of which a sign takes five.
  for (let i = 0; i < LENGTH; i++) code += SIGNS[Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16) % SIGNS.length];
  return code;
}

function renamedAutomaton<State>(
  inner: Automaton<State>,
  seed: number,
  codeOf: (action: string) => string,
): Automaton<State> {
  const observe = inner.observe?.bind(inner);
  const original = (state: State, code: string): string | undefined =>
    inner.legal(state).find((action) => codeOf(action) === code);
  return {
    id: `${inner.id}~${seed}`,
    parse: (text) => inner.parse(text),
    print: (state) => inner.print(state),
    legal: (state) => inner.legal(state).map(codeOf),
    step(state: State | Sink, code: string): State | Sink {
      const action = state === SINK ? undefined : original(state, code);
      return action === undefined ? SINK : inner.step(state, action);
    },
    outcome: (state) => inner.outcome(state),
    key: (state) => inner.key(state),
    ...(observe !== undefined && { observe }),
  };
}

/** A new name of a line, with its original. */
export interface KeyEntry {
  readonly code: string;
  readonly action: string;
}

/**
 * Returns the originals of the new names of a line, each once, in the order of the new names, which is unrelated to the
 * line.
 */
export function lineKeyEntries<State>(
  { automaton, original, codeOf }: RenamedWorld<State>,
  start: State,
  line: readonly string[],
): KeyEntry[] {
  const found = new Map<string, string>();
  let state: State | Sink = start;
  for (const code of line) {
    if (state === SINK) break;
    if (!found.has(code)) {
      const action = original.automaton.legal(state).find((one) => codeOf(one) === code);
      if (action !== undefined) found.set(code, action);
    }
    state = automaton.step(state, code);
  }
  return Array.from(found, ([code, action]) => ({ code, action })).sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Returns the name of a world, or of the one that it renames. */
export const originalName = (world: World<unknown>): string => (isRenamed(world) ? world.original.name : world.name);

const getStateCode = (world: World<unknown>): StateCode | undefined => (isRenamed(world) ? world.stateCode : undefined);

/** Returns a state in the notation of models of the world. */
export const encodeState = (world: World<unknown>, text: string): string => getStateCode(world)?.encode(text) ?? text;

/** Returns the text of a model in the notation of the world. */
export const decodeState = (world: World<unknown>, written: string): string =>
  getStateCode(world)?.decode(written) ?? written;

/** Returns true for a world made by `renamedWorld`. */
export const isRenamed = <State>(world: World<State>): world is RenamedWorld<State> =>
  'original' in world && 'codeOf' in world;

/** A code for the texts of states: a substitution of letters by letters and of digits by digits. */
interface StateCode {
  readonly encode: (text: string) => string;
  /** Undoes `encode`, for any text. */
  readonly decode: (text: string) => string;
  /** The signs that are replaced, and their replacements, in the same order. Upper case follows lower case. */
  readonly known: string;
  readonly written: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/**
 * Returns the code of a seed. All other signs stay, and with them the form of a state and its edit distance to another
 * one.
 */
export function stateCode(seed: number): StateCode {
  const random = seeded(partSeed(seed, 'states'));
  const [letters, digits] = [LETTERS, DIGITS].map((signs) => shuffled(signs.split(''), random).join(''));
  const [known, written] = [`${LETTERS} ${DIGITS}`, `${letters} ${digits}`];
  return { encode: exchanged(known, written), decode: exchanged(written, known), known, written };
}

function exchanged(from: string, to: string): (text: string) => string {
  const other = new Map<string, string>();
  for (let i = 0; i < from.length; i++) {
    const [sign, one] = [from.charAt(i), to.charAt(i)];
    other.set(sign, one).set(sign.toUpperCase(), one.toUpperCase());
  }
  return (text) => text.replace(/[A-Za-z0-9]/g, (sign) => other.get(sign) ?? sign);
}
