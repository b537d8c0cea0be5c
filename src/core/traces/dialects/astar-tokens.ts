import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import type { NumberSpan, ReadTrace, Span, TaskEvent, TraceEvent } from '../events.ts';

// Searchformer (Lehnert et al. 2024, arXiv 2402.14083) writes A* as words, on one line or several:
//   start 1 5 goal 2 1 wall 0 0 wall 0 5 ...                  the task: a maze
//   worker 3 1 box 2 4 dock 4 4 wall 0 0 ...                  the task: a level of Sokoban, open docks only
//   create 2 5 c1 c4   close 2 5 c1 c4                        a cell, g and h
//   create worker 3 1 box 2 4 c0 c2                           Sokoban; boxes that stand on docks are not named
//   plan 1 5 plan 2 5 ...                                     the states of the plan, of Sokoban the worker's cell
// Its models answer between `bos` and `eos`.

const KEYWORDS = new Set(['start', 'goal', 'wall', 'worker', 'box', 'dock', 'create', 'close', 'plan']);
const MARKS = /^(?:bos|eos|<[^<>]*>|prompt:|response:|plan:|reasoning:|trace:|execution)$/i;
const COORDINATE = /^-?\d{1,9}$/;
const COST = /^c(-?\d{1,12}(?:\.\d{1,9})?|inf|nan)$/i;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const rangeOf = (tokens: readonly Token[]): Range => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
});

/** Cells after a keyword: `worker 3 1 box 2 4`, or two numbers alone. */
interface Cells {
  readonly tokens: readonly Token[];
  /** The words as the world reads them. */
  readonly text: string;
}

/** Returns true if a word is the beginning of a keyword or of a cost. */
const isFragment = (word: string): boolean =>
  word === 'c' || (!KEYWORDS.has(word) && [...KEYWORDS].some((keyword) => keyword.startsWith(word)));

/** Reads the words of a trace, one after the other. */
class TokenReader {
  readonly #tokens: Token[];
  readonly #events: TraceEvent[] = [];
  readonly #unread: Range[] = [];
  readonly #prompt: Token[] = [];
  readonly #plan: Span[] = [];
  #planRange: Range | undefined;
  #at = 0;
  #isEnded = false;
  #isTorn = false;
  /** True if the last word is the beginning of another one. */
  #isFragment = false;
  /**
   * Side of the square that the cells so far need: the text does not state the size. A search moves from cell to cell,
   * so a step adds at most one column or row; a cell far outside is none of the maze.
   */
  #side = 0;

