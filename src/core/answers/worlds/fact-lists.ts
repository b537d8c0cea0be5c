import { type Range, range } from '../../base/text/range.ts';
import { isConfiguration, isHandFact, isInWords, readFact } from './facts.ts';
import { type RespelledState, skipBackward, skipForward } from './world-line.ts';

/** Separation of two items of a list. */
const GAP = { comma: 0, sentence: 1, line: 2 } as const;

/** A part of a line between separators, without the marks around it. */
interface Item extends Range {
  readonly text: string;
  /** Separation from the item before it. */
  readonly gap: number;
  /** True after a colon, an arrow or an opening bracket: a list begins here. */
  readonly opens: boolean;
  /** True before such a sign: the words introduce what follows. */
  readonly introduces: boolean;
  /** True if its line has a list's mark. */
  readonly isBullet: boolean;
}

/** An item as it is read. */
interface ReadItem extends Item {
  /** The fact that it states, as an atom; '' for a fact that is not the case; undefined if it cannot be read. */
  readonly atom: string | undefined;
}

/** An item beside a list that cannot be read. */
interface Beside {
  /** Separation from the list. */
  gap: number;
  readonly isBullet: boolean;
  /** True if it may name a block, or facts, that the list does not have. */
  readonly isMore: boolean;
}

/** A list of facts, as far as it is read. */
interface FactList {
  readonly items: ReadItem[];
  /** The widest separation of two of its facts. */
  grain: number;
  /** Items beside it that cannot be read, with their separation. */
  readonly unread: Beside[];
}

/** Minimum number of atoms in a list. */
const LEAST = 2;
/** Maximum length of a line. */
const MAX_LENGTH = 4000;
/** Maximum number of words of a fact that other words introduce. */
const MAX_WORDS = 12;

