import type { Range } from '../../base/text/range.ts';
import { findAnswers } from './answers.ts';
import type { ClaimPattern } from './claim-words.ts';
import { COUNT_CLAIMS } from './count-claims.ts';
import { HISTORY_CLAIMS } from './history-claims.ts';
import type { Claim, ClaimMention } from './mention.ts';
import { EMPTY_CLAIMS, PIECE_CLAIMS } from './piece-claims.ts';
import { plainText } from './plain.ts';
import { CASTLES_CLAIMS, COMPARED_CLAIMS, PAWN_CLAIMS, TIMES_CLAIMS } from './position-claims.ts';
import { ATTACK_CLAIMS, PIN_CLAIMS } from './relation-claims.ts';
import { CASTLING_CLAIMS, CHECK_CLAIMS, MATE_CLAIMS, TURN_CLAIMS } from './side-claims.ts';
import { MOVE_CLAIMS, POINT_CLAIMS } from './tally-claims.ts';
import { isOfOther, sentenceAt } from './words.ts';

const SIDE = /white|black|\b[wb]\b/i;
const SQUARE = /[a-h][1-8]/i;
/** Patterns, a word of every text that they match, and what else it has: most lines are done with these. */
const KINDS: readonly {
  readonly word: RegExp;
  readonly other?: RegExp;
  readonly patterns: readonly ClaimPattern[];
}[] = [
  { word: /move|turn|play|\bnext\b/i, other: SIDE, patterns: TURN_CLAIMS },
  { word: /pawn|knight|bishop|rook|queen|king/i, other: SQUARE, patterns: PIECE_CLAIMS },
  {
    word: /empty|vacant|occupie|nothing|nobody|\bno[- ]one\b|\bnone\b|\bno (?:piece|pawn|man|unit)|\b(?:free|clear|open)\b/i,
    other: SQUARE,
    patterns: EMPTY_CLAIMS,
  },
  {
    word: /attack|\bhit|strik|\baim|target|threat|\beye|points at|bears|sight|press|x-ray|defen|protect|guard|cover|watches|support|back|control|under fire/i,
    other: SQUARE,
    patterns: ATTACK_CLAIMS,
  },
  { word: /\bpin/i, patterns: PIN_CLAIMS },
  { word: /check|attacked|under (?:attack|fire)/i, patterns: CHECK_CLAIMS },
  { word: /mate/i, patterns: MATE_CLAIMS },
  { word: /castl/i, patterns: CASTLING_CLAIMS },
  { word: /(?:pawn|knight|bishop|rook|queen)s?/i, patterns: COUNT_CLAIMS },
  { word: /legal|candidate|one move|(?:last|recent|latest|the) move|just seen/i, patterns: MOVE_CLAIMS },
  { word: /points|material|1-3-3-5-9/i, patterns: POINT_CLAIMS },
  { word: /castl|[O0]-[O0]/i, patterns: CASTLES_CLAIMS },
  { word: /\b(?:up|down|ahead|behind|material|legal|check)\b/i, patterns: COMPARED_CLAIMS },
  { word: /\bfrom [a-h][1-8] to\b|\b(?:took|taken|captured|captures|won|grabbed|lost)\b/i, patterns: HISTORY_CLAIMS },
  { word: /attack/i, other: SQUARE, patterns: TIMES_CLAIMS },
  { word: /-file|[a-h] file|bishop pair/i, patterns: PAWN_CLAIMS },
];

/** Words that make a sentence one of what might be, was, or is to come. */
const NOT_NOW =
  /\b(?:if|would|could|should|might|may|suppose|imagine|assuming|assume|unless|until|whenever|instead|eventually|later|earlier|before|previously|used to|was|were|had|will|going to|once|when|after|then|aim|plan|idea|wants?|threat\w*|hop(?:e|ing)|example|e\.g\.|hypothetical\w*|typically|usually|often|always|never|any|every|whether|or|not sure|wait|said|says|claim(?:s|ed)?|thought|start(?:ing)? position|typical|ended|(?:last|other|another|next|different) (?:game|chapter|position)|in general|generally|in (?:many|most|some|other|such|these|all|similar) \w+|compare[ds]?|comparing|(?:position|structure|set-?up|line|version)s? (?:with|where)|variant|rule|puzzle|exercise|mate in|(?:not|n't|n’t) (?:true|the case|correct|right)|false|untrue)\b|\?/i;
const WORDS =
  /check|points|material|legal|just seen|empty|vacant|occup|free|clear|nothing|nobody|no one|mate|turn|move|play|next|castl|\bpin|pawn|knight|bishop|rook|queen|king|attack|\b(?:up|down|ahead)\b|[ -]file|[O0]-[O0]/i;

/** The claims of a text about the position of the moment. Sentences about other times and possibilities make none. */
export function findClaims(marked: string): ClaimMention[] {
  const found: ClaimMention[] = [];
  if (!WORDS.test(marked)) return found;
  const { text, map } = plainText(marked);
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(start, next);
    if (WORDS.test(line))
      for (const { word, other, patterns } of KINDS)
        if (word.test(line) && other?.test(line) !== false)
          for (const pattern of patterns) findIn(line, start, text, pattern, found);
    start = next;
  }
  for (const answer of findAnswers(text)) if (isOfNow(text, answer.range.start, answer.range.end)) found.push(answer);
  if (text === marked) return found;
  return found.map((one) => {
    const { start, end } = one.range;
    return { ...one, range: { start: map.toSource(start), end: map.toSource(end - 1) + 1 } };
  });
}

function findIn(
  line: string,
  offset: number,
  text: string,
  { pattern, claim, isField }: ClaimPattern,
  found: ClaimMention[],
): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const said = claim(match.groups ?? {});
    if (said === undefined) continue;
    const start = offset + match.index;
    const range = { start, end: start + match[0].length };
    if (!isOfNow(text, range.start, range.end)) continue;
    const places = placesIn(match[0], match.groups?.['list'], start);
    (isList(said) ? said : [said]).forEach((one, i) => {
      found.push({ kind: 'claim', range: places[i] ?? range, claim: one, isField: isField === true });
    });
  }
}

