import {
  addsTo,
  corrects,
  deniesAction,
  describesAction,
  findActor,
  isDecided,
  isLeft,
  isPlayed,
  lastItem,
  lastLabel,
  readRelation,
  replacesOther,
  trimLead,
  turnsToOther,
} from './cues.ts';
import type { ActionLanguage, ActionMention, PlayerIndex, ReadMention, Relation } from './mention.ts';
import type { ProseNode } from './prose-tree.ts';

/** Deepest brackets that are followed. */
const DEEPEST = 64;

/** The brackets of a text, and remarks between dashes: `g5! — not f5 — Qf1`. */
class AsideSigns {
  #isDashed = false;

  /** Returns the signs of the text between two actions, as `(` and `)`. */
  signs(between: string): string {
    let signs = '';
    for (const [sign] of between.matchAll(/[()[\]]|[—–]\s*not\b|[—–.;\n]/g)) {
      if (sign === '(' || sign === '[') signs += '(';
      else if (sign === ')' || sign === ']') signs += ')';
      else if (sign.length > 1 && !this.#isDashed) [signs, this.#isDashed] = [`${signs}(`, true];
      else if (this.#isDashed && sign.length === 1 && sign !== '.') [signs, this.#isDashed] = [`${signs})`, false];
    }
    return signs;
  }
}

/** Place of a text before an aside, to which it returns. */
interface AsidePlace {
  readonly current: ProseNode;
  readonly isLost: boolean;
}

/** The open asides of a text. */
export class AsideStack {
  readonly #open: AsidePlace[] = [];

  /** Follows the signs before an action; returns the place that the text is back at, if asides ended. */
  follow(signs: string, place: AsidePlace): AsidePlace | undefined {
    let back: AsidePlace | undefined;
    for (const sign of signs)
      if (sign === ')') back = this.#open.pop() ?? back;
      else if (this.#open.length < DEEPEST) this.#open.push(back ?? place);
    return back;
  }
}

/** Number of characters before and after an action that are read. */
const BEFORE = 160;
const AFTER = 60;
/** Ends of sentences; the dot of a number, of `e.g.` and of an ellipsis ends none. */
const SENTENCE_END = /(?<!(?<![a-h])\d|\.|\be\.g|\bi\.e|\bvs)[.!?…;]+(?=["'”’)\]*_]{0,3}\s)|\.{3}(?=\s)|\n/g;
const BLOCK_END =
  /\n[ \t]*(?:\n|[-*•–#>|]|\d{1,2}[.)]\s|\(?[a-z\d]\)\s|\*\*|(?:line|option|step|candidate|try|variation) [a-z0-9]+[:.)])/i;
const QUESTION = /\b(?:what|how|why|can|could|should|is|does|do|would|maybe|perhaps)\b/i;
/** Text between two actions of one line: white space, punctuation, arrows and the words of a sequence. */
const ADJACENT =
  /^(?:[\s,;*_`"'“”’)\]]|->|=>|→|[-–—](?=[>\s])|\b(?:and|then|next|or|followed by|even|also|just)\b|\/)*$/i;
const PLAIN_RUN = /^(?:[\s*_`"']|->|=>|→|[-–—]>)*$/;
const LIST_RUN = /^[\s*_`"']*(?:,|,? ?and|[/;])[\s*_`"']*(?:and )?[\s*_`"']*$/;
const OR_RUN = /^[\s,*_`"']*(?:or|\/)[\s*_`"']*(?:even |just |maybe )?(?:with |by )?(?:(?:in )?the )?[\s*_`"']*$/i;

/** The text between the last action and the next one. */
interface Gap {
  readonly text: string;
  readonly isNewSentence: boolean;
  readonly isNewBlock: boolean;
  /** The words of the sentence before the action. */
  readonly lead: string;
}

function gapBefore(text: string, from: number, mention: ActionMention, signs: string): Gap {
  const start = Math.max(from, mention.start - BEFORE * 4);
  const between = text.slice(start, mention.start);
  let cut = -1;
  for (const match of between.matchAll(SENTENCE_END)) cut = match.index + match[0].length;
  const isNewBlock = BLOCK_END.test(between);
  const isStart = from === 0 || start > from;
  const endsQuestion = signs.includes('?') && /^["'”’)\]*_]*\s/.test(between);
  const isNewSentence = isStart || cut >= 0 || endsQuestion;
  const words = trimLead(between.slice(Math.max(cut, 0)).slice(-BEFORE));
  // A line such as `Legal moves:` is about the lines after it.
  const lead = words === '' ? headingBefore(between) : words;
  return { text: between, isNewSentence, isNewBlock: isNewBlock || isStart, lead };
}

/** Returns the words of a line with a colon at its end before the line of an action; '' if there is none. */
function headingBefore(between: string): string {
  const heading = /(?:^|\n)([^\n]{1,160}:)[*_ \t]{0,4}\n[^\n]{0,12}$/.exec(between.slice(-200))?.[1];
  return heading === undefined ? '' : trimLead(heading);
}

/** Returns the relation of an action that stands beside another, `A B`, `A, B`, `A or B`; undefined if it does not. */
function runRelation(gap: string, previous: Relation, isNewSentence: boolean): Relation | undefined {
  if ((previous === 'past' || previous === 'unmade') && ADJACENT.test(gap)) return previous;
  if (isNewSentence) return undefined;
  if (OR_RUN.test(gap)) return 'sibling';
  return PLAIN_RUN.test(gap) || LIST_RUN.test(gap) ? 'next' : undefined;
}

/**
 * Returns the actions of a text with the relations that the words around them tell, in the order of the text. Bare
 * places that no words make actions are left out.
 *
 * @param own the player to move in the root
 */
export function readMentions(text: string, language: ActionLanguage, own: PlayerIndex | undefined): ReadMention[] {
  const found: ReadMention[] = [];
  /** End of the last action or place, and of the last action. */
  let end = 0;
  let moveEnd = 0;
  let last: ReadMention | undefined;
  let isPlaceLast = false;
  let isDoubtful = false;
  let skipsPlace = false;
  const asides = new AsideSigns();
  const mentions = language.find(text);
  for (const [i, mention] of mentions.entries()) {
    const signs = text.slice(Math.max(0, moveEnd - 2), moveEnd);
    const lastLead = last === undefined ? '' : text.slice(Math.max(0, last.start - 40), last.start);
    const gap = gapBefore(text, moveEnd, mention, last?.number === undefined && QUESTION.test(lastLead) ? signs : '');
    const after = text.slice(mention.range.end, mention.range.end + AFTER);
    const isBesidePlace = isPlaceLast && ADJACENT.test(text.slice(end, mention.start));
    const isAdjacent = last !== undefined && !isPlaceLast && !gap.isNewSentence && ADJACENT.test(gap.text);
    const isBare = mention.form === 'bare' && mention.number === undefined && mention.side === undefined;
    let isTentative = false;
    if (isBare && !isLastLine(text, mention)) {
      const told = isPlayed(gap.lead, after, language.takesCells);
      const isAction =
        told ?? (isAdjacent || beginsRun(text, mention, mentions[i + 1]) || isMarked(text, mention, gap));
      isDoubtful = (isDoubtful && !gap.isNewBlock) || (told === undefined && !isAction && !isBesidePlace);
      isTentative = !isAction && gap.isNewSentence && describesAction(gap.lead, after);
      if (!(isAction || isTentative) || isBesidePlace) {
        skipsPlace = (skipsPlace && !gap.isNewSentence) || told === undefined;
        end = mention.range.end;
        isPlaceLast = true;
        continue;
      }
    }
    const run =
      last !== undefined && !isPlaceLast ? runRelation(gap.text, last.relation, gap.isNewSentence) : undefined;
    const told =
      isLastLine(text, mention) || isDecided(gap.lead, after)
        ? 'choice'
        : readRelation(gap.lead, gap, gap.isNewSentence || last?.relation !== 'premise');
    const isStillUnmade =
      last?.relation === 'unmade' && (corrects(gap.lead) || (addsTo(trimLead(gap.text)) && !gap.isNewSentence));
    const isUnmade = told !== 'choice' && told !== 'past' && (isLeft(after) || isStillUnmade);
    const relation: Relation = isUnmade
      ? 'unmade'
      : run !== undefined && (told === 'loose' || told === 'next' || told === 'then' || told === 'sibling')
        ? run
        : told;
    const actor = findActor(gap.lead, own, language.players);
    const label = gap.isNewBlock ? lastLabel(gap.text) : undefined;
    const item = gap.isNewBlock ? lastItem(gap.text) : undefined;
    const read: ReadMention = {
      ...mention,
      relation,
      ...(actor !== undefined && { actor }),
      isBlockStart: gap.isNewBlock,
      isDenied: deniesAction(gap.lead, sentenceRest(after)),
      isOtherChoice: turnsToOther(gap.lead),
      isConditional: /\bif\b/i.test(gap.lead),
      isTentative,
      followsDoubt: isDoubtful && !gap.isNewBlock,
      brackets: asides.signs(gap.text),
      skipsPlace,
      isNewSentence: gap.isNewSentence,
      isListLike: run !== undefined && LIST_RUN.test(gap.text),
      isRun: last !== undefined && !isPlaceLast && !gap.isNewSentence && PLAIN_RUN.test(gap.text),
      isAfterLast: last !== undefined && !isPlaceLast && /^[\s*_`]*after[\s*_`]*$/i.test(gap.text),
      isInstead: replacesOther(after),
      ...(label !== undefined && { label }),
      ...(item !== undefined && { item }),
    };
    found.push(read);
    if (gap.isNewBlock) isDoubtful = isTentative;
    skipsPlace = false;
    last = read;
    isPlaceLast = false;
    end = mention.range.end;
    moveEnd = end;
  }
  return found;
}

/** Returns true if only white space or arrows stand before the next bare place: two in a row are a line. */
const beginsRun = (text: string, { range }: ActionMention, next: ActionMention | undefined): boolean =>
  next !== undefined && next.start - range.end <= 8 && PLAIN_RUN.test(text.slice(range.end, next.start));

const sentenceRest = (after: string): string => /^[^.!?\n;]*/.exec(after)?.[0] ?? '';

const ANSWER_BEFORE =
  /(?:^|\n)(?:[\s*_`"'>#=→-]|<\w{1,20}>){0,8}(?:\w{1,12}:\s?|(?:ok|okay|so|thus|therefore|hence|alright),?\s)?[*_`"']{0,3}$/i;
const ANSWER_AFTER = /^(?:[\s*_`"'.!]|<\/\w{1,20}>){0,12}$/;

/** Returns true for an action that is the last line of the text. */
const isLastLine = (text: string, { start, range: { end } }: ActionMention): boolean =>
  text.length - end <= 40 &&
  ANSWER_AFTER.test(text.slice(end)) &&
  ANSWER_BEFORE.test(text.slice(Math.max(0, start - 40), start));

/** Returns true for a place in bold or code, or followed by a colon or a dash, which is a candidate by its form. */
function isMarked(
  text: string,
  { start, range: { end } }: ActionMention,
  { isNewSentence, isNewBlock, lead }: Gap,
): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  const after = text.slice(end, end + 3);
  if (isNewSentence && /[*`]$/.test(before) && /^[*`]/.test(after)) return true;
  return isNewBlock && lead === '' && /^[*`]{0,2}(?::| [–—-] )/.test(after);
}
