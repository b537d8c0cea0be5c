import type { ClaimMention, Color } from './mention.ts';

const MAX = 240;
const LF = 10;
const EXCLAMATION = 33;
const PERIOD = 46;
const SEMICOLON = 59;
const QUESTION = 63;

/** The words around a place, within its sentence and line. */
export interface SentenceParts {
  readonly before: string;
  readonly after: string;
}

/**
 * End of the last word of a sentence. A sentence ends at a line's end, and after a word with a period; the period of a
 * move number ends none.
 */
const LAST_WORD = /(?:[a-z)\]"`*]{2}|[a-h][1-8][+#]?|O-O)$/;
const STOP = /["`*)]*\s+/y;
const END = /^[.!;](?=\s|$)|\n|(?:[a-z)\]"`*]|[a-h][1-8][+#]?|O-O|\d\d?)[.!;](?:\s|$)|\?/;

/** Returns the parts around a range of the sentence that holds it. */
function sentenceAt(text: string, start: number, end: number): SentenceParts {
  const left = text.slice(Math.max(0, start - MAX), start);
  const right = text.slice(end, end + MAX);
  const stop = END.exec(right);
  return {
    before: left.slice(startIn(left)),
    after: stop === null ? right : right.slice(0, stop.index + stop[0].length),
  };
}

/** Returns the offset at which the last sentence of a text begins. */
function startIn(text: string): number {
  for (let i = text.length - 1; i >= 0; i--) {
    const c = text.charCodeAt(i);
    if (c === LF) return i + 1;
    if (c !== PERIOD && c !== EXCLAMATION && c !== QUESTION && c !== SEMICOLON) continue;
    STOP.lastIndex = i + 1;
    if (STOP.test(text) && LAST_WORD.test(text.slice(Math.max(0, i - 4), i))) {
      STOP.lastIndex = i + 1;
      return i + 1 + (STOP.exec(text)?.[0].length ?? 0);
    }
  }
  return 0;
}

/** Words for a state of the moment. */
const NOW =
  /\b(?:so|thus|hence|therefore|now|current(?:ly)?|resulting|reach(?:es|ed)?|gives?|leads? to|leaves?|arrive\w*|yields?|after|at this point|final(?:ly)?|we (?:have|get)|results? in|my (?:own |internal |mental |current )?(?:board|state|position))\b/i;
/** Words for a state. */
const STATE = /\b(?:board|position|fen|state)\b/i;
/** Words for a state of another moment. */
const OTHER =
  /\b(?:before|initial|start(?:s|ing|ed)?|original\w*|previous\w*|earlier|was|were|had been|old|if|suppose|would|could|should|might|instead|imagine|consider|e\.g\.|for example|such as|another|different|new game|next game|problem|puzzle|study|exercise|template|format|variant|hypothetical\w*|not|invalid|illegal|wrong|incorrect|example|compare|unlike|versus|vs|or)\b/i;
/** Words that refer to the following text. */
const INTRODUCES = /\b(?:this|here|following|below|diagram|picture|looks?|before|earlier)\b/i;
/** Words for a belief about the moment. */
const SHOULD_NOW = /\bshould (?:now be|be now|now look|now read)\b|\bwould (?:now |then |thus |therefore )?be\W*$/i;
/** A heading of an exercise, which has a separate state. */
const EXERCISE = /(?:^|\n)[ \t>#*_-]{0,8}(?:puzzle|problem|exercise|study)\b[^\n]{0,120}(?:\n\s{0,4}[^\n]{0,120})?$/i;
const MAX_LABEL = 260;

/**
 * Relation that words give a state to the game: they call it that of the moment, name it, place it at another moment,
 * or none of these.
 */
export type Tie = 'now' | 'state' | 'other' | 'none';

/** Returns the relation of a state to the game, by the words before it. */
export function readTie(text: string, start: number): Tie {
  let { before } = sentenceAt(text, start, start);
  // a board or a FEN on a separate line belongs to the line before
  let isApart = false;
  if (/^\s*(?:[`"'*>#|-]*|```\w*\s*)$/.test(before)) {
    const above = text
      .slice(Math.max(0, start - MAX), start)
      .replace(/```\w*|[`"'*>\s]+$/g, '')
      .trimEnd();
    before = sentenceAt(above, above.length, above.length).before;
    // a whole sentence that names no board need not be about the one below it
    isApart = /[a-z\d][.!][*_`)]*$/.test(above) && !STATE.test(before) && !INTRODUCES.test(before);
  }
  if (!isApart && OTHER.test(before.replace(SHOULD_NOW, ''))) return 'other';
  if (NOW.test(before)) return 'now';
  if (EXERCISE.test(text.slice(Math.max(0, start - MAX_LABEL), start))) return 'other';
  return STATE.test(before) ? 'state' : 'none';
}

const AFTER_MOVE = /\b(?:now|after|resulting|results? in|new|updated)\b/i;

/** Returns true if the words before a state place it after a move. */
export const isPlacedAfter = (text: string, start: number): boolean =>
  readTie(text, start) === 'now' && AFTER_MOVE.test(sentenceAt(text, start, start).before);

/** Words by which moves are considered, denied or corrected. */
const NOT_PLAYED =
  /\b(?:illegal|not|n't|n’t|invalid|impossible|cannot|mistake\w*|wrong|incorrect|error|typo|unplayable|instead of|rather than|if|unless|would|could|might|may|should|can|suppose|imagine|assum\w+|lines?|variations?|continuations?|e\.g\.|i\.e\.|example|instance|like|idea|options?|alternative\w*|candidates?|maybe|perhaps|consider\w*|what about|plan|calculat\w+|analy\w+|possibl[ey]|threat\w*|prefer\w*|recommend\w*|suggest\w*|legal|better|worse|avoid\w*|when|whenever|in case|typical\w*|usual\w*|pseudo)\b/i;

/** Returns true if the sentence around moves considers them, without saying that they were played. */
export function isConsidered(text: string, start: number, end: number): boolean {
  const { before, after } = sentenceAt(text, start, end);
  return NOT_PLAYED.test(before) || NOT_PLAYED.test(after.slice(0, 80));
}

const OFFERED =
  /\b(?:legal|candidate|possible|available|valid|alternative|options?|choices?)\b[^.\n]{0,60}$|\b(?:multi)?pv["'\s:=]{1,4}$/i;

/** Returns true if the words before moves offer a choice of them. */
export const isOffered = (text: string, start: number): boolean =>
  OFFERED.test(text.slice(Math.max(0, start - 80), start));

const REJECTED = /\b(?:illegal|(?:not|n['’]t) (?:a )?(?:legal|valid|allowed)|invalid|try again|rejected)\b/i;

/** Returns true if a text says that the previous move was not accepted. */
export const isRejection = (text: string): boolean => REJECTED.test(text);

const ASKS_ELSEWHERE =
  /\b(?:before|earlier|previous\w*|prior|start(?:ing)? position|initial|ago|at move|after (?:move )?\d+\b(?!\.))/i;
const MAX_QUESTION = 400;

/** Returns true if the last question of a text, or its last line, asks for another position than that of its moves. */
export function asksElsewhere(text: string): boolean {
  const end = text.slice(-MAX_QUESTION).trim();
  const questions = end.includes('?') ? end.match(/[^.?!\n]*\?/g) : null;
  return ASKS_ELSEWHERE.test(questions?.at(-1) ?? end.split('\n').at(-1) ?? '');
}

/** Returns true if a text says that a game begins from the initial position. */
export const beginsGame = (text: string): boolean =>
  /\b(?:standard|usual|normal|regular) (?:initial|start(?:ing)?) position\b|\bnew game\b/i.test(text);

/** Sentences about the side to move, and about a check; each names a side. */
const CLAIM =
  /\b(?:(white|black)(?:(?: is)? to (?:move|play)\b|(?:'s|’s) (?:turn|move)\b(?! (?:is|was|\w*[1-8]))|(?: is| has the) on move\b)|(?:it is|it's|it’s)(?: now)? (white|black)(?:'s|’s) turn\b|(?:side to move|to move|turn)\*{0,2} ?(?:is|:|=)\*{0,2} ?["'`*]{0,2}(white|black)\b|(white|black)(?: is|(?:'s|’s) king is| king is)(?: now| currently)? in check\b)/gi;
/** Words that make a sentence one of possibility, past or future. */
const NOT_NOW =
  /\b(?:if|would|could|should|might|may|suppose|imagine|assum\w+|unless|until|when\w*|instead|later|earlier|before|previous\w*|was|were|had|will|going|once|after|then|plan|idea|example|e\.g\.|whether|or|not|never|any|always|said|claim\w*|thought|start\w*|other|another|next|different|mate|puzzle|rule|wait|can|must|since|because|so that|in order)\b|n['’]t\b|\?/i;

/**
 * Finds the claims of a text about the side to move and checks now. Sentences about other times and possibilities claim
 * nothing.
 */
export function findClaims(text: string): ClaimMention[] {
  const found: ClaimMention[] = [];
  if (!/to (?:move|play)|turn|(?:'s|’s) move|on move|in check/i.test(text)) return found;
  for (const match of text.matchAll(CLAIM)) {
    const [all, toMove, turn, field, checked] = match;
    const range = { start: match.index, end: match.index + all.length };
    const { before, after } = sentenceAt(text, range.start, range.end);
    if (NOT_NOW.test(before) || NOT_NOW.test(after)) continue;
    const color = readColor(toMove ?? turn ?? field ?? checked ?? '');
    found.push({ kind: 'claim', range, claim: { kind: checked === undefined ? 'turn' : 'check', color } });
  }
  return found;
}

export const readColor = (word: string): Color => (/^w/i.test(word) ? 0 : 1);