/** The places of the squares of a list, each of which is a claim of its own. */
function placesIn(said: string, list: string | undefined, start: number): Range[] {
  if (list === undefined) return [];
  const from = start + said.lastIndexOf(list);
  return [...list.matchAll(/[a-h][1-8]/gi)].map(({ index }) => ({ start: from + index, end: from + index + 2 }));
}

const isList = (said: Claim | readonly Claim[]): said is readonly Claim[] => Array.isArray(said);

/** `After 3. Bb5, …` names the position that it speaks of. */
const AFTER_MOVE =
  /\bafter (?=[*_`"]{0,2}(?:\d{1,3}\.|[KQRBN][a-hx1-8]|[a-h][1-8x]|O-O|this\b|these\b|that\b|the (?:move|moves)\b))/gi;

/** Words of the moment that look like those of other times. */
const IDIOMS =
  /\b(?:any ?more|any longer|(?:you|we|one)(?: will|'ll|’ll) (?:find|see|notice)|takes? aim|without any|may(?= (?:still |no longer |now )?castle)|says?(?=:)|if you (?=count)|could(?= (?:try|play) is)|(?:the )?(?:last|most recent|latest) move(?: (?:played|made))? was|just (?:played|made) was|was just (?:played|made)|could(?= (?:still |yet )?castle)(?!$))\b/gi;

/** Who says it takes it back at once, within the sentence or behind it: `on h5... no, on d8`, `That is wrong.` */
const BROKEN_OFF =
  /^[\s,;]*(?:\.{2,3}|…|[-–—]{1,3})\s*(?:(?:oh|hmm|uh|er),? )?(?:no\b|nope|wait|actually|sorry|scratch|correction|I mean|rather)/i;
const TAKEN_BACK =
  /^\s*(?:(?:wait|hmm|oh|oops|actually|sorry|hold on|well)[,.!…]{0,3} )*(?:no(?:pe)?[,.:;!…–—]|(?:but )?(?:that|this)(?:'s|’s| is| was| isn't| is not) (?:wrong|incorrect|right|true|not (?:right|true|correct)|a mistake|an error)\b|scratch that|correction\b|I (?:was|am) (?:wrong|mistaken)|I misread|my mistake)/i;
const TRUE = /^\s*(?:\w+[,.!…]{0,3} )*(?:that|this)(?:'s|’s| is| was) (?:right|true)\b/i;

function isTakenBack(text: string, after: string, end: number): boolean {
  if (BROKEN_OFF.test(after)) return true;
  const next = text.slice(end + after.length, end + after.length + 60);
  return TAKEN_BACK.test(next) && !TRUE.test(next);
}

function isOfNow(text: string, start: number, end: number): boolean {
  const { before, after } = sentenceAt(text, start, end);
  if (isTakenBack(text, after, end)) return false;
  // a move behind the claim is still to come
  const sentence = `${before.replace(AFTER_MOVE, '')}${text.slice(start, end)}${after}`.replace(IDIOMS, '');
  return !NOT_NOW.test(sentence) && !isOfOther(sentence) && !isInExample(text, start);
}

/** Another position is spoken of since the line began. */
const EXAMPLE =
  /\b(?:exercise|puzzle|for example|suppose|imagine|(?:an|the) other (?:game|position)|another (?:game|position))\b/i;
const MAX_LINE = 300;

function isInExample(text: string, start: number): boolean {
  const left = text.slice(Math.max(0, start - MAX_LINE), start);
  return EXAMPLE.test(left.slice(left.lastIndexOf('\n') + 1));
}