  constructor(text: string) {
    this.#tokens = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
      text: word,
      start: index,
      end: index + word.length,
    }));
  }

  read(): ReadTrace {
    const last = this.#tokens.at(-1);
    if (last !== undefined && this.#tokens.length > 1 && isFragment(last.text)) {
      this.#tokens.pop();
      this.#unread.push(rangeOf([last]));
      this.#isFragment = true;
    }
    while (this.#at < this.#tokens.length) this.#next();
    this.#endPlan();
    const hasTask = this.#addTask();
    const hasSearch = this.#events.some(({ kind }) => kind === 'generate' || kind === 'close');
    const hasPlan = this.#events.some(({ kind }) => kind === 'choose');
    const isCut = this.#isTorn || this.#isFragment || (hasTask && hasSearch && !hasPlan && !this.#isEnded);
    const unread = this.#unread.sort((a, b) => a.start - b.start);
    return { dialect: 'astar', events: this.#events, unread, isCut };
  }

  #next(): void {
    const token = this.#tokens[this.#at];
    if (token === undefined) return;
    const word = token.text;
    if (word !== 'plan' && KEYWORDS.has(word)) this.#endPlan();
    if (word === 'create' || word === 'close' || word === 'plan') this.#side ||= this.#promptSide();
    if (word === 'create' || word === 'close') this.#step(token);
    else if (word === 'plan') this.#planStep(token);
    else if (KEYWORDS.has(word)) this.#promptWord();
    else if (MARKS.test(word.slice(0, 100))) this.#mark(token);
    else this.#skip();
  }

  #mark(token: Token): void {
    this.#at++;
    if (token.text === 'eos' && this.#events.some(({ kind }) => kind === 'generate')) this.#isEnded = true;
    this.#events.push({ kind: 'note', range: rangeOf([token]) });
  }

  /** Skips words up to the next keyword. */
  #skip(): void {
    const first = this.#at;
    while (this.#at < this.#tokens.length && !this.#isWord(this.#at)) this.#at++;
    const words = this.#tokens.slice(first, this.#at);
    if (this.#events.length === 0 && this.#prompt.length === 0)
      this.#events.push({
        kind: 'note',
        range: rangeOf(words),
        text: { text: words.map(({ text }) => text).join(' '), range: rangeOf(words) },
      });
    else this.#unread.push(rangeOf(words));
  }

  #isWord(at: number): boolean {
    const word = this.#tokens[at]?.text;
    return word !== undefined && (KEYWORDS.has(word) || MARKS.test(word.slice(0, 100)));
  }

  /** Reads two coordinates; undefined without moving if they are not there. */
  #pair(): readonly [Token, Token] | undefined {
    const [x, y] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    if (x === undefined || y === undefined || !COORDINATE.test(x.text) || !COORDINATE.test(y.text)) return undefined;
    this.#at += 2;
    return [x, y];
  }

  /** Extends the grid by the cell of a step. */
  #extend(cells: Cells): void {
    for (const { text } of cells.tokens) if (Number(text) === this.#side) this.#side++;
  }

  /** Returns the side of the square that the prompt needs. */
  #promptSide(): number {
    return this.#prompt.reduce((side, { text }) => Math.max(side, COORDINATE.test(text) ? Number(text) + 1 : 0), 0);
  }

  /** Reads the cell or cells after a keyword. */
  #cells(): Cells | undefined {
    const first = this.#at;
    const plain = this.#pair();
    if (plain !== undefined) return { tokens: plain, text: `${plain[0].text} ${plain[1].text}` };
    let words = '';
    for (
      let word = this.#tokens[this.#at];
      word?.text === 'worker' || word?.text === 'box';
      word = this.#tokens[this.#at]
    ) {
      this.#at++;
      const pair = this.#pair();
      if (pair === undefined) {
        this.#at = first;
        return undefined;
      }
      words += `${words === '' ? '' : ' '}${word.text} ${pair[0].text} ${pair[1].text}`;
    }
    return words === '' ? undefined : { tokens: this.#tokens.slice(first, this.#at), text: words };
  }

  /** Reads a cost such as `c4`. */
  #cost(): NumberSpan | undefined {
    const token = this.#tokens[this.#at];
    const found = token && COST.exec(token.text)?.[1];
    if (token === undefined || found === undefined) return undefined;
    this.#at++;
    const value = /^inf$/i.test(found) ? Number.POSITIVE_INFINITY : Number(found);
    return { value, range: rangeOf([token]) };
  }

  #step(token: Token): void {
    const first = this.#at++;
    const cells = this.#cells();
    const cost = cells && this.#cost();
    const heuristic = cost && this.#cost();
    const tokens = this.#tokens.slice(first, this.#at);
    if (heuristic === undefined) {
      this.#isTorn = this.#at + (cells === undefined ? 1 : 0) >= this.#tokens.length;
      if (cells === undefined || this.#isTorn) {
        this.#at = this.#isTorn ? this.#tokens.length : this.#at;
        this.#unread.push(rangeOf(this.#isTorn ? this.#tokens.slice(first) : tokens));
        return;
      }
      this.#unread.push(rangeOf([token]));
    }
    if (cells !== undefined) this.#extend(cells);
    const state = { text: cells?.text ?? '', range: rangeOf(cells?.tokens ?? []) };
    const numbers = { ...(cost && { cost }), ...(heuristic && { heuristic }) };
    const range = rangeOf(tokens);
    if (token.text === 'create') this.#events.push({ kind: 'generate', range, state, ...numbers });
    else this.#events.push({ kind: 'close', range, node: { range: state.range, state }, ...numbers });
  }

  #planStep(token: Token): void {
    const first = this.#at++;
    const cells = this.#cells();
    if (cells === undefined) {
      const isLast = this.#at + 1 >= this.#tokens.length;
      if (isLast) this.#at = this.#tokens.length;
      this.#isTorn = isLast;
      this.#unread.push(rangeOf(this.#tokens.slice(first, this.#at)));
      return;
    }
    const range = rangeOf(cells.tokens);
    this.#plan.push({ text: cells.text, range });
    this.#planRange = { start: this.#planRange?.start ?? token.start, end: range.end };
  }

  #endPlan(): void {
    if (this.#planRange === undefined) return;
    this.#events.push({ kind: 'choose', range: this.#planRange, states: this.#plan.splice(0) });
    this.#planRange = undefined;
  }

  #promptWord(): void {
    const first = this.#at++;
    if (this.#pair() === undefined) {
      this.#isTorn = this.#at + 1 >= this.#tokens.length;
      this.#unread.push(rangeOf([this.#tokens[first] ?? { text: '', start: 0, end: 0 }]));
      return;
    }
    for (let at = first; at < this.#at; at++) {
      const token = this.#tokens[at];
      if (token !== undefined) this.#prompt.push(token);
    }
  }

  /** Adds the task of the prompt before all other events; false without one. */
  #addTask(): boolean {
    const prompt = this.#prompt;
    const isMaze = prompt.some(({ text }) => text === 'start');
    const name = isMaze ? 'maze' : prompt.some(({ text }) => text === 'worker') ? 'sokoban' : undefined;
    if (name === undefined) {
      if (prompt.length > 0) this.#unread.push(rangeOf(prompt));
      return false;
    }
    const side = this.#side || this.#promptSide();
    const text = `${isMaze ? `size ${side} ${side} ` : ''}${prompt.map((token) => token.text).join(' ')}`;
    const start = wordsOf(prompt, isMaze ? ['start'] : ['worker', 'box'], isMaze);
    const goal = wordsOf(prompt, isMaze ? ['goal'] : ['dock'], true);
    this.#events.unshift({
      kind: 'task',
      range: rangeOf(prompt),
      world: { kind: 'level', name, text },
      ...(isMaze && { isSized: true }),
      ...(start && { start }),
      ...(goal && { goal }),
      algorithm: 'astar',
      heuristic: isMaze ? 'manhattan' : 'docks',
    });
    return true;
  }
}

