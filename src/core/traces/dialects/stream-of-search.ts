import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import type { NodeReference, ReadTrace, Span, TraceEvent } from '../events.ts';
import { Piece, readOperationList, readWrittenOperation } from './bracket-lists.ts';
import { countName, findStreamRoot, mostCounted, type Root } from './stream-root.ts';
import { writeCountdownStream } from './write-stream-of-search.ts';

// Stream of Search (Gandhi et al. 2024, arXiv 2404.03683) writes a search of Countdown line by line:
//   Current State: 17:[46, 39, 54, 3], Operations: []        target, numbers that are left, operations so far
//   Exploring Operation: 54-46=8, Resulting Numbers: [39, 3, 8]
//   Generated Node #0,0: 17:[39, 3, 8] Operation: 54-46=8    no such line for a leaf, a state of one number
//   Moving to Node #0,0                                      followed by its Current State
//   21,17 unequal: No Solution | 17,17 equal: Goal Reached | No solution found.
// Its generator prints nodes of DFS again when it returns to them. Its BFS gives all leaves of a node one name, and
// names them only when it moves to them. Optimal paths are written `Generated Node #2: [39, 8] from Operation: 3*13=39`.

const CURRENT = 'Current State';
const EXPLORING = 'Exploring Operation:';
const GENERATED = 'Generated Node #';
const MOVING = 'Moving to Node #';
const WORDS = [CURRENT, EXPLORING, GENERATED, MOVING];

