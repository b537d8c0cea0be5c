import { distance } from 'fastest-levenshtein';
import { SINK } from '../../base/automaton.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { moveName } from '../../games/chess/moves.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { parseTypedMove } from '../../games/chess/typed-move.ts';
import type { World } from '../../worlds/world.ts';
import { programRefusal, programSpec } from '../../worlds/world-spec.ts';
import { COMMON_WORLD_NAMES } from '../../worlds/worlds.ts';
import { type Diagnostic, diagnostic, type Fix, type NotationCheckOptions } from '../diagnostic.ts';
import { type Label, makeLabel } from '../predictions/prediction.ts';
import { readWalks, type Walk, type WalkFile, type WalkWord } from './read-walk.ts';
import { type ReplayedWalk, replayWalk } from './replay-walk.ts';
import { isWorldFile, type WorldLookup } from './walk-world.ts';

/** Most actions that a message names. */
const MAX_NAMED = 8;
/** Most fixes that are offered for one word. */
const MAX_FIXES = 3;

/**
 * Returns all diagnostics of a walk file read from a text, those of each walk together. `game` is the index of the
 * walk.
 */
export function checkWalks(
  text: string,
  lookup: WorldLookup,
  options: NotationCheckOptions = {},
  file: WalkFile = readWalks(text),
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (file.hasByteOrderMark)
    found.push(
      diagnostic('WALK_BYTE_ORDER_MARK', { start: 0, end: 1 }, 'a byte order mark; some tools read it as text'),
    );
  const [orphan] = file.orphans;
  if (orphan !== undefined) {
    const more = file.orphans.length > 1 ? `, and ${file.orphans.length - 1} more below` : '';
    found.push(diagnostic('WALK_NO_WORLD', orphan, `this line stands above the first world line${more}`));
  }
  file.walks.forEach((walk, game) => {
    for (const finding of checkWalk(replayWalk(walk, lookup), lookup, options)) found.push({ ...finding, game });
  });
  return found;
}

function* checkWalk(replayed: ReplayedWalk, lookup: WorldLookup, options: NotationCheckOptions): Generator<Diagnostic> {
  const { walk, opened, fault } = replayed;
  if (fault?.at === 'world') yield worldFault(walk, fault.message, lookup);
  if (fault?.at === 'start') yield diagnostic('WALK_BAD_START', wordOrLine(walk.start, walk), fault.message);
  for (const range of walk.strayStarts) {
    const message = walk.actions.length > 0 ? 'a start line below an action' : 'a second start line';
    yield diagnostic(
      'WALK_STRAY_START',
      range,
      `${message} starts nothing; only the first one, above all actions, counts`,
    );
  }
  if (opened !== undefined && replayed.illegal !== undefined) yield illegalAction(replayed, opened.world);
  yield* checkPredictions(replayed, options);
}

const wordOrLine = (word: WalkWord | undefined, { range }: Walk) =>
  word === undefined || word.text === '' ? range : word.range;

function worldFault(walk: Walk, message: string, lookup: WorldLookup): Diagnostic {
  const { world, range } = walk;
  if (world.text === '')
    return diagnostic('WALK_UNKNOWN_WORLD', { start: range.start, end: range.start + 'world'.length }, message);
  const program = programSpec(world.text);
  if (program !== undefined && message === programRefusal(program))
    return diagnostic('WALK_PROGRAM', world.range, message);
  if (isWorldFile(world.text) || program !== undefined) return diagnostic('WALK_BAD_WORLD', world.range, message);
  const near = bestFirst(nearNames(world.text, COMMON_WORLD_NAMES, MAX_FIXES), walk.actions.length, (name) => {
    const { opened, states } = replayWalk({ ...walk, world: { ...world, text: name } }, lookup);
    return opened === undefined ? -1 : states.length - 1;
  });
  const said = near.length === 0 ? message : `there is no world ${world.text}; did you mean ${near[0]}?`;
  return diagnostic('WALK_UNKNOWN_WORLD', world.range, said, { fixes: near.map((name) => writing(name, world)) });
}

/**
 * Returns the names with which the whole walk is legal; if there are none, all names, those with the longest legal part
 * first.
 */
function bestFirst(names: readonly string[], most: number, reachedWith: (name: string) => number): readonly string[] {
  if (names.length < 2) return names;
  const reached = new Map(names.map((name) => [name, reachedWith(name)]));
  const of = (name: string): number => reached.get(name) ?? -1;
  const whole = names.filter((name) => of(name) === most);
  return whole.length > 0 ? whole : [...names].sort((a, b) => of(b) - of(a));
}

const writing = (name: string, { range }: WalkWord): Fix => ({
  title: `Write ${name}`,
  edits: [{ range, newText: name }],
  safe: false,
});

function illegalAction({ walk, states, illegal = 0 }: ReplayedWalk, world: World<unknown>): Diagnostic {
  const word = walk.actions[illegal];
  if (word === undefined) throw new Error('an illegal action has a place');
  const state = states.at(-1);
  const legal = world.automaton.legal(state);
  const rest = walk.actions.slice(illegal + 1);
  const meant = bestFirst(meantActions(world, state, word.text, legal), rest.length, (name) => {
    let after: unknown = world.automaton.step(state, name);
    for (const [at, { text }] of rest.entries()) {
      after = world.automaton.step(after, text);
      if (after === SINK) return at;
    }
    return rest.length;
  });
  return diagnostic('WALK_ILLEGAL_ACTION', word.range, illegalMessage(world, state, word.text, meant), {
    fixes: meant.map((name) => writing(name, word)),
    ply: illegal + 1,
  });
}

