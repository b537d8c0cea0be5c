import type { GameFacts } from '../game-facts.ts';
import type { GameSummary } from '../game-list.ts';
import { FIELDS, type Field, fieldNamed } from './fields.ts';
import { BOARD_TESTS, OPERATORS, printValue, type Token, tokenizeQuery } from './syntax.ts';

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

/** Completion item. */
interface QueryItem {
  /** Text to insert. */
  readonly text: string;
  readonly kind: 'field' | 'test' | 'operator' | 'value' | 'word';
  /** Description; empty where the text is clear. */
  readonly detail: string;
}

/** Items that can replace `text[start, end)`. */
interface QueryCompletion {
  readonly start: number;
  readonly end: number;
  readonly items: readonly QueryItem[];
}

/** Tags and values of games, for completion. */
export interface SeenGames {
  /** Names of tags. */
  readonly tags: readonly string[];
  /** Returns the values of a field, the most frequent first. */
  readonly of: (field: string) => readonly string[];
}

const MAX_ITEMS = 50;

/** Descriptions of fields whose names are unclear. */
const DETAILS: Readonly<Record<string, string>> = {
  elo: 'Elo of both players',
  'elo.either': 'Elo of one of them',
  'elo.mean': 'mean Elo',
  'elo.min': 'lower Elo',
  'elo.max': 'higher Elo',
  'elo.gap': 'difference of their Elo',
  player: 'White or Black',
  date: 'date, such as 2019 or 2019.05',
  'timecontrol.base': 'seconds',
  'timecontrol.increment': 'seconds',
  variant: 'alone: other rules or another start',
  eco: 'code of the opening, such as B20',
  plies: 'half-moves',
  legal: 'all moves can be played',
  'board.result': 'result by mate or stalemate',
  'result.wrong': 'the board contradicts the result',
  position: 'a FEN pattern is reached',
  material: 'material such as "QR v qrr" is reached',
  line: 'the position behind moves is reached',
  in: 'a range or list, such as 1900..2200',
  '~': 'regular expression, such as /carlsen/i',
  contains: 'a part of the text',
};

/** Expected part of the expression. */
type Next =
  | { readonly is: 'test' | 'board' | 'joint' | 'pattern' | 'nothing' }
  | { readonly is: 'comparison' | 'value' | 'list'; readonly field: Field; readonly isOpen: boolean };

