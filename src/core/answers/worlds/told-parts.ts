import { type Range, range } from '../../base/text/range.ts';
import type { Respelled } from './world-line.ts';

/** A numbered thing and what is said to be in it: `Box 1 contains the apple and the book`, `"Box 2": []`, `3: coin`. */
const HELD =
  /(?<![\w.])["'`*_]{0,3}(?:(box|container|basket|bag|room|bin|drawer|slot|place|position)[ _#-]{0,2})?#?(\d{1,2})["'`*_]{0,3}[ \t]{0,4}(?:\([^()\n]{0,20}\)[ ]?)?(?::|=|\||->|→|(?:now |still )?(?:contains?|holds?|has|is|includes?|holding)\b)["'`*_:]{0,3}/giu;
/** The statement about one item: to its end, 300 characters at most. */
const SAID = /^[^.;\n|}]{0,300}/;
const NEXT =
  /["'`*_]{0,3}(?:(?:box|container|basket|bag|room|bin|drawer|slot|place|position)[ _#-]{0,2}\d|\b\d{1,2}["'`]{0,2}\s?[:=])/i;
/** Words in a list of things that name none of them. */
const FILLER =
  /\b(?:the|an?|and|only|just|now|also|both|item|items|object|objects|thing|things|contains?|holds?|has|is|nothing|empty|none|nil|null|no|currently|left)\b|[^\w\s-]/gi;
const ITEMS = 40;
/** Characters between two things of one list. */
const MAX_GAP = 24;

interface Held {
  readonly name: string;
  readonly number: number;
  readonly items: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Contents of numbered items in a text, as a state of boxes and as a list. */
export function* toldContents(text: string): Generator<Respelled> {
  let list: Held[] = [];
  for (const held of heldIn(text)) {
    const last = list.at(-1);
    const isNext = last !== undefined && held.number === last.number + 1 && held.start - last.end <= MAX_GAP;
    if (!isNext) {
      yield* contentsOf(list);
      list = [];
    }
    list.push(held);
  }
  yield* contentsOf(list);
}

function* heldIn(text: string): Generator<Held> {
  let done = 0;
  for (const { 0: head, 1: name = '', 2: number = '', index } of text.matchAll(HELD)) {
    const from = index + head.length;
    // what is said of a thing names no other, as in a row of a table
    if (index < done) continue;
    const [rest] = SAID.exec(text.slice(from, from + 300)) ?? [''];
    // what is said of the next thing begins with its name, and an array ends with its bracket
    const next = NEXT.exec(rest)?.index;
    const bracket = rest.trimStart().startsWith('[') ? rest.indexOf(']') + 1 : 0;
    const said = rest.slice(0, bracket > 0 ? bracket : (next ?? rest.length)).replace(/[,\s]{0,20}$/, '');
    const items = said
      .replace(FILLER, ' ')
      .trim()
      .split(/\s+/)
      .slice(0, ITEMS)
      .filter((item) => /\w/.test(item));
    done = from + said.length;
    yield { name: name.toLowerCase(), number: Number(number), items, start: index, end: done };
  }
}

function* contentsOf(list: readonly Held[]): Generator<Respelled> {
  const [first] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined || list.length < 2) return;
  const at = range(first.start, last.end);
  if (first.number === 1) {
    const boxes = list.map(({ items }, i) => [`${i + 1}:`, ...items].join(' ')).join(' | ');
    yield { range: at, text: boxes, isTold: first.name !== '' };
    if (list.every(({ items }) => items.length === 1))
      yield { range: at, text: list.map(({ items }) => items[0]).join(' ') };
  } else if (first.name !== '') yield { range: at };
}

/** Faces of a cube, in the order of their text. */
const FACES = ['U', 'R', 'F', 'D', 'L', 'B'];
const FACE =
  /^[\s>*•"'`-]*(U|R|F|D|L|B)(?:p|ight|ront|own|eft|ack)?["'`*]{0,3}(?: face)?["'`*]{0,3}[ \t]{0,3}(?:\([^()\n]{0,20}\)[ ]?)?[:=→-]["'`*]{0,3}[ \t[("'`]{0,6}([URFDLB](?:["', ]{0,4}[URFDLB]){3})["'`)\],. ]{0,6}$/;

/** The faces of a cube that lines name one by one. */
export function* namedFaces(text: string, lines: readonly Range[]): Generator<Respelled> {
  let faces = new Map<string, string>();
  let start = 0;
  for (const line of lines) {
    const [, face, stickers] = line.end - line.start > 80 ? [] : (FACE.exec(text.slice(line.start, line.end)) ?? []);
    if (face === undefined || stickers === undefined || faces.has(face)) faces = new Map();
    if (face === undefined || stickers === undefined) continue;
    if (faces.size === 0) ({ start } = line);
    faces.set(face, stickers.replace(/[^A-Z]/g, ''));
    if (faces.size < FACES.length) continue;
    yield { range: range(start, line.end), text: FACES.map((one) => faces.get(one)).join(' '), isTold: true };
    faces = new Map();
  }
}
