import type { GameFacts } from '../game-facts.ts';
import { fieldNamed } from '../query/fields.ts';
import type { GameSummary } from './game-list.ts';

const MAX_TAGS = 200;
/** Maximum number of different values of a tag, and maximum length of a value. */
const MAX_VALUES = 500;
const MAX_LENGTH = 80;

/** Tags that a field reads. */
const TAGS_OF: Readonly<Record<string, readonly string[]>> = {
  white: ['White'],
  black: ['Black'],
  player: ['White', 'Black'],
  event: ['Event'],
  site: ['Site'],
  termination: ['Termination'],
  timecontrol: ['TimeControl'],
  variant: ['Variant'],
  eco: ['ECO'],
  opening: ['Opening'],
};

/** Tags of games and their values, for completion; of tags with many values the first ones. */
export class SeenValues {
  readonly #tags = new Map<string, Map<string, number>>();

  add(facts: GameFacts, { eco, opening }: GameSummary): void {
    for (const { name } of facts.tags) {
      if (name === 'ECO' || name === 'Opening') continue;
      const value = facts.tag(name);
      if (value !== undefined) this.#count(name, value);
    }
    if (eco !== undefined) this.#count('ECO', eco);
    if (opening !== undefined) this.#count('Opening', opening);
  }

  /** Names of tags. */
  get tags(): readonly string[] {
    return [...this.#tags.keys()];
  }

  /** Returns the values of a field of expressions, the most frequent first. */
  of(field: string): readonly string[] {
    if (field === 'result' || field === 'board.result') return ['1-0', '0-1', '1/2-1/2', '*'];
    const found = new Map<string, number>();
    for (const name of TAGS_OF[field] ?? [tagName(field)])
      for (const [value, games] of this.#tags.get(name) ?? []) found.set(value, (found.get(value) ?? 0) + games);
    return [...found].sort(([, a], [, b]) => b - a).map(([value]) => value);
  }

  #count(name: string, value: string): void {
    if (value.length > MAX_LENGTH) return;
    let values = this.#tags.get(name);
    if (values === undefined) {
      if (this.#tags.size >= MAX_TAGS) return;
      values = new Map();
      this.#tags.set(copied(name), values);
    }
    const games = values.get(value);
    if (games !== undefined) values.set(value, games + 1);
    else if (values.size < MAX_VALUES) values.set(copied(value), 1);
  }
}

/** Copies a text: a slice would keep the whole text in memory. */
const copied = (text: string): string => ` ${text}`.slice(1);

const tagName = (field: string): string => (fieldNamed(field)?.name ?? field).replace(/^tag\./, '');
