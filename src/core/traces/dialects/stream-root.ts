import { Piece } from './bracket-lists.ts';

const ROOT = /^[ \t]*Current State: (\d{1,20}):(\[[\d, ]{0,400}\]), Operations: \[\]/gm;
const TARGETS = /(?:^[ \t]*Current State: |^[ \t]*Generated Node #[\d,]{1,100}: )(\d{1,20}):\[/gm;
/** The operation of a child of the root, in a line directly below the root or below another child. */
const CHILD = /Exploring Operation: (\d{1,20})[-+*/](\d{1,20})=(\d{1,20}), Resulting Numbers: (\[[\d, ]{0,400}\])/g;
/** Number of mentions that are compared. */
const MENTIONS = 200;

/** The start of the task, as the text as a whole has it. */
export interface Root {
  readonly target: string;
  readonly numbers: Piece;
}

/** Counts a key once more. */
export const countName = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Returns the key that comes most often, the first of several; undefined without any. */
export const mostCounted = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].reduce<[string, number] | undefined>(
    (most, own) => (most !== undefined && most[1] >= own[1] ? most : own),
    undefined,
  )?.[0];

/**
 * Returns the start that most of the text agrees on, if the first line has another one that differs in one number: its
 * mistake is found by the lines that repeat the root or the target, and by the children of the root.
 */
export function findStreamRoot(text: string): Root | undefined {
  const [first, ...repeats] = firstMatches(text, ROOT);
  if (first === undefined) return undefined;
  const [all, target = '', list = ''] = first;
  const numbers = new Piece(list, first.index + all.indexOf(list));
  const written = numbersIn(list);
  const targets = new Map<string, number>();
  for (const [, other = ''] of firstMatches(text, TARGETS)) countName(targets, other);
  const lists = new Map<string, number>([[listKey(written), 1]]);
  for (const [, , other = ''] of repeats) countName(lists, listKey(numbersIn(other)));
  const until = text.slice(first.index).search(/^[ \t]*Moving to /m);
  const head = text.slice(first.index, until < 0 ? undefined : first.index + until);
  for (const [, a = '', b = '', result = '', left = ''] of firstMatches(head, CHILD)) {
    const rest = numbersIn(left);
    const at = rest.lastIndexOf(result);
    if (at >= 0) countName(lists, listKey([...rest.slice(0, at), ...rest.slice(at + 1), a, b]));
  }
  const likely = mostCounted(targets) ?? target;
  const right = mostCounted(lists) ?? '';
  const isSame = right === listKey(written);
  if (likely === target ? isSame : !isSame) return undefined;
  if (isSame) return { target: likely, numbers };
  const slip = correctedList(written, right.split(','));
  return slip && { target, numbers: new Piece(`[${slip.join(', ')}]`, numbers.start) };
}

const firstMatches = (text: string, pattern: RegExp): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) if (found.push(match) >= MENTIONS) break;
  return found;
};

const numbersIn = (list: string): string[] => list.match(/\d+/g) ?? [];

const listKey = (numbers: readonly string[]): string => [...numbers].sort().join(',');

/** Returns a list with the one number changed by which it differs from others; undefined if it differs in more. */
function correctedList(written: readonly string[], right: readonly string[]): readonly string[] | undefined {
  const left = [...right];
  const wrong = written.filter((number) => {
    const at = left.indexOf(number);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const [slip, ...more] = wrong;
  const [instead, ...others] = left;
  if (slip === undefined || instead === undefined || more.length + others.length > 0) return undefined;
  const at = written.lastIndexOf(slip);
  return written.map((number, i) => (i === at ? instead : number));
}
