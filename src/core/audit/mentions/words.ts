const MAX = 240;
const LF = 10;
const EXCLAMATION = 33;
const PERIOD = 46;
const SEMICOLON = 59;
const QUESTION = 63;

/** The words around a place, within its sentence and line. */
export interface Words {
  readonly before: string;
  readonly after: string;
}

/** A sentence ends at a line's end, and behind a word with a period; the period of a move number ends none. */
const LAST_WORD = /(?:[a-z)\]"`*]{2}|[a-h][1-8][+#]?|O-O)$/;
const STOP = /["`*)]*\s+/y;
const END = /^[.!;](?=\s|$)|\n|(?:[a-z)\]"`*]|[a-h][1-8][+#]?|O-O|\d\d?)[.!;](?:\s|$)|\?/;

/** The rest of the sentence that holds a range. */
export function sentenceAt(text: string, start: number, end: number): Words {
  const left = text.slice(Math.max(0, start - MAX), start);
  const right = text.slice(end, end + MAX);
  const cut = startIn(left);
  const stop = END.exec(right);
  return { before: left.slice(cut), after: stop === null ? right : right.slice(0, stop.index + stop[0].length) };
}

/** Where the sentence ends that goes on at a place. */
export const untilEnd = (text: string, end: number): number => end + sentenceAt(text, end, end).after.length;

/** Where the last sentence of a text begins. */
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

/** The words say that a state is that of the moment. */
const NOW =
  /\b(?:so|thus|hence|therefore|now|current(?:ly)?|resulting|reach(?:es|ed)?|gives?|leads? to|leaves?|arrive\w*|yields?|after|at this point|final(?:ly)?|we (?:have|get)|(?:we|you|I)(?:'re|’re| are| am)(?: now| still)? at|results? in|my (?:own |internal |mental |current )?(?:board|state|position|snapshot|bookkeeping|estimate|belief|tracker|reconstruction)|snapshot|reconstruct(?:ed|s|ion)?)\b/i;
/** The words name a state. */
const STATE = /\b(?:board|position|fen|state)\b/i;
/** The words say that it is another one. */
const OTHER =
  /\b(?:before|initial|start(?:s|ing|ed)?|original\w*|previous\w*|earlier|was|were|had been|old|if|suppose|would|could|should|might|instead|imagine|consider|e\.g\.|for example|such as|another|different|new game|next game|problem|puzzle|study|template|format|variant|hypothetical\w*|not|invalid|illegal|wrong|incorrect|example|compare|unlike|versus|vs|or)\b/i;

/** The words point at what follows. */
const INTRODUCES = /\b(?:this|here|following|below|diagram|picture|looks?|game|chapter|before|earlier)\b/i;

/** A line or heading that begins a numbered exercise, in which a state is its own, and what may stand between. */
const EXERCISE =
  /(?:^|\n)[ \t>#*_-]{0,8}(?:puzzle|problem|exercise|study)\b[ \t]{0,2}(?:#|no\.? ?|number )?\d[^\n]{0,120}(?:\n\s{0,4}[^\n]{0,120})?$/i;
const MAX_LABEL = 260;

/** What somebody believes of the moment. */
const SHOULD_NOW = /\bshould (?:now be|be now|now look|now read)\b|\bwould (?:now |then |thus |therefore )?be\W*$/i;

/** How words tie a state to the game: they say that it is that of the moment, they name it, they speak of another, or nothing of it. */
export type Tie = 'now' | 'state' | 'other' | 'none';

/** How the words before a state tie it to the game. */
export function tieOf(text: string, start: number): Tie {
  let { before } = sentenceAt(text, start, start);
  // a board or a FEN on a line of its own belongs to the line before
  let isApart = false;
  if (before.trim().replace(/[`"'*>#|-]/g, '') === '' || /^\s*(?:```\w*\s*)?$/.test(before)) {
    const above = text
      .slice(Math.max(0, start - MAX), start)
      .replace(/```\w*|[`"'*>\s]+$/g, '')
      .trimEnd();
    before = sentenceAt(above, above.length, above.length).before;
    // a whole sentence that names no board need not speak of the one below it
    isApart = /[a-z\d][.!][*_`)]*$/.test(above) && !STATE.test(before) && !INTRODUCES.test(before);
  }
  if (!isApart && OTHER.test(before.replace(SHOULD_NOW, ''))) return 'other';
  if (NOW.test(before)) return 'now';
  if (EXERCISE.test(text.slice(Math.max(0, start - MAX_LABEL), start))) return 'other';
  return STATE.test(before) ? 'state' : 'none';
}

/** Words that deny or correct a move. */
const DENIES =
  /\b(?:illegal|not (?:a )?(?:legal|possible|allowed|valid)|invalid|impossible|can(?:'|’)?t|cannot|isn(?:'|’)t|mistake\w*|wrong|incorrect|error|typo|unplayable|instead of|if|pseudo)\b/i;

/** True if the sentence around a move says that it is none, or only thinks of it. */
export function isDenied(text: string, start: number, end: number): boolean {
  const { before, after } = sentenceAt(text, start, end);
  return DENIES.test(before) || DENIES.test(after);
}

/** The words before a move that may announce it. */
const leftOf = (text: string, start: number): string => text.slice(Math.max(0, start - 60), start);

/** The same, of the same line. */
function lineOf(text: string, start: number): string {
  const left = leftOf(text, start);
  return left.slice(left.lastIndexOf('\n') + 1);
}

const PLAYED =
  /(?:\b(?:I(?:'ll|’ll| will)? (?:now )?(?:play|choose|answer with|respond with|reply with|go(?: with| for)?|opt for)|let me play|(?:you|they|we)(?: have)?(?: just)? (?:play|answer|reply|respond)(?: with)?|(?:start|open|begin|kick off)(?:s|ed|ing)?(?: off)? with|(?:plays|played|answered|replied|responds|responded|countered|continued|opened|recaptured)(?: (?:me |us )?with)?|(?:goes|went|opts|opted|going)(?: for| with)?|(?:chooses|chose|moved|pushed|picked|applied|executed)|(?:you|opponent|white|black|they|he|she|engine|stockfish) (?:chose|moves?)|(?:my|your|his|her|their|white's|black's|opponent's|the opponent's|last) (?:last |next )?(?:move|reply|response)(?: is| was)?|the (?:reply|answer|response) was|move played|(?:opponent|white|black):|bestmove|make_move|push(?:_san|_uci|_xboard)?(?:\((?:chess\.)?Move\.from_uci)?)|(?:^|\s)!m(?:ove)?|\bplay\[)["'\s:=`*(]*$/i;
/** Verbs that are nouns as well, as in `candidate moves: e4`. */
const ALSO_PLAYED =
  /\b(?:(?:answers|replies|counters|continues|opens|recaptures)(?: (?:me |us )?with)?|moves|pushes|picks)[\s*_`"'(]*$/i;
const PROPOSED =
  /(?:\b(?:best move(?: here)?(?: is)?|(?:the|final) (?:move|answer)(?: is)?|(?:my|your|the) (?:reply|response|answer)(?: is)?|I(?: have|'ve|’ve)? (?:just )?(?:played|chose|went)|move|answer))["'\s:=`*(]*$|(?:<(?!\/)(?![^<>]{0,30}(?:candidate|legal|possible|option|illegal|consider|prev))[\w:-]{0,24}(?:move|answer|action|play|ply)(?:\s[^<>\n]{0,40})?>|\\boxed\{)\s*$/i;

/** Words that make a move one of what might be: anywhere before it in its sentence, and right before it. */
const IF =
  /\b(?:if|unless|would|suppose|supposing|imagine|assum(?:e|ing)|whenever|when|what if|in case|were to|instead of|rather than)\b/i;
const PERHAPS =
  /\b(?:can|could|can't|cannot|may|might|should|ought|never|not|n't|n’t|often|usually|typically|normally|sometimes|always|either|wants?|wanted|plans?|planned|threatens?|threatened|hop(?:es?|ed|ing)|perhaps|maybe|considers?|considered|thinks? of|thought of|about)\b[^,;:.!?\n]*$/i;

/** An opening or a game of others by its name, or its year. */
const OTHER_GAME =
  /\b[Ii]n (?:the|an?|his|her) (?!White|Black|FEN)[A-Z][a-z]{3,}|\b[Ii]n (?:(?:1[89]|20)\d\d|(?:game|round) \d+)\b/;

/** True if a sentence speaks of an opening in general, or of a game of others. */
export const isOfOther = (sentence: string): boolean => OTHER_GAME.test(sentence);

/** True if the words before a move speak of what might be played, or is in other games. */
export const isHypothetical = (text: string, start: number): boolean => isMaybe(text, start) || isThought(text, start);

const MAYBE = /\b(?:c(?:an|ould)|may|might|would|should|wants?|plans?|if|considers?) (?:[a-z]+ ){0,3}$/i;

/** The same, by the few words before the move alone. */
export const isMaybe = (text: string, start: number): boolean => MAYBE.test(text.slice(Math.max(0, start - 32), start));

function isThought(text: string, start: number): boolean {
  const { before, after } = sentenceAt(text, start, start);
  return IF.test(before) || PERHAPS.test(before) || isOfOther(before) || isOfOther(after);
}

/** What stands before a move that is all of a line: the name of who plays it. */
const SPEAKER =
  /^(?:[^\n]{0,24}(?:<[\w-]{1,24}>|\b(?:White|Black)\**:)|[^\n\p{L}\p{N}]{0,6}\p{Extended_Pictographic}[^\n\p{L}\p{N}]{0,4})[*\s]*$/u;
const LINE_END = /^[*_`"]{0,3}[!?.]{0,3}[^\S\n]*(?:[\p{Extended_Pictographic}\uFE0F\u200D]{1,4}[^\S\n]*)?(?:\n|$)/u;
/** A message that begins with a move of Black as people write it: `...e5`. */
const DOTS = /^\s*(?:\.\.\.|…)\s*$/;
/** The side that the words right before a move name as who played it. */
export function moverOf(text: string, start: number): 0 | 1 | undefined {
  const side = /\b(white|black)(?:'s|’s)?(?: has)?(?: just)? [a-z]+[\s*_`"]{0,4}$/i.exec(leftOf(text, start))?.[1];
  return side === undefined ? undefined : /^w/i.test(side) ? 0 : 1;
}

/** True if an engine names the move: of which position, its log does not say. */
export const isOfEngine = (text: string, start: number): boolean =>
  /\bbestmove[\s:="]*$/i.test(text.slice(Math.max(0, start - 16), start));

/** True if a command of UCI gives the moves from the start of a game. */
export const isOfStart = (text: string, start: number): boolean =>
  /\bposition startpos moves\s$/.test(text.slice(Math.max(0, start - 26), start));

const TAKEN_BACK = /\b(?:take|taking|took) (?:(?:that|it|this|my (?:last )?move) )?back\b|\bundo (?:that|it|my|the)\b/i;

/** True if the words before a square give an answer, which need not be a move. */
export const isAnswerText = (text: string, start: number): boolean =>
  /\banswer(?: is)?["'\s:=`*(]*$/i.test(text.slice(Math.max(0, start - 24), start));

/** True if the words before a move say that it is played in place of the last one. */
export const isInstead = (text: string, start: number): boolean =>
  TAKEN_BACK.test(text.slice(Math.max(0, start - 120), start));

const INTENDED =
  /(?:\bI(?:'ll|’ll| will)? (?:now )?(?:play|choose|answer with|respond with|reply with|go(?: with)?)|\blet me play|\b(?:my|final|best) (?:move|reply|answer)(?: here)?(?: is)?|(?<!\b(?:last|previous|prior|played|recent|opponent(?:'s|’s)?|white(?:'s|’s)?|black(?:'s|’s)?) )\bmove:|\bmake_move|\bpush(?:_san|_uci|_xboard)?(?:\((?:chess\.)?Move\.from_uci)?|<(?:move|answer|final_answer|action)>|\\boxed\{)["'\s:=`*(]*$/i;

/** True if the words before a move, or its place as all that somebody says, give it as one that is played now and not as one of before. */
export const isIntended = (text: string, start: number, end: number): boolean => {
  if (start < 12 && DOTS.test(text.slice(0, start))) return true;
  const left = leftOf(text, start);
  return INTENDED.test(left) || isSpoken(text, start, end);
};

/** True if a move is all that follows the name of who speaks on a line. */
export const isSpoken = (text: string, start: number, end: number): boolean =>
  LINE_END.test(text.slice(end, end + 12)) && SPEAKER.test(lineOf(text, start));

/** True if the words before moves say that the game went on with them. */
export const isContinuation = (text: string, start: number): boolean =>
  WENT_ON.test(leftOf(text, start)) && !isHypothetical(text, start);
const WENT_ON = /\b(?:it|the game|play) (?:went|continued|proceeded)(?: on)?(?: with)?[\s*_`":]*$/i;

const HEADED =
  /^[>*#_ \t]{0,8}(?:(?:White|Black)(?:'s|’s)? )?(?:move|ply|half-?move)(?: (?:no\. ?)?\d{1,3})?(?: by (?:White|Black))?[*_]{0,3}:[*_` \t]{0,6}$/i;

/** True if a line says that a move was made, and no more: `Move: O-O`, `**Move 12:** Nf3`. */
export const isHeadedMove = (text: string, start: number, end: number): boolean =>
  LINE_END.test(text.slice(end, end + 12)) && HEADED.test(lineOf(text, start));

/** True if a text begins with a move as a sentence: `d6. Now White …`. */
export const isFirstWord = (text: string, start: number, end: number): boolean =>
  start < 12 && text.slice(0, start).trim() === '' && /^[+#!?*_`]{0,3}[.!,;]/.test(text.slice(end, end + 4));

/** What stands before a last move: the sentence or the line before it, or the end of its thoughts. */
const BEFORE_LAST = /(?:[a-z][.!] {1,2}|(?:[a-z)][.!:?]?|<\/\w{1,20}>)[ \t]*\r?\n\s{0,8})[*_`"]{0,3}$/i;

/** True if the last sentence of a text, or its last line, is a move, and nothing else. */
export const isLastSentence = (text: string, start: number, end: number): boolean =>
  /^[*_`"]{0,3}[!?.]{0,3}\s*$/.test(text.slice(end, end + 12)) && BEFORE_LAST.test(leftOf(text, start));

/** True if the words behind a move name its number: it was played when the game was there. */
export const isOfNumber = (text: string, end: number): boolean =>
  /^[+#!?*_`]{0,4} (?:on|at|in) move \d/.test(text.slice(end, end + 20));

/** True if a move is all that a line says, behind a sign or a short name at most. */
export const isLineOfItsOwn = (text: string, start: number, end: number): boolean =>
  LINE_END.test(text.slice(end, end + 12)) && /^(?:[^\n]{0,3}|[^\n]{0,20}[:>-][ \t]{1,3})$/.test(lineOf(text, start));

const SET_ASIDE =
  /\b(?:not|if|instead of|rather than|(?:better|worse|stronger|weaker) than|look(?:s|ed|ing)? at|prefer(?:s|red)?|recommend(?:s|ed)?|suggest(?:s|ed)?|would (?:have )?(?:play(?:ed)?|choose|chosen)|avoid(?:s|ing)?|consider(?:s|ed|ing)?|should (?:white|black|I|we|he|she|they) (?:play|have played)|(?:could|might) (?:also )?(?:have )?(?:play(?:ed)?|try|tried|choose|chosen|consider(?:ed)?)|what about|why not)[\s*_`"(]*$/i;

const RULED_OUT = /\b(?:not|instead of|rather than|than|avoid(?:s|ing)?)[\s*_`"(]*$/i;

/** True if the words before a move rule it out: nothing else is said of it. */
export const isRuledOut = (text: string, start: number): boolean => RULED_OUT.test(leftOf(text, start));

/** Words by which moves are looked at rather than played. */
const ANALYSIS =
  /\b(?:lines?|variations?|sequence|continuations?|e\.g\.|example|instance|idea|options?|alternative(?:ly)?|candidates?|maybe|perhaps|consider(?:ing)?|suppose|what (?:about|if)|let(?:'s|’s| me) (?:see|check|try|look)|say|could|might|would|if|plan|calculat\w+|analy\w+|then maybe|possible|possibly)\b/i;
const LOOKED_AT =
  /^[^.\n]{0,40}\b(?:is (?:one|an?|another) (?:option|idea|line|try|plan)|looks?|seems?|would|could|might)\b/i;

/** True if the words around moves look at them, and do not say that they were played. */
export function isAnalysis(text: string, start: number, end: number): boolean {
  const { before } = sentenceAt(text, start, start);
  return ANALYSIS.test(before) || LOOKED_AT.test(text.slice(end, end + 80));
}

/** True if the words before a numbered move speak of it as one that is not played. */
export const isSetAside = (text: string, start: number): boolean => SET_ASIDE.test(leftOf(text, start));

const REJECTED = /\b(?:illegal|(?:not|n['’]t) (?:a )?(?:legal|valid|allowed)|invalid|try again)\b/i;

/** True if a text says that the move before it was not accepted. */
export const isRejection = (text: string): boolean => REJECTED.test(text);

const BEHIND =
  /\b(?:after|following)(?: (?:my|your|his|her|the|white's|black's))?(?: (?:move|reply|response|answer))?[\s*_`"(]*$/i;
const MIGHT = /\b(?:if|would|could|might|may|can|should|will|threat\w*|idea|plan)\b/i;

/** True if a sentence speaks of the position behind a move. */
export const isAfter = (text: string, start: number): boolean => {
  if (!BEHIND.test(leftOf(text, start))) return false;
  const { before, after } = sentenceAt(text, start, start);
  return !MIGHT.test(before) && !MIGHT.test(after);
};

/** How the words before a move that stands alone announce it. */
export function announcement(text: string, start: number, end = start): 'played' | 'proposed' | undefined {
  if (start < 12 && DOTS.test(text.slice(0, start))) return 'played';
  const left = leftOf(text, start);
  if (isSpoken(text, start, end)) return 'proposed';
  const said = PLAYED.test(left) || ALSO_PLAYED.test(left) ? 'played' : PROPOSED.test(left) ? 'proposed' : undefined;
  return said === undefined || isHypothetical(text, start) ? undefined : said;
}