/** A further line that begins with an incomplete atom, as in an answer that is cut off. */
const INCOMPLETE_ATOM = /^[ \t*`"'.;,]{0,8}\r?\n[\s*_`"'>-]*\(?[\w-]*\([^()\n]{0,60}(?:\n|$)/;
/** Marks between the beginning of a line and a list. */
const MARKS = /^[\s>*•`"'{[\d.)-]*$/;
/** Lines that may state a fact. */
const MAY_STATE =
  /[a-z]\s?\(|\([a-z]|\b(?:clear|ontable|hand|arm|gripper|held|hold(?:s|ing)|on(?:to)?|handempty|object)\b/i;
const LEADING = /^(?:[\s>*•`"'-]+|\d{1,3}[.)]\s+)+/;
const TRAILING = /[\s*`"'.;,!?]/;
const BULLET = /^\s*(?:[-*•>]|\d{1,3}[.)])\s/;
/** Separators outside of parentheses; a closing parenthesis also parts two atoms. */
const SEPARATOR = /[,;∧&]|\sand\s|[.!?](?=\s|$)|[}\]]|[:=→{[]|[-=]>|(?<=\))\s+(?=\(|[a-z][\w-]*\s?\()/gi;
const OPENS = /[:=→{[>]$/;
const ENDS_SENTENCE = /^[.!?}\]]/;

/** Words of a new state, before its first fact. */
const TELLS_STATE =
  /\b(?:is|are|becomes?|have|state|position|configuration|arrangement|situation|facts|result\w*|final(?:ly)?|now|then|after|initial(?:ly)?|first|step)\b/i;
const ENDS_WITH_VERB = /\b(?:is|are|becomes?|have|gives|results? in)$/i;
/** A predicate without arguments that a verb may introduce. */
const STATED_NAME = /^[a-z]*(?:empty|[a-z][-_][a-z]+)$/i;
/** Beginnings of clauses that give a time or a reason, and state nothing. */
const CIRCUMSTANCE =
  /^(?:and )?(?:after|before|once|when|while|until|unless|although|following|since|as|by|because|if|given|having|starting|from|which (?:mean|satisf|achiev|match|meet)\w*|achieving|satisfying|matching|meeting|meaning)\b/i;
const CONJUNCTION = /^(?:and )?(?:since|because|if|unless|when|while|as|once|until|although)$/i;
/** Signs that the list has more facts than are stated. */
const LEAVES_OUT = /\b(?:etc|so on|so forth|the rest|others?|everything|unchanged|as before)\b|…|\.\.\./i;
/** Short words of sentences. */
const SMALL = /^(?:or|so|as|is|it|ok|yes|no|i|we|by|to|the|now|all|too)$/;
const OF_BLOCKS = new Set(['block', 'blocks', 'hand', 'arm', 'gripper', 'table', 'ontable', 'holding', 'holds']);

/** Several blocks of which one fact is stated: `a, b and c are clear`. */
const OF_SEVERAL =
  /^(?:the |all |both |blocks? )*([a-z][\w-]{0,15})(?: blocks?)? (?:are|remain)(?: (?:now|still|all|both|also))* (clear|on (?:the )?table)$/i;
const ONE_OF_SEVERAL = /^(?:the |all |both |only |blocks? )*([a-z][\w-]{0,15})(?: block)?$/i;

/**
 * Finds the lists of facts of a text: `on(b, a), clear(b)`, or in words, in sentences, and line by line. An item of a list that
 * names one of its objects, and is no fact, leaves its state unknown, or in doubt if the facts place each block.
 */
export function* findFactLists(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let block: Item[] = [];
  let end = -1;
  for (const line of lines) {
    if (line.start !== end + 1) {
      yield* readBlock(text, block);
      block = [];
    }
    block.push(...itemsOf(text, line));
    ({ end } = line);
  }
  yield* readBlock(text, block);
}

/** Divides a line into items. */
function itemsOf(text: string, line: Range): Item[] {
  const words = text.slice(line.start, line.end);
  const isBullet = BULLET.test(words.slice(0, 40));
  const whole = { text: words.trim(), start: line.start, end: line.end, gap: GAP.line, isBullet };
  if (words.length > MAX_LENGTH || !MAY_STATE.test(words)) {
    const introduces = words.trimEnd().endsWith(':');
    return [{ ...whole, text: whole.text.slice(0, MAX_LENGTH), opens: false, introduces }];
  }
  const items: Item[] = [];
  let from = 0;
  let gap: number = GAP.line;
  let opens = false;
  const add = (to: number, introduces: boolean): void => {
    const start = from + (LEADING.exec(words.slice(from, to))?.[0].length ?? 0);
    const end = skipBackward(words, start, to, TRAILING);
    if (end === start) return;
    items.push({
      text: words.slice(start, end),
      start: line.start + start,
      end: line.start + end,
      gap,
      opens,
      introduces,
      isBullet,
    });
    gap = GAP.comma;
    opens = false;
  };
  let depth = 0;
  let read = 0;
  for (const { 0: sign, index } of words.matchAll(SEPARATOR)) {
    for (; read < index; read++) depth += words[read] === '(' ? 1 : words[read] === ')' ? -1 : 0;
    // the number of a list is none
    if (depth > 0 || (sign === '.' && /^\s*\d{1,3}$/.test(words.slice(from, index)))) continue;
    const isOpening = OPENS.test(sign);
    add(index, isOpening);
    from = index + sign.length;
    opens ||= isOpening;
    if (ENDS_SENTENCE.test(sign)) gap = Math.max(gap, GAP.sentence);
  }
  add(words.length, false);
  return items;
}

/** Yields the lists of consecutive lines. */
function* readBlock(text: string, block: readonly Item[]): Generator<RespelledState> {
  const items = readItems(block);
  const objects = new Set(items.flatMap(({ atom = '' }) => atom.slice(1, -1).split(' ').slice(1)));
  if (objects.size === 0) return;
  let list: FactList | undefined;
  /** The widest separation since the last fact, and since the last item beside a list. */
  let apart = 0;
  let unread: Beside | undefined;
  let opens = false;
  let hasFact = true;
  for (const item of items) {
    if (item.gap === GAP.line) {
      // a line without facts ends a list
      if (list !== undefined && !hasFact) {
        yield* joinFacts(text, list);
        list = undefined;
      }
      hasFact = false;
    }
    apart = Math.max(apart, item.gap);
    if (unread !== undefined) unread.gap = Math.max(unread.gap, item.gap);
    opens ||= item.opens;
    if (item.atom === undefined) {
      if (isPartOfList(item, objects)) {
        const beside = { isBullet: item.isBullet, isMore: tellsMore(item.text, objects) };
        list?.unread.push({ ...beside, gap: apart });
        unread = { ...beside, gap: 0 };
      } else if (tellsState(item)) opens = true;
      continue;
    }
    hasFact = true;
    if (list !== undefined && opens) {
      yield* joinFacts(text, list);
      list = undefined;
    }
    if (list === undefined) list = { items: [], grain: 0, unread: unread === undefined || opens ? [] : [unread] };
    else list.grain = Math.max(list.grain, apart);
    list.items.push(item);
    apart = 0;
    unread = undefined;
    opens = false;
  }
  if (list !== undefined) yield* joinFacts(text, list);
}

/** Returns true for words that introduce a state, and have a fact right after them. */
const tellsState = ({ text, introduces, gap }: Item): boolean =>
  introduces || (gap > GAP.comma ? TELLS_STATE : ENDS_WITH_VERB).test(text);

/** Returns true for an item that a list beside it may have as a fact, or as words for further facts. */
function isPartOfList({ text, introduces, gap }: Item, objects: ReadonlySet<string>): boolean {
  if (introduces || CIRCUMSTANCE.test(text)) return false;
  const words = text.toLowerCase().match(/[\w-]+/g) ?? [];
  const names = words.some(
    (word, i) =>
      OF_BLOCKS.has(word) ||
      // inside a text `a` is an article
      ((objects.has(word) || /^[b-hj-z]$/.test(word)) &&
        (word !== 'a' || i === 0 || i === words.length - 1 || words[i - 1] === 'block')),
  );
  const isBeside =
    gap === GAP.comma &&
    (text.includes('(') || (/[a-z]/i.test(text) && words.every((word) => word.length < 4 && !SMALL.test(word))));
  return names || isBeside || LEAVES_OUT.test(text);
}

/** Returns true for an item that names a block of one letter that no fact names, or says that facts are left out. */
const tellsMore = (text: string, objects: ReadonlySet<string>): boolean =>
  LEAVES_OUT.test(text) || (text.toLowerCase().match(/\b[b-hj-z]\b/g) ?? []).some((name) => !objects.has(name));

/** Reads items; words before the fact of an item become an item themselves. */
function readItems(block: readonly Item[]): ReadItem[] {
  const items = block.flatMap((item): ReadItem[] => {
    const atom = readFact(item.text);
    if (atom !== undefined || !MAY_STATE.test(item.text)) return [{ ...item, atom }];
    const words = Array.from(item.text.matchAll(/\S+/g)).slice(1).slice(-MAX_WORDS);
    for (const { index } of words) {
      const fact = item.text.slice(index);
      const isFact =
        /[\s(]/.test(fact) || (STATED_NAME.test(fact) && ENDS_WITH_VERB.test(item.text.slice(0, index).trimEnd()));
      const found = isFact ? readFact(fact) : undefined;
      if (found === undefined) continue;
      // a fact in a clause of time or reason is not stated
      if (CONJUNCTION.test(item.text.slice(0, index).trimEnd())) return [{ ...item, atom }];
      const start = item.start + index;
      return [
        { ...item, text: item.text.slice(0, index).trimEnd(), end: start, introduces: false, atom: undefined },
        { ...item, text: fact, start, gap: GAP.comma, opens: false, atom: found },
      ];
    }
    return [{ ...item, atom }];
  });
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    const [, last, what] = OF_SEVERAL.exec(item?.text ?? '') ?? [];
    if (item === undefined || last === undefined || what === undefined) continue;
    const predicate = what.toLowerCase() === 'clear' ? 'clear' : 'ontable';
    items[i] = { ...item, atom: `(${predicate} ${last})`.toLowerCase() };
    for (let { gap } = item; gap === GAP.comma && i > 0; ) {
      const before = items[i - 1];
      const [, name] = ONE_OF_SEVERAL.exec(before?.text ?? '') ?? [];
      if (before === undefined || name === undefined) break;
      items[--i] = { ...before, atom: `(${predicate} ${name})`.toLowerCase() };
      ({ gap } = before);
    }
  }
  return items;
}

function* joinFacts(text: string, { items, grain, unread }: FactList): Generator<RespelledState> {
  const [first] = items;
  const last = items.at(-1);
  const atoms = items.flatMap(({ atom = '' }) => (atom === '' ? [] : [atom]));
  // a line beside the list belongs to it if both have the mark of a list, or the list takes several lines without one
  const others = unread.filter(
    ({ gap, isBullet }) =>
      (gap <= grain || (gap === GAP.line && isBullet)) && (gap < GAP.line || isBullet === first?.isBullet),
  );
  const isWhole = others.length === 0;
  if (first === undefined || last === undefined || atoms.every((atom) => !atom.includes(' '))) return;
  const inWords = items.some((item) => isInWords(item.text));
  // `then {clear(d)}` is a list of one
  const isEnclosed = /[{[]\s{0,4}["'`]?$/.test(text.slice(Math.max(0, first.start - 6), first.start));
  if (atoms.length < LEAST && !isEnclosed && (isWhole || !inWords)) return;
  const at = wholeLines(text, first.start, last.end);
  // an atom that is cut off belongs to the list
  const isCut = INCOMPLETE_ATOM.test(text.slice(last.end, last.end + 120));
  const isComplete = isWhole || (isConfiguration(atoms) && !others.some(({ isMore }) => isMore));
  if (!isComplete || isCut) yield { range: at, isList: true };
  else {
    const doubt = !isWhole
      ? 'The words beside the facts name a block and cannot be read.'
      : inWords && !atoms.some(isHandFact)
        ? 'The facts do not tell what the hand holds, and may be only some of the state.'
        : undefined;
    yield {
      range: at,
      text: [...new Set(atoms)].join(' '),
      // atoms in parentheses may be the notation of the world itself
      isExplicit: atoms.length >= LEAST && items.some((item) => !item.text.startsWith('(')),
      isList: true,
      ...(doubt !== undefined && { doubt }),
    };
  }
}

/** Extends the range of a list over the marks around it on its lines. */
function wholeLines(text: string, start: number, end: number): Range {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const last = newline < 0 ? text.length : newline;
  const isMarked = start - line < 40 && MARKS.test(text.slice(line, start));
  const isClosed = last - end < 40 && /^[\s*`"'}\].;,]*$/.test(text.slice(end, last));
  return range(isMarked ? skipForward(text, line, start, /\s/) : start, isClosed ? last : end);
}