/** Returns `d1 turns no disc over; did you mean d3?`. */
function illegalMessage(world: World<unknown>, state: unknown, action: string, meant: readonly string[]): string {
  const reason = illegalActionReason(world, state, action);
  const [first] = meant;
  return first === undefined ? reason : `${reason}; did you mean ${first}?`;
}

/** Returns the reason why an action is illegal in a state, as a sentence without a period. */
export function illegalActionReason(world: World<unknown>, state: unknown, action: string): string {
  const name = action.length > 40 ? `${action.slice(0, 40)}…` : action;
  const legal = world.automaton.legal(state);
  if (legal.length === 0) return `${name} is not legal: the walk has ended, no action is legal here`;
  if (isChessVariant(world.automaton.id)) {
    const move = parseTypedMove(state as ChessState, action);
    if (move.ok) return `${name} is not written as ${moveName(move.value)}`;
    return `${name} is not legal: ${move.error}`;
  }
  const reason = world.whyNot?.(state, action);
  if (reason !== undefined) return `${name} is not legal: ${reason}`;
  const shown = legal.slice(0, MAX_NAMED).join(' ');
  const more = legal.length > MAX_NAMED ? ` and ${legal.length - MAX_NAMED} more` : '';
  return `${name} is not legal here; legal: ${shown}${more}`;
}

/** Returns the legal actions that a word may mean, the likeliest first. */
function meantActions(world: World<unknown>, state: unknown, action: string, legal: readonly string[]): string[] {
  if (isChessVariant(world.automaton.id)) {
    const move = parseTypedMove(state as ChessState, action);
    if (move.ok) return [moveName(move.value)];
  }
  return nearNames(action, legal, MAX_FIXES);
}

function* checkPredictions(
  { walk, opened }: ReplayedWalk,
  { predictions: inside = false }: NotationCheckOptions,
): Generator<Diagnostic> {
  let labels = new PlaceLabels();
  let place = -1;
  for (const { range, at, value } of walk.predictions) {
    if (at !== place) labels = new PlaceLabels();
    place = at;
    if (typeof value === 'string') {
      yield diagnostic('WALK_BAD_PSTATE', range, MISSING[value], { ply: at });
      continue;
    }
    const { label, fen, fenStart, fenEnd } = value;
    const free = labels.taken(label);
    if (free !== undefined) {
      const message = `${label.text} already has a prediction at this place; number samples as in ${free}`;
      const edits = [{ range: { start: range.start, end: fenStart }, newText: `# pstate ${free} ` }];
      yield diagnostic('WALK_DUPLICATE_LABEL', range, message, {
        ply: at,
        fixes: [{ title: `Write ${free}`, edits, safe: false }],
      });
    }
    if (!inside || fen === undefined || opened === undefined) continue;
    const read = opened.world.automaton.parse(fen);
    if (!read.ok)
      yield diagnostic('WALK_BAD_STATE', { start: fenStart, end: fenEnd }, `in the prediction: ${read.error}`, {
        ply: at,
      });
  }
}

const FORM = 'write a prediction as # pstate LABEL STATE';
const MISSING = {
  label: `the label and the state are missing; ${FORM}`,
  fen: `the state is missing; ${FORM} (? for an answer without a state)`,
} as const;

/** The labels of the predictions at one place of a walk. */
class PlaceLabels {
  readonly #taken = new Set<string>();
  /** The last offered number, by model and template. */
  readonly #numbers = new Map<string, number>();

  /** Takes a label; if another prediction has it, returns the next free numbered one. */
  taken(label: Label): string | undefined {
    if (!this.#taken.has(label.text)) {
      this.#taken.add(label.text);
      return undefined;
    }
    const base = makeLabel(label.model, label.template).text;
    let number = this.#numbers.get(base) ?? 1;
    let free: string;
    do free = makeLabel(label.model, label.template, ++number).text;
    while (this.#taken.has(free));
    this.#numbers.set(base, number);
    return free;
  }
}

/** Most examined names; further actions of a state get no suggestions. */
const MAX_NAMES = 2000;
/** Longest word, in UTF-16 units, that may be a misspelled name. */
const MAX_LENGTH = 60;

/**
 * Returns the names that a word may mean, the nearest first: equal except for case, or with up to a third of its
 * letters wrong, at most two. Names of two letters, such as those of cells, are all similar: there only the case may
 * differ.
 */
function nearNames(word: string, names: readonly string[], most: number): string[] {
  if (word.length > MAX_LENGTH) return [];
  const small = word.toLowerCase();
  const limit = word.length <= 2 ? 0 : Math.min(2, Math.max(1, Math.floor(word.length / 3)));
  const near: { readonly name: string; readonly apart: number }[] = [];
  for (const name of names.slice(0, MAX_NAMES)) {
    if (Math.abs(name.length - word.length) > limit || name === word) continue;
    const apart = name.toLowerCase() === small ? 0 : distance(small, name.toLowerCase());
    if (apart <= limit) near.push({ name, apart });
  }
  return near
    .sort((a, b) => a.apart - b.apart)
    .slice(0, most)
    .map(({ name }) => name);
}