/** Returns the items at an offset of an expression, finished or not; values are those of known games. */
export function completeQuery(text: string, offset: number, seen: SeenGames): QueryCompletion {
  const read = tokenizeQuery(text.slice(0, offset));
  if (!read.ok) return inQuotes(text, offset, read.error.start, seen);
  const tokens = read.value.slice(0, -1);
  const last = tokens.at(-1);
  const isPartial = last?.kind === 'word' && last.end === offset;
  const start = isPartial ? last.start : offset;
  const rest = isPartial ? (/^(?:(?!\.\.)[^\s(),"'=<>!~])*/.exec(text.slice(offset))?.[0].length ?? 0) : 0;
  const next = nextAfter(isPartial ? tokens.slice(0, -1) : tokens);
  // After a word or a closing quotation mark, a space must follow first.
  const isGlued = !isPartial && /[^\s(,.=<>~]$/.test(text.slice(0, offset));
  const items = isGlued ? [] : itemsFor(next, seen);
  return { start, end: offset + rest, items: fitting(items, text.slice(start, offset)) };
}

/** Completes a value whose quotation mark is open. */
function inQuotes(text: string, offset: number, start: number, seen: SeenGames): QueryCompletion {
  const quote = text.charAt(start);
  const none = { start: offset, end: offset, items: [] };
  const read = tokenizeQuery(text.slice(0, start));
  if ((quote !== '"' && quote !== "'") || !read.ok) return none;
  const next = nextAfter(read.value.slice(0, -1));
  if (next.is !== 'value' && next.is !== 'list') return none;
  const values = valuesOf(next.field, seen).map(
    (value): QueryItem => ({ text: `"${value.replace(/["\\]/g, '\\$&')}"`, kind: 'value', detail: '' }),
  );
  const isClosed = text.charAt(offset) === quote;
  return { start, end: offset + (isClosed ? 1 : 0), items: fitting(values, text.slice(start + 1, offset)) };
}

function nextAfter(tokens: readonly Token[]): Next {
  return tokens.reduce(step, { is: 'test' });
}

function step(next: Next, { kind, value }: Token): Next {
  const word = kind === 'word' || kind === 'operator' ? value.toLowerCase() : '';
  const isOperand = kind === 'text' || kind === 'word';
  if (word === 'and' || word === 'or') return { is: 'test' };
  switch (next.is) {
    case 'test': {
      if (kind === '(' || word === 'not') return next;
      if (BOARD_TESTS.some((test) => test === word)) return { is: 'board' };
      const field = kind === 'word' ? fieldNamed(value) : undefined;
      if (field === undefined) return { is: 'nothing' };
      return field.kind === 'flag' ? { is: 'joint' } : { is: 'comparison', field, isOpen: false };
    }
    case 'comparison':
      if (word === 'in') return { ...next, is: 'list' };
      if (kind === '~') return { is: 'pattern' };
      if (kind === ')') return { is: 'joint' };
      return OPERATORS.some((one) => one === word) ? { ...next, is: 'value' } : { is: 'nothing' };
    case 'list':
      if (kind === '(') return { ...next, isOpen: true };
      if (kind === ')' || (!next.isOpen && isOperand)) return { is: 'joint' };
      return next;
    case 'value':
    case 'board':
    case 'pattern':
      return isOperand || kind === 'pattern' ? { is: 'joint' } : { is: 'nothing' };
    default:
      return next;
  }
}

function itemsFor(next: Next, seen: SeenGames): readonly QueryItem[] {
  switch (next.is) {
    case 'test':
      return [...FIELD_ITEMS, ...seen.tags.filter(isOwnTag).map((name) => item(name, 'field', 'tag'))];
    case 'comparison':
      return [...operatorsOf(next.field), ...JOINTS];
    case 'value':
    case 'list':
      return valuesOf(next.field, seen).map((value) => item(printValue(value), 'value', ''));
    case 'joint':
      return JOINTS;
    default:
      return [];
  }
}

const item = (text: string, kind: QueryItem['kind'], detail: string): QueryItem => ({ text, kind, detail });

const FIELD_ITEMS: readonly QueryItem[] = [
  ...FIELDS.map(({ name, kind }) => item(name, 'field', DETAILS[name] ?? (kind === 'flag' ? 'true or false' : kind))),
  ...BOARD_TESTS.map((test) => item(test, 'test', DETAILS[test] ?? '')),
  item('not', 'word', ''),
];
const JOINTS: readonly QueryItem[] = [item('and', 'word', ''), item('or', 'word', '')];

/** Returns true for a tag that no field of the table stands for. */
const isOwnTag = (name: string): boolean => fieldNamed(name)?.kind === 'tag';

function operatorsOf({ kind }: Field): readonly QueryItem[] {
  const isText = kind !== 'number' && kind !== 'date';
  const operators = [...OPERATORS.filter((one) => isText || one !== 'contains'), 'in', ...(isText ? ['~'] : [])];
  return operators.map((one) => item(one, 'operator', DETAILS[one] ?? ''));
}

/** Returns known values; years of dates come before days. */
function valuesOf({ name, kind }: Field, seen: SeenGames): readonly string[] {
  if (kind === 'number') return [];
  const values = seen.of(name);
  if (kind !== 'date') return values;
  const years = new Set(values.flatMap((value) => /^\d{4}/.exec(value)?.[0] ?? []));
  return [...[...years].sort().reverse(), ...values.filter((value) => /^\d{4}\D\d/.test(value))];
}

/** Returns items that begin with the written text, then those that contain it, in any letter case. */
function fitting(items: readonly QueryItem[], written: string): readonly QueryItem[] {
  const small = written.toLowerCase();
  const places = items.map((one) => ({ one, at: bare(one.text).indexOf(small) }));
  const found = places.filter(({ at }) => at >= 0).sort((a, b) => Math.min(1, a.at) - Math.min(1, b.at));
  return found.slice(0, MAX_ITEMS).map(({ one }) => one);
}

const bare = (text: string): string => text.replace(/^"/, '').toLowerCase();
