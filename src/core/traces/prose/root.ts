import { readAnswer } from '../../answers/read-answer.ts';
import { findFens } from '../../answers/states/fens.ts';
import { type Automaton, SINK } from '../../base/automaton.ts';
import { type Range, range } from '../../base/text/range.ts';
import { INITIAL_FEN } from '../../games/chess/state.ts';
import type { World } from '../../worlds/world.ts';
import type { ActionLanguage } from './mention.ts';
import type { ProseNode, ProseTree } from './prose-tree.ts';

/** The position in which a search begins. */
export interface ProseRoot {
  readonly state: unknown;
  /** Range of its statement in the text; empty at the start if the caller states it. */
  readonly range: Range;
}

/** Facts that a caller knows of the root. */
export interface RootOptions {
  readonly world: World<unknown>;
  /** State before `record`, in the form of the world. Default: what the text states, otherwise the start of the world. */
  readonly start?: string | undefined;
  /** Actions before the search, with or without move numbers. */
  readonly record?: string | undefined;
}

const DEFAULT_FIELDS = ['w', '-', '-', '0', '1'] as const;
const TURN = /\b(white|black)(?:'s)? (?:to (?:move|play)|turn|move)\b|\bturn: (white|black)\b/i;
const INITIAL = /\b(?:starting|initial|start|opening) position\b|\bstart of (?:the|a) game\b|\bstartpos\b/i;
const RECORD = /\b(?:game|moves?|position|after|record|pgn|so far)\b/i;
const BETWEEN_MOVES = /^[\s,;*_`]*$/;
/** Number of plies that are a record without words before them. */
const SURE = 6;

/** Returns a FEN with the fields that are missing; undefined if the side to move is unknown. */
export function filledFen(fen: string, text: string): string | undefined {
  const fields = fen.split(' ');
  if (fields.length === 1) {
    const turn = TURN.exec(text);
    const side = (turn?.[1] ?? turn?.[2])?.toLowerCase();
    if (side === undefined) return undefined;
    fields.push(side === 'white' ? 'w' : 'b');
  }
  while (fields.length < 6) fields.push(DEFAULT_FIELDS[fields.length - 1] ?? '-');
  return fields.join(' ');
}

/** Returns the position of the first FEN that can be one, or of the game that a text begins with. */
function chessRoot(text: string, automaton: Automaton<unknown>, language: ActionLanguage): ProseRoot | undefined {
  for (const { fen, range: at } of findFens(text)) {
    const whole = filledFen(fen, text);
    const state = whole === undefined ? undefined : automaton.parse(whole);
    if (state?.ok === true) return { state: state.value, range: at };
  }
  const initial = automaton.parse(INITIAL_FEN);
  if (!initial.ok) return undefined;
  const played = playRecord(text, initial.value, automaton, language);
  if (played !== undefined) return played;
  const told = INITIAL.exec(text);
  return told === null ? undefined : { state: initial.value, range: range(told.index, told.index + told[0].length) };
}

/** Returns the position after a game from move 1 that is the first that a text names. */
function playRecord(
  text: string,
  initial: unknown,
  automaton: Automaton<unknown>,
  language: ActionLanguage,
): ProseRoot | undefined {
  const mentions = language.find(text);
  const first = mentions.findIndex(({ form, number }) => form === 'name' || number !== undefined);
  const from = mentions[first];
  if (from?.number !== 1 || from.side !== 0) return undefined;
  let state = initial;
  let end = from.start;
  let plies = 0;
  for (const mention of mentions.slice(first)) {
    if (plies > 0 && !BETWEEN_MOVES.test(text.slice(end, mention.start))) break;
    const action = language.resolve(state, mention);
    const next = action === undefined ? SINK : automaton.step(state, action);
    if (next === SINK) break;
    state = next;
    end = mention.range.end;
    plies++;
  }
  const isTold = RECORD.test(text.slice(Math.max(0, from.start - 80), from.start));
  return plies >= SURE || (isTold && plies > 1) ? { state, range: range(from.start, end) } : undefined;
}

/** Returns the state that a text states before anything else. */
function statedRoot(text: string, automaton: Automaton<unknown>): ProseRoot | undefined {
  const head = text.slice(0, 8000);
  const { candidates } = readAnswer(head, { world: (line) => automaton.parse(line).ok });
  for (const candidate of candidates) {
    const state = automaton.parse(candidate.state);
    if (state.ok) return { state: state.value, range: candidate.range };
  }
  return undefined;
}

/** Returns the state after the actions of a record; undefined if one of them is illegal. */
function afterRecord(record: string, start: unknown, automaton: Automaton<unknown>, language: ActionLanguage): unknown {
  let state = start;
  for (const word of record.replace(/\d+\s*\.+/g, ' ').split(/\s+/)) {
    if (word === '' || /^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word)) continue;
    const mention = { range: range(0, 0), start: 0, text: word.replace(/[!?]+$/, ''), form: 'name' as const };
    const action = language.resolve(state, mention);
    const next = action === undefined ? SINK : automaton.step(state, action);
    if (next === SINK) return undefined;
    state = next;
  }
  return state;
}

/**
 * Returns the position in which the search of a text begins: after the record, at the start that the caller names, at
 * the first that the text states, or at the start of the world. Undefined if a game of chess is nowhere stated, or the
 * options do not fit the world.
 */
export function findRoot(
  text: string,
  { world, start, record }: RootOptions,
  language: ActionLanguage,
): ProseRoot | undefined {
  const { automaton } = world;
  const isChess = language.moveNumber(world.start) !== undefined;
  const none = range(0, 0);
  const given = start === undefined ? undefined : automaton.parse(start);
  if (given !== undefined && !given.ok) return undefined;
  if (record !== undefined) {
    const state = afterRecord(record, given?.value ?? world.start, automaton, language);
    return state === undefined ? undefined : { state, range: none };
  }
  if (given !== undefined) return { state: given.value, range: none };
  if (isChess) return chessRoot(text, automaton, language);
  return statedRoot(text, automaton) ?? { state: world.start, range: none };
}

/** A position that a text states after its root. */
interface StatedPosition {
  readonly range: Range;
  /** The node of the position; undefined if the search has not reached it. */
  readonly node: ProseNode | undefined;
}

/** Board and side to move of a position: what a text states, whatever its counters. */
const keyOf = (printed: string): string => printed.split(' ', 2).join(' ');

/** The positions of chess that a text states besides its root, in its order, with the nodes that have them. */
export class StatedPositions {
  readonly #fens: readonly { readonly range: Range; readonly key: string }[];
  readonly #automaton: Automaton<unknown>;
  readonly #nodes = new Map<string, ProseNode>();
  #keyed = 0;
  #next = 0;

  constructor(text: string, automaton: Automaton<unknown>, root: ProseRoot) {
    this.#automaton = automaton;
    const own = keyOf(automaton.print(root.state));
    this.#fens = Array.from(findFens(text)).flatMap(({ fen, form, range }) => {
      if (form === 'malformed' || range.start <= root.range.start) return [];
      const [board = '', side] = (filledFen(fen, '') ?? fen).split(' ');
      // A board without the side to move is that of the root if it can be.
      return [{ range, key: side === undefined && own.startsWith(`${board} `) ? own : `${board} ${side ?? ''}` }];
    });
  }

  /** Returns the positions that the text states before an offset and that were not returned before. */
  before(offset: number, tree: ProseTree): StatedPosition[] {
    const found: StatedPosition[] = [];
    for (
      let fen = this.#fens[this.#next];
      fen !== undefined && fen.range.start < offset;
      fen = this.#fens[this.#next]
    ) {
      this.#next++;
      found.push({ range: fen.range, node: this.#nodeOf(fen.key, tree) });
    }
    return found;
  }

  #nodeOf(key: string, { nodes }: ProseTree): ProseNode | undefined {
    for (; this.#keyed < nodes.length; this.#keyed++) {
      const node = nodes[this.#keyed];
      if (node === undefined) break;
      const own = keyOf(this.#automaton.print(node.state));
      for (const name of [own, `${own.split(' ', 1)[0] ?? ''} `])
        if (!this.#nodes.has(name)) this.#nodes.set(name, node);
    }
    return this.#nodes.get(key);
  }
}
