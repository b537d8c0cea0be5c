import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { labelCell, type Scene, type World } from './world.ts';

/** Box of each item, from 1; 0 for an item that is in none. */
export type BoxState = readonly number[];

/** Names of the items, in the order in which a state lists them. */
const ITEMS =
  'apple book coin drum egg flute glove hat ink jar key lamp map nail orange pen quilt rope stone tea'.split(' ');
const MOST_BOXES = 9;

/** Meaning of an action: `box` is emptied if `item` is -1. */
interface BoxAction {
  readonly item: number;
  readonly from: number;
  readonly box: number;
}

/**
 * Boxes and their content (entity tracking, after Kim and Schuster 2023): `put(apple,1)` puts an item that is in no box
 * into one, `move(apple,1,2)` moves it from one box to another, `empty(1)` takes everything out of a box that is not
 * empty.
 */
class Boxes implements Automaton<BoxState> {
  readonly id: string;
  readonly #boxes: number;
  readonly #items: readonly string[];

  constructor(id: string, boxes: number, items: number) {
    this.id = id;
    this.#boxes = boxes;
    this.#items = ITEMS.slice(0, items);
  }

  /** Reads boxes in order, each with its items in any order. */
  parse(text: string): Result<BoxState, string> {
    const written = text.trim().split('|');
    if (written.length !== this.#boxes) return err(`${written.length} boxes instead of ${this.#boxes}`);
    const where = this.#items.map(() => 0);
    for (const [i, one] of written.entries()) {
      const found = /^\s*(\d+)\s*:(.*)$/s.exec(one);
      if (found === null || Number(found[1]) !== i + 1) return err(`box ${i + 1} is not written as ${i + 1}: items`);
      for (const name of found[2].split(/\s+/).filter((word) => word !== '')) {
        const item = this.#items.indexOf(name);
        if (item < 0) return err(`there is no item ${name}`);
        if (where[item] !== 0) return err(`the ${name} is in two places`);
        where[item] = i + 1;
      }
    }
    return ok(where);
  }

  print(state: BoxState): string {
    const boxes = Array.from({ length: this.#boxes }, (_, i) => {
      const held = this.#items.filter((_item, item) => state[item] === i + 1);
      return [`${i + 1}:`, ...held].join(' ');
    });
    return boxes.join(' | ');
  }

  legal(state: BoxState | Sink): readonly string[] {
    if (state === SINK) return [];
    const names: string[] = [];
    for (const [item, name] of this.#items.entries()) {
      const at = state[item];
      for (let box = 1; box <= this.#boxes; box++) {
        if (at === 0) names.push(`put(${name},${box})`);
        else if (box !== at) names.push(`move(${name},${at},${box})`);
      }
    }
    for (let box = 1; box <= this.#boxes; box++) if (state.includes(box)) names.push(`empty(${box})`);
    return names;
  }

  step(state: BoxState | Sink, action: string): BoxState | Sink {
    if (state === SINK) return SINK;
    const read = this.#read(action);
    if (read === undefined) return SINK;
    const { item, from, box } = read;
    if (item < 0) return state.includes(box) ? state.map((at) => (at === box ? 0 : at)) : SINK;
    if (state[item] !== from || from === box) return SINK;
    return state.map((at, i) => (i === item ? box : at));
  }

  outcome(): undefined {
    return undefined;
  }

  key(state: BoxState): string {
    return state.join(' ');
  }

  /** Reads an action; undefined for text that is none, or names an unknown item or box. */
  #read(action: string): BoxAction | undefined {
    const found = /^(?:put\(([a-z]+),([1-9])\)|move\(([a-z]+),([1-9]),([1-9])\)|empty\(([1-9])\))$/.exec(action);
    if (found === null) return undefined;
    const [, put, into, moved, from, to, emptied] = found;
    const name = put ?? moved;
    const item = name === undefined ? -1 : this.#items.indexOf(name);
    const box = Number(into ?? to ?? emptied);
    if (box > this.#boxes || Number(from ?? 0) > this.#boxes || (name !== undefined && item < 0)) return undefined;
    return { item, from: Number(from ?? 0), box };
  }

  /** Returns the reason why an action is not legal in a state. */
  whyNot(state: BoxState, action: string): string {
    const found = /^(put|move|empty)\(([^()]*)\)$/.exec(action);
    const [, verb, inside] = found ?? [];
    const words = inside?.split(',') ?? [];
    const count = verb === 'put' ? 2 : verb === 'move' ? 3 : 1;
    if (found === null || words.length !== count)
      return 'actions are written put(ITEM,BOX), move(ITEM,BOX,BOX) and empty(BOX)';
    const name = verb === 'empty' ? undefined : words[0];
    const item = name === undefined ? -1 : this.#items.indexOf(name);
    if (name !== undefined && item < 0) return `there is no item ${name}`;
    const strange = words
      .slice(name === undefined ? 0 : 1)
      .find((box) => !/^[1-9]$/.test(box) || Number(box) > this.#boxes);
    if (strange !== undefined) return `there is no box ${strange}`;
    if (verb === 'empty') return `box ${words[0]} is empty`;
    const at = state[item];
    if (verb === 'put') return `the ${name} is in box ${at}`;
    if (at === 0) return `the ${name} is in no box`;
    return String(at) === words[1]
      ? `the ${name} is in box ${at} already`
      : `the ${name} is in box ${at}, not in ${words[1]}`;
  }

  /** Draws a row for each box and one for the items in none, and a column for each item. */
  draw(state: BoxState): Scene {
    const rows = this.#boxes + 1;
    const labels = Array.from({ length: rows }, (_, i) => labelCell(0, i, i < this.#boxes ? String(i + 1) : 'none'));
    const cells = this.#items.flatMap((name, item) => {
      const own = state[item] === 0 ? this.#boxes : state[item] - 1;
      return Array.from({ length: rows }, (_, row) => {
        const place = { column: item + 1, row };
        if (row !== own) return { ...place, glyph: '', tone: 'none' as const };
        return { ...place, part: name, glyph: name, tone: state[item] === 0 ? ('none' as const) : ('light' as const) };
      });
    });
    return { columns: this.#items.length + 1, rows, cells: [...labels, ...cells] };
  }

  /** Returns the place of every item, by its name. */
  places(state: BoxState): Map<string, string> {
    return new Map(this.#items.map((name, item) => [name, state[item] === 0 ? 'no box' : `box ${state[item]}`]));
  }
}

/** Sizes of `boxes` without numbers: about as many actions in a state as in chess. */
const USUAL = { boxes: 4, items: 6 };

/**
 * Returns the world of a name: `boxes`, or with numbers of boxes and items as in `boxes7x10`. Undefined for other
 * names, an error for a number that is too large.
 */
export function parseBoxesName(name: string): Result<World<BoxState>, string> | undefined {
  const found = /^boxes(?:(\d+)x(\d+))?$/.exec(name);
  if (found === null) return undefined;
  const boxes = Number(found[1] ?? USUAL.boxes);
  const items = Number(found[2] ?? USUAL.items);
  if (boxes < 1 || boxes > MOST_BOXES || items < 1 || items > ITEMS.length)
    return err(`boxes are 1 to ${MOST_BOXES}, with 1 to ${ITEMS.length} items, not ${boxes} with ${items}`);
  const automaton = new Boxes(name, boxes, items);
  const start = Array.from({ length: items }, () => 0);
  return ok({
    name,
    title: `${boxes} boxes, ${items} items`,
    automaton,
    start,
    stateForm: `every box with its items, such as ${automaton.print(start.map((_, item) => (item % 2) * Math.min(boxes, 2)))}; the items are ${ITEMS.slice(0, items).join(' ')}`,
    actionForm:
      'put(apple,1) puts an item that is in no box into box 1, move(apple,1,2) moves it from box 1 to box 2, empty(1) takes everything out of box 1',
    part: 'item',
    parts: (state) => automaton.places(state),
    whyNot: (state, action) => automaton.whyNot(state, action),
    draw: (state) => automaton.draw(state),
  });
}