const TARGET = /(\d+)\s*:\s*(?=\[)/y;
const NAME = /\d+(?:,\d+)*/y;
const VERDICT = /^(-?\d+)\s*,\s*(-?\d+)\s+(un)?equal\b/;
/** Words after a verdict. */
const VERDICT_END = { equal: ': Goal Reached', unequal: ': No Solution' } as const;
/** Marks around a model's answer: `<|endoftext|>`, `<s>`, fences, the calls of searches beside this one. */
const MARK = /^(?:<[^<>]*>(?: Moving to Node #[\d,]+)?|```\w*|={3,})$/;
/** Maximum length of a mark. */
const MARK_LENGTH = 200;

/** Reads the lines of a trace, one after the other. */
class StreamReader {
  readonly #events: TraceEvent[] = [];
  readonly #unread: Range[] = [];
  #target: string | undefined;
  /** The start of the task, if the first line does not give it. */
  #root: Root | undefined;
  #isReached = false;
  /** First numbers of the names, which are that of the root, and how often they come. */
  readonly #rootNames = new Map<string, number>();
  /** A `Moving to Node` that waits for its state. */
  #moving: { readonly id: Piece; readonly line: Piece } | undefined;
  /** True if the text cannot end after the last line. */
  #isOpen = false;
  /** True if a verdict has the words after it. */
  #hasVerdictEnd = false;
  /** Part of these words that the last line has, if it is a verdict and lacks some. */
  #verdictPart: string | undefined;

  read(text: string): ReadTrace {
    this.#root = findStreamRoot(text);
    let isTorn = false;
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const line = new Piece(text.slice(start, end), start).part(0);
      if (line.text !== '') isTorn = !this.#line(line) && isTornLine(line.text);
      start = end + 1;
    }
    // Some models write verdicts without the words after them.
    const part = this.#verdictPart;
    const isTornVerdict = part !== undefined && (part !== '' || this.#hasVerdictEnd);
    const isOpen = this.#isOpen || this.#moving !== undefined || isTorn;
    this.#flush();
    const isCut = isTornVerdict || (isOpen && this.#target !== undefined && !this.#isReached);
    const rootName = mostCounted(this.#rootNames);
    const facts = { finishesWhenLeft: true, countsNames: true, endsWhenTried: true } as const;
    return {
      dialect: 'sos',
      events: this.#events,
      unread: this.#unread,
      isCut,
      ...facts,
      ...(rootName !== undefined && { rootName }),
    };
  }

  /** Reads a line; false if it is unknown. */
  #line(line: Piece): boolean {
    const { text } = line;
    if (text.startsWith(EXPLORING) && this.#exploring(line)) return true;
    if (text.startsWith(GENERATED) && this.#generated(line)) return true;
    if (this.#state(line, CURRENT) || this.#state(line, MOVING)) return true;
    if (this.#verdict(line) || this.#statement(line)) return true;
    if (MARK.test(text.slice(0, MARK_LENGTH))) {
      // A search that hands over to others, or whose model has stopped, is not cut off.
      this.#isOpen = false;
      return this.#note(line);
    }
    if (this.#target === undefined) return this.#note(line);
    this.#unread.push(line.range);
    return false;
  }

  /** Reads a state or a move. A budget or a reward may stand before the first one. */
  #state(line: Piece, word: string): boolean {
    const at = line.text.startsWith(word) ? 0 : this.#target === undefined ? line.text.indexOf(word) : -1;
    if (at < 0) return false;
    const rest = line.part(at);
    if (!(word === CURRENT ? this.#current(rest) : this.#move(rest))) return false;
    // Notes stand in the order of the text: what comes before the task is put before it.
    if (at > 0) this.#events.unshift({ kind: 'note', range: line.part(0, at).range, text: line.part(0, at).span });
    return true;
  }

  #note(line: Piece): true {
    const isMark = MARK.test(line.text.slice(0, MARK_LENGTH));
    this.#events.push({ kind: 'note', range: line.range, ...(!isMark && { text: line.span }) });
    return true;
  }

  /** Adds an event after the `Moving to Node` before it; an open event cannot be the last one. */
  #add(event: TraceEvent, isOpen: boolean): true {
    this.#flush();
    this.#events.push(event);
    this.#isOpen = isOpen;
    this.#verdictPart = undefined;
    return true;
  }

  /** Adds a move whose state the text does not repeat. */
  #flush(): void {
    if (this.#moving === undefined) return;
    const { id, line } = this.#moving;
    this.#moving = undefined;
    this.#events.push({ kind: 'visit', range: line.range, node: { range: id.range, id: id.text } });
  }

  /** Returns the state of numbers in brackets, in the form of the world. */
  #numbers(brackets: Piece): Span {
    return { text: `${this.#target ?? ''}:${brackets.text}`, range: brackets.range };
  }

  #current(line: Piece): boolean {
    const goal = readTarget(line, line.text.indexOf(':', CURRENT.length) + 1);
    const numbers = goal && line.brackets(line.after(goal));
    const list = numbers && line.brackets(line.after(numbers));
    if (goal === undefined || numbers === undefined || list === undefined) return false;
    const between = line.part(line.after(numbers), list.start - line.start).text;
    if (!between.includes('Operations') || line.after(list) < line.text.length - 1) return false;
    if (this.#target === undefined) this.#begin(line, goal, numbers);
    const moving = this.#moving;
    this.#moving = undefined;
    const node: NodeReference = {
      range: moving?.id.range ?? numbers.range,
      ...(moving && { id: moving.id.text }),
      path: readOperationList(list),
      state: this.#numbers(numbers),
    };
    const range = { start: moving?.line.start ?? line.start, end: line.range.end };
    // A node whose operations are all beyond the bound of the search is left immediately, so a text may end here.
    return this.#add({ kind: 'visit', range, node, goal: goal.span }, false);
  }

  /** Adds the task that the first state shows. */
  #begin(line: Piece, goal: Piece, numbers: Piece): void {
    this.#target = this.#root?.target ?? goal.text;
    const start = this.#numbers(this.#root?.numbers ?? numbers);
    const world = { kind: 'level', name: 'countdown', text: start.text } as const;
    const range = { start: line.start, end: numbers.range.end };
    this.#events.push({ kind: 'task', range, world, start, goal: { text: this.#target, range: goal.range } });
  }

  #exploring(line: Piece): boolean {
    const word = line.text.indexOf('Resulting');
    const numbers = word < 0 ? undefined : line.brackets(word);
    if (numbers === undefined || this.#target === undefined) return false;
    if (line.after(numbers) < line.text.length - 1) return false;
    const comma = line.text.lastIndexOf(',', word);
    const operation = readWrittenOperation(line.part(EXPLORING.length, comma < EXPLORING.length ? word : comma));
    // The next line says what became of it.
    return this.#add({ kind: 'generate', range: line.range, ...operation, state: this.#numbers(numbers) }, true);
  }

  #generated(line: Piece): boolean {
    const id = readName(line, GENERATED.length);
    const word = line.text.indexOf('Operation:');
    const numbers = line.brackets(GENERATED.length);
    if (id === undefined || word < 0 || numbers === undefined || this.#target === undefined) return false;
    if (line.after(numbers) > word) return false;
    const goal = readTarget(line, line.text.indexOf(':', line.after(id)) + 1);
    const written = line.part(word + 'Operation:'.length);
    if (written.text === '') return false;
    const operation = readWrittenOperation(written);
    const parent = parentName(id);
    if (parent !== undefined) countName(this.#rootNames, id.text.slice(0, id.text.indexOf(',')));
    return this.#add(
      {
        kind: 'generate',
        range: line.range,
        id: id.span,
        ...(parent && { parent }),
        ...operation,
        state: this.#numbers(numbers),
        ...(goal && { goal: goal.span }),
      },
      true,
    );
  }

  #move(line: Piece): boolean {
    const id = readName(line, MOVING.length);
    if (id === undefined || line.after(id) < line.text.length) return false;
    this.#flush();
    this.#moving = { id, line };
    return true;
  }

  #verdict(line: Piece): boolean {
    const found = VERDICT.exec(line.text);
    if (found === null || this.#target === undefined) return false;
    const [, left = '', right = '', un] = found;
    const number = line.part(0, left.length);
    const goalAt = line.text.indexOf(right, line.text.indexOf(',') + 1);
    if (un === undefined) this.#isReached = true;
    const words = VERDICT_END[un === undefined ? 'equal' : 'unequal'];
    const tail = line.text.slice(found[0].length).trim();
    if (tail === words) this.#hasVerdictEnd = true;
    this.#add(
      {
        kind: 'claim',
        range: line.range,
        claim: un === undefined ? 'goal' : 'no-goal',
        node: { range: number.range, state: { text: `${this.#target}:[${left}]`, range: number.range } },
        goal: line.part(goalAt, goalAt + right.length).span,
      },
      false,
    );
    this.#verdictPart = tail !== words && words.startsWith(tail) ? tail : undefined;
    return true;
  }

  /** Reads the end of a search, or the summary in which some models repeat the operations. */
  #statement(line: Piece): boolean {
    const { text, range } = line;
    if (this.#target === undefined) return false;
    if (/^No solution found\b\.?$/i.test(text)) return this.#add({ kind: 'claim', range, claim: 'unsolvable' }, false);
    if (text.startsWith('SOLUTION:') || text.startsWith('RESULT:')) return this.#note(line);
    const list = text.startsWith('OPERATIONS:') ? line.brackets(0) : undefined;
    if (list === undefined) return false;
    const actions = readOperationList(list);
    return actions.length === 0 ? this.#note(line) : this.#add({ kind: 'choose', range, actions }, false);
  }
}

/** Returns true if a line is the beginning of one that the dialect knows. */
const isTornLine = (text: string): boolean =>
  WORDS.some((word) => word.startsWith(text) || text.startsWith(word)) ||
  /^-?\d{1,20}(?:,(?:\d{1,20}(?: \w{0,8})?)?)?$/.test(text) ||
  'No solution found'.startsWith(text);

/** Reads the target before the colon of a state. */
function readTarget(line: Piece, from: number): Piece | undefined {
  if (from <= 0) return undefined;
  const at = line.part(from).start - line.start;
  TARGET.lastIndex = at;
  const found = TARGET.exec(line.text)?.[1];
  return found === undefined ? undefined : line.part(at, at + found.length);
}

/** Reads the name of a node, such as `0,0,1`. */
function readName(line: Piece, from: number): Piece | undefined {
  NAME.lastIndex = from;
  const found = NAME.exec(line.text)?.[0];
  return found === undefined ? undefined : line.part(from, from + found.length);
}

/** Returns the parent that a name such as `0,0,1` names; undefined for names of one number. */
function parentName({ text, range }: Piece): NodeReference | undefined {
  const comma = text.lastIndexOf(',');
  return comma < 0 ? undefined : { range, id: text.slice(0, comma) };
}

const START =
  /^.{0,200}?Current State\s{0,9}:\s{0,9}\d+\s{0,9}:\s{0,9}\[[\d\s,]{0,200}\],\s{0,9}Operations:\s{0,9}\[\]/;

/** Stream of Search: Countdown, depth first or breadth first. */
export const STREAM_OF_SEARCH: TraceDialect = {
  id: 'sos',
  title: 'Stream of Search',
  recognize: (head) => {
    if (!head.includes(CURRENT)) return 0;
    if (head.includes(EXPLORING) || head.includes(GENERATED)) return 1;
    return /Current State[^:\n]{0,20}:\s{0,9}\d+\s{0,9}:\s{0,9}\[/.test(head) ? 0.9 : 0.2;
  },
  // DFS prints its root again, after the name of the root.
  starts: (line, before) => START.test(line) && before?.trim().startsWith(MOVING) !== true,
  partedByBlankLines: false,
  read: (text) => new StreamReader().read(text),
  write: writeCountdownStream,
};
