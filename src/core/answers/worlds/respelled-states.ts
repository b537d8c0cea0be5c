import { type Range, range } from '../../base/text/range.ts';
import { type RespelledState, skipForward } from './world-line.ts';

/** An atom with its arguments in parentheses after its name, one in parentheses as a whole, or a bare name. */
const CALL = /^([a-z][\w-]{0,30})\s?\(\s*([\w-]{1,30}(?:\s*,\s*[\w-]{1,30}){0,5})?\s*\)$/i;
const LISP = /^\([a-z][\w-]{0,30}(?:[ ,]+[\w-]{1,30}){0,5}\)$/i;
const NAME = /^[a-z][a-z_-]{2,24}$/i;
/** Marks around an atom on its line. */
const MARKS = /^[\s>*•`"'{[-]+|^\d{1,3}[.)]\s+|[\s*`"'}\].;,]+$/g;

/** Facts in words, as planning benchmarks write Blocksworld. */
const BLOCK = String.raw`(?:the |block )*([a-z][\w-]{0,15})(?: block)?`;
const FACTS: readonly (readonly [pattern: RegExp, atom: (match: RegExpExecArray) => string])[] = [
  [/^(?:the |my |robot(?:'s)? )*(?:hand|arm|gripper) is (?:now )?empty$/i, () => '(handempty)'],
  [new RegExp(`^${BLOCK} is (?:now )?clear$`, 'i'), ([, a]) => `(clear ${a})`],
  [new RegExp(`^${BLOCK} is (?:now )?on (?:the )?table$`, 'i'), ([, a]) => `(ontable ${a})`],
  [new RegExp(`^${BLOCK} is (?:now )?on (?:top of )?${BLOCK}$`, 'i'), ([, a, b]) => `(on ${a} ${b})`],
  [
    new RegExp(`^(?:(?:the |my |robot(?:'s)? )*(?:hand|arm|gripper) (?:is )?(?:holding|holds)|holding) ${BLOCK}$`, 'i'),
    ([, a]) => `(holding ${a})`,
  ],
];
/** A further line that begins with an incomplete atom, as in an answer that is cut off. */
const INCOMPLETE_ATOM = /^\r?\n[\s*_`"'>-]*\(?[\w-]*\(/;
/** Start of facts in words, as after `In the final state`. */
const FACT =
  /\b(?:the |my |robot'?s? )?(?:hand|arm|gripper) (?:is|holds)\b|\b(?:the )?(?:block [a-z]\w{0,14}|[a-z]\w{0,14} block) is\b|\b[a-z]\w{0,14} is (?:now )?(?:clear|on)\b/i;
/** Minimum number of atoms in a list. */
const LEAST = 2;
/** Maximum length of a state. */
const MAX_LENGTH = 4000;

/** Finds the lists of atoms of a text in another notation than PDDL: `on(a, b), clear(a)`, or facts in words. */
export function* findAtomLists(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let block: { readonly at: Range; readonly atoms: readonly string[] }[] = [];
  for (const line of lines) {
    if (line.end - line.start > MAX_LENGTH) continue;
    const one = atomsIn(text, line);
    const last = block.at(-1);
    if (last !== undefined && (one === undefined || line.start !== last.at.end + 1)) {
      yield* joinAtoms(text, block);
      block = [];
    }
    if (one !== undefined) block.push({ at: line, atoms: one.atoms });
    if (one === undefined || one.start === line.start) continue;
    // a list that words introduce is separate, with the lines that follow
    block = [{ at: range(one.start, line.end), atoms: one.atoms }];
  }
  yield* joinAtoms(text, block);
}

function* joinAtoms(
  text: string,
  block: readonly { readonly at: Range; readonly atoms: readonly string[] }[],
): Generator<RespelledState> {
  const atoms = block.flatMap((one) => one.atoms);
  const [first] = block;
  const last = block.at(-1);
  if (first === undefined || last === undefined || atoms.length < LEAST || atoms.every((atom) => !atom.includes(' ')))
    return;
  const at = range(skipForward(text, first.at.start, last.at.end, /\s/), last.at.end);
  // an atom that is cut off belongs to the list
  if (INCOMPLETE_ATOM.test(text.slice(at.end, at.end + 40))) yield { range: at };
  else yield { range: at, text: [...new Set(atoms)].join(' '), isExplicit: true };
}

/**
 * Returns the atoms of a line: all of it, or the part after its last colon, or between its braces; undefined for other
 * text.
 */
function atomsIn(text: string, line: Range): { readonly start: number; readonly atoms: readonly string[] } | undefined {
  const words = text.slice(line.start, line.end);
  const fact = FACT.exec(words)?.index ?? 0;
  const starts = new Set([0, words.lastIndexOf(':') + 1, words.indexOf('{') + 1, words.indexOf('[') + 1, fact]);
  for (const from of starts) {
    const atoms = readAtoms(words.slice(from));
    if (atoms !== undefined) return { start: line.start + from, atoms };
  }
  const open = words.indexOf('{');
  const close = words.lastIndexOf('}');
  const inner = open >= 0 && close > open ? readAtoms(words.slice(open + 1, close)) : undefined;
  return inner === undefined ? undefined : { start: line.start + open + 1, atoms: inner };
}

function readAtoms(text: string): string[] | undefined {
  const atoms: string[] = [];
  for (const part of splitOutside(text)) {
    const one = part.replace(MARKS, '').replace(MARKS, '');
    if (one === '') continue;
    const atom = readAtom(one);
    if (atom === undefined) return undefined;
    atoms.push(atom);
  }
  return atoms.length === 0 ? undefined : atoms;
}

function readAtom(text: string): string | undefined {
  const [, name, args] = CALL.exec(text) ?? [];
  if (name !== undefined)
    return `(${[name, ...(args ?? '').split(/[\s,]+/).filter((arg) => arg !== '')].join(' ')})`.toLowerCase();
  if (LISP.test(text)) return text.replace(/[ ,]+/g, ' ').toLowerCase();
  for (const [pattern, atom] of FACTS) {
    const match = pattern.exec(text);
    if (match !== null) return atom(match).toLowerCase();
  }
  return NAME.test(text) ? `(${text.toLowerCase()})` : undefined;
}

/** Splits a text at commas and conjunctions outside of brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (depth <= 0) {
      const match = /[,;∧&\n]/.test(text.charAt(at)) ? text.charAt(at) : /^\sand\s/i.exec(text.slice(at, at + 5))?.[0];
      if (match === undefined) continue;
      parts.push(text.slice(from, at));
      from = at + match.length;
    }
  }
  return [...parts, text.slice(from)];
}

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
const ITEMS = 40;
/** Maximum number of characters between two items of one list. */
const MAX_GAP = 24;

interface Held {
  readonly name: string;
  readonly number: number;
  readonly items: readonly string[];
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
    yield { name: name.toLowerCase(), number: Number(number), items, start: index, end: done };
  }
}

function* joinContents(list: readonly Held[]): Generator<RespelledState> {
  const [first] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined || list.length < 2) return;
  const at = range(first.start, last.end);
  if (first.number === 1) {
    const boxes = list.map(({ items }, i) => [`${i + 1}:`, ...items].join(' ')).join(' | ');
    yield { range: at, text: boxes, isExplicit: first.name !== '' };
    if (list.every(({ items }) => items.length === 1))
      yield { range: at, text: list.map(({ items }) => items[0]).join(' ') };
  } else if (first.name !== '') yield { range: at };
}

/** Faces of a cube, in the order of their text. */
const FACES = ['U', 'R', 'F', 'D', 'L', 'B'];
const FACE =
  /^[\s>*•"'`-]*(U|R|F|D|L|B)(?:p|ight|ront|own|eft|ack)?["'`*]{0,3}(?: face)?["'`*]{0,3}[ \t]{0,3}(?:\([^()\n]{0,20}\)[ ]?)?[:=→-]["'`*]{0,3}[ \t[("'`]{0,6}([URFDLB](?:["', ]{0,4}[URFDLB]){3})["'`)\],. ]{0,6}$/;

/** Finds the faces of a cube that lines name one by one. */
export function* findNamedFaces(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let faces = new Map<string, string>();
  let start = 0;
  for (const line of lines) {
    const [, face, stickers] = line.end - line.start > 80 ? [] : (FACE.exec(text.slice(line.start, line.end)) ?? []);
    if (face === undefined || stickers === undefined || faces.has(face)) faces = new Map();
    if (face === undefined || stickers === undefined) continue;
    if (faces.size === 0) ({ start } = line);
    faces.set(face, stickers.replace(/[^A-Z]/g, ''));
    if (faces.size < FACES.length) continue;
    yield { range: range(start, line.end), text: FACES.map((one) => faces.get(one)).join(' '), isExplicit: true };
    faces = new Map();
  }
}