/** Returns the cells after some keywords of a prompt. @param isBare true to leave the keywords out */
function wordsOf(prompt: readonly Token[], keywords: readonly string[], isBare: boolean): Span | undefined {
  const found: Token[] = [];
  const words: string[] = [];
  for (let i = 0; i < prompt.length; i += 3) {
    const triple = prompt.slice(i, i + 3);
    if (!keywords.includes(triple[0]?.text ?? '')) continue;
    found.push(...triple);
    words.push(...triple.slice(isBare ? 1 : 0).map(({ text }) => text));
  }
  const [first, second] = found;
  if (first === undefined) return undefined;
  return { text: words.join(' '), range: rangeOf(isBare && second !== undefined ? found.slice(1) : found) };
}

/** Searchformer's words of A*: mazes and Sokoban. */
export const ASTAR_TOKENS: TraceDialect = {
  id: 'astar',
  title: 'A* tokens of Searchformer',
  recognize: (head) => {
    if (/\b(?:create|close) (?:worker )?\d+ \d+ (?:box \d+ \d+ ){0,99}c\d+ c\d+\b/.test(head)) return 1;
    if (/(?:^|\n)[^"{\n]{0,80}\bstart \d+ \d+ goal \d+ \d+\b/.test(head)) return 0.9;
    return /\bworker \d+ \d+ (?:box|dock) \d+ \d+\b/.test(head) ? 0.8 : 0;
  },
  starts: (line) => /^\s{0,9}(?:prompt:\s{0,9})?(?:bos\s{1,9})?(?:start|worker)\s{1,9}\d+\s{1,9}\d+\b/i.test(line),
  partedByBlankLines: false,
  read: (text) => new TokenReader(text).read(),
  write: writeAStarTokens,
};

/** A cell, or the worker and the boxes of Sokoban. */
const CELLS = /^(?:-?\d{1,9} -?\d{1,9}|(?:(?:worker|box) -?\d{1,9} -?\d{1,9} ?)+(?<! ))$/;
/** Words before the prompt that a level in the world's own form has in addition. */
const SIZE = /^size \d+ \d+ /;

/**
 * Writes events as the words of A*: a line with the prompt, one with the search, one with the plan, each if there is
 * one. Events without words in it are left out: visits, claims, values, names of nodes and actions.
 */
function writeAStarTokens(events: readonly TraceEvent[]): string {
  const prompt: string[] = [];
  const search: string[] = [];
  const plan: string[] = [];
  for (const event of events) {
    if (event.kind === 'task') prompt.push(promptOf(event));
    else if (event.kind === 'generate') search.push(step('create', event.state?.text, event));
    else if (event.kind === 'close') search.push(step('close', event.node.state?.text, event));
    else if (event.kind === 'choose')
      for (const { text } of event.states ?? []) plan.push(CELLS.test(text) ? `plan ${text}` : '');
  }
  const lines = [prompt, search, plan].map((words) => words.filter((word) => word !== '').join(' '));
  return lines.flatMap((line) => (line === '' ? [] : [`${line}\n`])).join('');
}

function promptOf({ world, start, goal }: TaskEvent): string {
  if (world?.kind === 'level' && (world.name === 'maze' || world.name === 'sokoban')) {
    const words = world.text.replace(SIZE, '');
    if (/^(?:(?:start|goal|wall|worker|box|dock) \d+ \d+(?: |$))+$/.test(words)) return words;
  }
  return [
    ...(start !== undefined && CELLS.test(start.text)
      ? [/^\D/.test(start.text) ? start.text : `start ${start.text}`]
      : []),
    ...(goal !== undefined && /^-?\d+ -?\d+$/.test(goal.text) ? [`goal ${goal.text}`] : []),
  ].join(' ');
}

function step(
  word: string,
  state: string | undefined,
  { cost, heuristic }: { readonly cost?: NumberSpan; readonly heuristic?: NumberSpan },
): string {
  // Without its two numbers a step would be read as torn.
  if (state === undefined || !CELLS.test(state) || cost === undefined || heuristic === undefined) return '';
  return `${word} ${state} ${costWord(cost)} ${costWord(heuristic)}`;
}

const costWord = ({ value }: NumberSpan): string => (Number.isFinite(value) ? `c${value}` : 'cinf');
