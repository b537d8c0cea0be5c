import { type Range, range } from '../../base/text/range.ts';
import type { RespelledState } from './world-line.ts';

/** A numbered container and its content: `Box 1 contains the apple and the book`, `"Box 2": []`, `3: coin`. */
const HELD =
  /(?<![\w.])["'`*_]{0,3}(?:(box|container|basket|bag|room|bin|drawer|slot|place|position)[ _#-]{0,2})?#?(\d{1,2})["'`*_]{0,3}[ \t]{0,4}(?:\([^()\n]{0,20}\)[ ]?)?(?::|=|\||->|→|(?:now |still )?(?:contains?|holds?|has|is|includes?|holding)\b)["'`*_:]{0,3}/giu;
/** The statement about one container: to its end, 300 characters at most. */
const SAID = /^[^.;\n|}]{0,300}/;
const NEXT =
  /["'`*_]{0,3}(?:(?:box|container|basket|bag|room|bin|drawer|slot|place|position)[ _#-]{0,2}\d|\b\d{1,2}["'`]{0,2}\s?[:=])/i;
/** Words in a list of items that name none of them. */
const FILLER =
  /\b(?:the|an?|and|only|just|now|also|both|item|items|object|objects|thing|things|contains?|holds?|has|is|nothing|empty|none|nil|null|no|currently|left)\b|[^\w\s-]/gi;
/** Words that say that a container lacks what they stand with. */
const LACKS = /\b(?:nothing|empty|none|nil|null|no|not|without|n['’]t)\b/i;
const ITEMS = 40;
/** Maximum number of characters between two items of one list. */
const MAX_GAP = 24;

interface Held {
  readonly name: string;
  readonly number: number;
  readonly items: readonly string[];
  /** True if it lacks some of the items. */
  readonly lacks: boolean;
  readonly start: number;
  readonly end: number;
}

/** Finds the contents of numbered containers in a text, as a state of boxes and as a list. */
export function* findBoxContents(text: string): Generator<RespelledState> {
  let list: Held[] = [];
  for (const held of heldIn(text)) {
    const last = list.at(-1);
    const isNext = last !== undefined && held.number === last.number + 1 && held.start - last.end <= MAX_GAP;
    if (!isNext) {
      yield* joinContents(list);
      list = [];
    }
    list.push(held);
  }
  yield* joinContents(list);
}

function* heldIn(text: string): Generator<Held> {
  let done = 0;
  for (const { 0: head, 1: name = '', 2: number = '', index } of text.matchAll(HELD)) {
    const from = index + head.length;
    // a statement about a container names no other, as in a row of a table
    if (index < done) continue;
    const [rest] = SAID.exec(text.slice(from, from + 300)) ?? [''];
    // the statement about the next container begins with its name, and an array ends with its bracket
    const next = NEXT.exec(rest)?.index;
    const bracket = rest.trimStart().startsWith('[') ? rest.indexOf(']') + 1 : 0;
    const said = rest.slice(0, bracket > 0 ? bracket : next).replace(/[,\s]{0,20}$/, '');
    const items = said
      .replace(FILLER, ' ')
      .trim()
      .split(/\s+/)
      .slice(0, ITEMS)
      .filter((item) => /\w/.test(item));
    done = from + said.length;
    const lacks = items.length > 0 && LACKS.test(said);
    yield { name: name.toLowerCase(), number: Number(number), items, lacks, start: index, end: done };
  }
}

function* joinContents(list: readonly Held[]): Generator<RespelledState> {
  const [first] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined || list.length < 2) return;
  const at = range(first.start, last.end);
  if (list.some(({ lacks }) => lacks)) {
    if (first.name !== '') yield { range: at };
  } else if (first.number === 1) {
    const boxes = list.map(({ items }, i) => [`${i + 1}:`, ...items].join(' ')).join(' | ');
    yield { range: at, text: boxes, isExplicit: first.name !== '' };
    if (list.every(({ items }) => items.length === 1))
      yield { range: at, text: list.map(({ items }) => items[0]).join(' ') };
  } else if (first.name !== '') yield { range: at };
}

/** Faces of a cube, in the order of their text. */
const FACES = ['U', 'R', 'F', 'D', 'L', 'B'];
const FACE_NAME = '(U|R|F|D|L|B)(?:p|ight|ront|own|eft|ack)?';
const FACE = new RegExp(
  String.raw`^[\s>*•"'\x60-]*${FACE_NAME}["'\x60*]{0,3}(?: face)?["'\x60*]{0,3}[ \t]{0,3}(?:\([^()\n]{0,20}\)[ ]?)?[:=→-]["'\x60*]{0,3}[ \t[("'\x60]{0,6}([URFDLB](?:["', ]{0,4}[URFDLB]){3})["'\x60)\],. ]{0,6}$`,
);
/** The end of a face on a line with several. */
const NEXT_FACE = new RegExp(
  String.raw`(?:[,;|][ \t]{0,4}|:[ \t]{1,4})(?=["'*]{0,3}${FACE_NAME}["'*]{0,3}(?: face)?[ \t]{0,3}[:=→])`,
  'g',
);
/** Minimum number of faces that are meant as a cube. */
const MIN_FACES = 3;
/** Maximum length of a line of faces. */
const MAX_FACES = 200;

/** Finds the faces of a cube that a text names one by one. */
export function* findNamedFaces(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let faces = new Map<string, string>();
  let at = range(0, 0);
  for (const part of lines.flatMap((line) => facesOf(text, line))) {
    const [, face, stickers] = part.end - part.start > 80 ? [] : (FACE.exec(text.slice(part.start, part.end)) ?? []);
    if (face === undefined || stickers === undefined || faces.has(face)) {
      if (faces.size >= MIN_FACES) yield { range: at };
      faces = new Map();
    }
    if (face === undefined || stickers === undefined) continue;
    at = range(faces.size === 0 ? part.start : at.start, part.end);
    faces.set(face, stickers.replace(/[^A-Z]/g, ''));
    if (faces.size < FACES.length) continue;
    yield { range: at, text: FACES.map((one) => faces.get(one)).join(' '), isExplicit: true };
    faces = new Map();
  }
  if (faces.size >= MIN_FACES) yield { range: at };
}

/** Divides a line with several faces. */
function facesOf(text: string, { start, end }: Range): Range[] {
  if (end - start > MAX_FACES) return [range(start, end)];
  const parts: Range[] = [];
  let from = start;
  for (const { index, 0: sign } of text.slice(start, end).matchAll(NEXT_FACE)) {
    parts.push(range(from, start + index));
    from = start + index + sign.length;
  }
  return [...parts, range(from, end)];
}

/** Items with a comma, a bar, a dash or an arrow between each two, to the end of a line: after a label, or alone. */
const LISTED =
  /(?:^|[:=]|\b(?:is|are)\b)[\s*_`"'|(>-]{0,8}((?:\w{1,16}\s{0,4}(?:[,|>→-]{1,2}|, and)\s{0,4}){2,60}\w{1,16})[\s*_`"'|).]{0,8}$/i;
/** Maximum length of a line with a list of items. */
const MAX_LISTED = 600;

/** Finds the lists of items that have signs between them, where a state has spaces: `2, 1, 3`, `2-1-3`, `| 2 | 1 | 3 |`. */
export function* findItemLists(text: string, lines: readonly Range[]): Generator<RespelledState> {
  for (const { start, end } of lines) {
    if (end - start > MAX_LISTED) continue;
    const match = LISTED.exec(text.slice(start, end));
    const [all, items] = match ?? [];
    if (match === null || all === undefined || items === undefined) continue;
    const from = start + match.index + all.indexOf(items);
    yield {
      range: range(from, from + items.length),
      text: (items.match(/\w+/g) ?? []).filter((item) => item !== 'and').join(' '),
    };
  }
}
