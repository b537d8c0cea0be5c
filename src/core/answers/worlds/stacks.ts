import { range } from '../../base/text/range.ts';
import type { RespelledState } from './world-line.ts';

/** Name of a stack, or of the table, before its blocks: `Stack 1 (bottom to top):`, `**Tower A** =`, `Table:`. */
const HEAD =
  /(?<![\w-])["'`*_]{0,3}(?:(?:(?:stack|tower|pile|column)s?|(?:on )?(?:the )?(table))(?:[ _#-]{0,2}(\d{1,2}|[a-z]))?)["'`*_]{0,3}[ \t]{0,3}(?:[([]([^()[\]\n]{0,40})[)\]][ \t]{0,2})?["'`*_]{0,3}(?::|=|->|→)["'`*_]{0,3}/gi;
/** Words for all stacks before the first of them. */
const HEADING = /(?:from )?(top|bottom)[ -]to[ -](?:top|bottom)[^\n]{0,20}[:)]["'`*_\s]{0,8}$/i;
/** The blocks of a stack: to the end of its line or clause. */
const SAID = /^[^;\n]{0,300}/;
const ENDS = /[.!?](?=\s|$)|[ \t][-–—(][ \t]?(?:\d|total|one|two|three|four)[^\n]*$/i;
/** Signs and words between two stacks: the marks of a list, and what the hand holds. */
const BETWEEN =
  /^[\s;.,>*•|`"'\])-]{0,24}(?:\d{1,2}[.)] ?)?(?:(?:the |my |robot )?(?:hand|arm|gripper)\b[^\n;:.]{0,12}(?:[:=] ?)?[^\n;.]{0,24})?[\s;.,>*•|`"'-]{0,24}$/i;

const BLOCK = String.raw`(?:the |block )*([a-z][\w-]{0,15})(?: block)?`;
/** A number or a place beside a block: `A(1)`, `A (top)`. */
const NOTE = String.raw`(?:[ ]?\(([^()]{0,20})\))?`;
const LISTED = new RegExp(`^${BLOCK}${NOTE}$`, 'i');
const PLACED = new RegExp(`^${BLOCK}${NOTE}(?: (?:is|sits|rests))? on(?: top of)? ${BLOCK}${NOTE}$`, 'i');
const SEPARATOR = /\s*(?:,(?:\s*and\s)?|->|→|<-|←|\||\/|>|<|\band\b|\bthen\b)\s*/i;
const NOTHING = /^[\s([{]*(?:empty|none|nothing|nil|-|–|—)?[\s)\]}.]*$/i;
const HAND = String.raw`(?:hand|arm|gripper)\b["'\x60*]{0,3}`;
const HOLDS_NONE = new RegExp(
  String.raw`${HAND}(?: is| remains)?(?: (?:now|currently|still))?[ ]?[:=]?["'\x60* ]{0,4}(?:\(?empty|free|none|nothing|holding nothing)|not (?:currently )?holding any|nothing (?:is|in)`,
  'i',
);
const HOLDS = new RegExp(
  String.raw`(?:${HAND}[ ]?[:=]["'\x60* ]{0,4}(?:holding |holds )?|(?<!(?:was|were|been|not|if|be) )(?:holding|holds)[ ]?:?["'\x60* ]{0,4})${BLOCK}(?![\w-])`,
  'i',
);
/** Words about another state, after stacks. */
const OTHER =
  /\n[^\n]{0,80}:[*_]{0,2}[ \t]*\n|\b(?:then|next|after|before|step|goal|final|was|were|if|previously|initially)\b/i;
/** Words after stacks that may place another block. */
const MORE =
  /\b(?:table|floor|ground|beside|alone|elsewhere|separate|others?|rest|on(?:to)?(?: top of)?(?: the| block)* [a-z]\b)/i;
/** Characters around stacks in which the hand is looked for. */
const REACH = 120;

/** Name of the ground of the stacks. */
const GROUND = 'table';

type End = 'top' | 'bottom';

/** A stack of an answer. */
interface Stack {
  readonly name: string;
  readonly isTable: boolean;
  /** Blocks from the bottom, if it is known where that is, otherwise as written. */
  readonly blocks: readonly string[];
  readonly isOrdered: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the stacks of blocks that a text lists one by one, each with its name. They are a state in doubt if nothing says which end is the
 * top, or what the hand holds.
 */
export function* findStacks(text: string): Generator<RespelledState> {
  let group: Stack[] = [];
  for (const stack of stacksIn(text)) {
    const last = group.at(-1);
    const isNext =
      last !== undefined &&
      BETWEEN.test(text.slice(last.end, Math.min(stack.start, last.end + REACH))) &&
      stack.start - last.end < REACH &&
      group.every(({ name }) => name !== stack.name);
    if (!isNext) {
      yield* joinStacks(text, group);
      group = [];
    }
    group.push(stack);
  }
  yield* joinStacks(text, group);
  yield* findArrays(text);
}

/** Stacks as arrays of blocks: `[["b"], [], ["a", "c"]]`. */
const ARRAY = /\[\s{0,8}(?:\[(?:\s{0,8}["'][a-z][\w-]{0,15}["'],?){0,30}\s{0,8}\],?\s{0,8}){2,30}\]/gi;

/** Finds the stacks of blocks that are arrays of an array. */
function* findArrays(text: string): Generator<RespelledState> {
  for (const { 0: all, index } of text.matchAll(ARRAY)) {
    const end = index + all.length;
    const first = endOf(text.slice(Math.max(0, index - 60), end + 60));
    const stacks = (all.slice(1).match(/\[[^\]]*\]/g) ?? []).map((stack, i): Stack => {
      const blocks = (stack.match(/[a-z][\w-]*/gi) ?? []).map((block) => block.toLowerCase());
      const isOrdered = first !== undefined || blocks.length < 2;
      return {
        name: String(i),
        isTable: false,
        blocks: first === 'top' ? blocks.reverse() : blocks,
        isOrdered,
        start: index,
        end,
      };
    });
    yield* joinStacks(text, stacks);
  }
}

function* stacksIn(text: string): Generator<Stack> {
  const heads = Array.from(text.matchAll(HEAD));
  let heading: End | undefined;
  for (const [i, { 0: head, 1: table, 2: number = '', 3: note = '', index }] of heads.entries()) {
    const from = index + head.length;
    const next = heads[i + 1]?.index ?? text.length;
    const [rest = ''] = SAID.exec(text.slice(from, Math.min(next, from + 300))) ?? [];
    const cut = ENDS.exec(rest)?.index;
    const said = (cut === undefined ? rest : rest.slice(0, cut)).replace(/[\s,;.*_`"'>•|-]+$/, '');
    const above = HEADING.exec(text.slice(Math.max(0, index - 80), index))?.[1];
    if (above !== undefined) heading = endOf(`${above} to`);
    if (said === '' && number === '') {
      heading = endOf(note) ?? heading;
      continue;
    }
    const read = readBlocks(
      said.replace(/^[\s([{]+|[\s)\]}]+$/g, (sign) => (/[()]/.test(sign) ? sign : '')),
      {
        first: endOf(note) ?? heading,
        isTable: table !== undefined,
      },
    );
    if (read === undefined) continue;
    const name = `${table === undefined ? '' : 'table'}${number.toLowerCase()}`;
    yield {
      name,
      isTable: table !== undefined,
      ...read,
      start: index,
      end: from + (/^[.!?]/.test(rest.slice(cut)) ? said : rest.trimEnd()).length,
    };
  }
}

/** Returns the end of a stack that is named first. */
function endOf(note: string): End | undefined {
  const [, end] = /\b(top|bottom)\b[^a-z]{0,4}(?:to|->|→|first|,)/i.exec(note) ?? [];
  return end === undefined ? undefined : end.toLowerCase() === 'top' ? 'top' : 'bottom';
}

/** Reads the blocks of a stack; undefined if they are something else. */
function readBlocks(
  said: string,
  { first, isTable }: { readonly first: End | undefined; readonly isTable: boolean },
): Pick<Stack, 'blocks' | 'isOrdered'> | undefined {
  if (NOTHING.test(said)) return { blocks: [], isOrdered: true };
  const items = said.split(SEPARATOR).map((item) => item.replace(/["'`*[\]]/g, '').trim());
  const chain = items.length === 1 ? chainOf(items[0] ?? '') : undefined;
  if (chain !== undefined) return { blocks: chain, isOrdered: true };
  if (items.every((item) => PLACED.test(item))) {
    const blocks = joinPairs(items);
    return blocks === undefined ? undefined : { blocks, isOrdered: true };
  }
  const listed = items.map((item) => LISTED.exec(item));
  const names = listed.flatMap((match) => (match?.[1] === undefined ? [] : [match[1].toLowerCase()]));
  if (names.length !== items.length || names.includes(GROUND)) return undefined;
  const notes = listed.map((match) => match?.[2]?.toLowerCase() ?? '');
  const told = firstOf(notes) ?? first;
  return {
    blocks: told === 'top' ? names.reverse() : names,
    isOrdered: told !== undefined || isTable || names.length < 2,
  };
}

/** Returns the end of a stack that stands first by the notes beside its blocks: `A (bottom), B, C (top)`. */
function firstOf(notes: readonly string[]): End | undefined {
  const BOTTOM = /^(?:on )?(?:the )?(?:bottom|table|base)/;
  const [first = ''] = notes;
  const last = notes.at(-1) ?? '';
  if (BOTTOM.test(first) || last.startsWith('top')) return 'bottom';
  return first.startsWith('top') || BOTTOM.test(last) ? 'top' : undefined;
}

/** Returns the blocks of `c on b on a`, and of `c on b on a on the table`, from the bottom. */
function chainOf(item: string): string[] | undefined {
  const parts = item.split(/\s+on(?:\s+top\s+of)?\s+/i);
  if (parts.length < 2) return undefined;
  const names = parts.map((part) => new RegExp(`^${BLOCK}${NOTE}$`, 'i').exec(part)?.[1]?.toLowerCase());
  if (names.at(-1) === GROUND) names.pop();
  const found = names.flatMap((name) => (name === undefined || name === GROUND ? [] : [name]));
  return found.length === names.length ? found.reverse() : undefined;
}

/** Returns the blocks of `a on table, b on a` in any order from the bottom; undefined if they are not one stack. */
function joinPairs(items: readonly string[]): string[] | undefined {
  const above = new Map<string, string>();
  const upper = new Set<string>();
  for (const item of items) {
    const [, block = '', , below = ''] = PLACED.exec(item.toLowerCase()) ?? [];
    if (above.has(below) || upper.has(block)) return undefined;
    above.set(below, block);
    upper.add(block);
  }
  const bottom = above.has(GROUND) ? GROUND : [...above.keys()].find((block) => !upper.has(block));
  const blocks: string[] = [];
  for (let at = bottom; at !== undefined; at = above.get(at)) blocks.push(at);
  if (blocks.length !== above.size + 1) return undefined;
  return blocks[0] === GROUND ? blocks.slice(1) : blocks;
}

function* joinStacks(text: string, group: readonly Stack[]): Generator<RespelledState> {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined || group.every(({ isTable }) => isTable)) return;
  const stacks = group.filter(({ isTable }) => !isTable).map(({ blocks }) => blocks);
  const stacked = stacks.flat();
  const singles = group
    .filter(({ isTable }) => isTable)
    .flatMap(({ blocks }) => blocks.filter((block) => !stacks.some(([bottom]) => bottom === block)));
  const all = [...stacked, ...singles];
  if (all.length === 0) return;
  const [after = ''] = text.slice(last.end, last.end + REACH).split(OTHER);
  const [paragraph = ''] = text
    .slice(Math.max(0, first.start - REACH), first.start)
    .split(/\n\s*\n/)
    .slice(-1);
  const beside = text.slice(last.end, last.end + REACH).split(/\n\s*\n/)[0] ?? '';
  const said = handIn(after);
  const hand = said ?? handIn(text.slice(first.start, last.end)) ?? handIn(paragraph);
  const held = hand === undefined || hand.block === '' ? [] : [hand.block];
  if (new Set([...all, ...held]).size < all.length + held.length) return;
  const atoms = [
    ...stacks.flatMap((blocks) =>
      blocks.map((block, i) => (i === 0 ? `(ontable ${block})` : `(on ${block} ${blocks[i - 1]})`)),
    ),
    ...singles.map((block) => `(ontable ${block})`),
    ...[...stacks.flatMap((blocks) => blocks.slice(-1)), ...singles].map((block) => `(clear ${block})`),
    ...(held.length > 0 ? held.map((block) => `(holding ${block})`) : ['(handempty)']),
  ];
  const doubt = !group.every(({ isOrdered }) => isOrdered)
    ? 'The answer does not say which end of a stack is its top.'
    : hand === undefined
      ? 'The stacks do not tell what the hand holds.'
      : MORE.test(beside) || MORE.test(paragraph)
        ? 'The words beside the stacks may place another block.'
        : undefined;
  yield {
    range: range(first.start, last.end + (said?.end ?? 0)),
    text: atoms.join(' '),
    isList: true,
    ...(doubt !== undefined && { doubt }),
  };
}

/** Returns the block that words say to be held, '' for none, and the end of these words; undefined if they do not tell. */
function handIn(words: string): { readonly block: string; readonly end: number } | undefined {
  const holds = HOLDS.exec(words);
  const none = HOLDS_NONE.exec(words);
  const block = holds?.[1]?.toLowerCase() ?? '';
  const found = none ?? holds;
  if (found === null || (none !== null && holds !== null && !NOTHING.test(block))) return undefined;
  return { block: none === null ? block : '', end: found.index + found[0].length };
}
